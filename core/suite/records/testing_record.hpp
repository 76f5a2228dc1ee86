// A record with something in every part, for tests.
#pragma once

#include <limits>
#include <string>

#include "preimage/base/sha256.hpp"
#include "suite/records/cell_key.hpp"

namespace preimage::testing {

/// `name` tells examples apart: it is one of the parameters, so that each has its key.
inline suite::records::ResultRecord example_record(const std::string& name = "a") {
  suite::records::ResultRecord record;
  record.experiment = "toy";
  record.config = "toy_table";
  record.reading = "raw";
  record.learner = "kde";
  record.repetition = 3;
  record.outer_fold = 4;
  record.parameters = {{"learner.ridge", "[0.1,1]"}, {"dataset.name", name}, {"experiment", "toy"},
                       {"repetition", "3"},          {"outer_fold", "4"},    {"seed", "1"}};
  record.key = suite::records::key_of(record.parameters);
  record.seeds = {{"split", suite::records::seed_of("1", "toy", 3, suite::records::kAllFolds, "split")},
                  {"noise", suite::records::seed_of("1", "toy", 3, 4, "noise")}};
  record.status = "ok";
  record.chosen = {{"ridge", 0.1}, {"bandwidth", 4.0}};
  record.inner_loss = 0.25;
  record.samples = {7, 0, -1};
  record.measures = {{"loss", {0.1 + 0.2, -0.0, std::numeric_limits<double>::denorm_min()}},
                     {"squared_error", {1e300}}};
  record.labels = {"a\"b", "", std::string("\0\n", 2)};
  record.vectors = {{1.0, 1.0 / 3.0}, {2.0}, {}};
  record.notes = {"2 ties"};
  record.diagnostics = {{"converged", {1.0, 0.0, 1.0}}};
  record.circumstances = {{"host", "here"}, {"blas", "openblas"}};
  record.seconds = 1.5;
  record.peak_memory_kib = 2048;
  return record;
}

/// A record's text with the first `from` replaced by `to` and a checksum that fits.
inline std::string resealed(const std::string& text, const std::string& from, const std::string& to) {
  std::string body = text.substr(0, text.rfind(",\"sha256\"")) + "}";
  body.replace(body.find(from), from.size(), to);  // std::out_of_range where it is not there
  const std::string digest = base::sha256(body);
  body.pop_back();
  return body + ",\"sha256\":\"" + digest + "\"}\n";
}

}  // namespace preimage::testing
