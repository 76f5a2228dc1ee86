#include "suite/registry/what_fits.hpp"

#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/models/method.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

/// The names of the rows whose example takes such samples.
/// require  throws std::invalid_argument where one does not
template <class Row, class Require>
std::vector<std::string> fitting(const std::vector<Row>& table, const Require& require) {
  std::vector<std::string> names;
  for (const Row& row : table) {
    try {
      require(row);
      names.push_back(row.name);
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
  return names;
}

}  // namespace

std::string what_fits(const std::string& method, const samples::DataSet& data) {
  const std::vector<std::string> methods = fitting(learner_table(), [&](const LearnerRow& row) {
    if (row.runs_program) throw std::invalid_argument("fits what it is written for");
    const config::Value example = config::parse_value(row.example, row.name);
    parse_learner(row.name, config::Reader(example)).build(data);
  });
  if (std::find(methods.begin(), methods.end(), method) == methods.end())
    return methods.empty() ? "" : fmt::format("; methods that fit: {}", fmt::join(methods, ", "));
  const std::vector<std::string> decoders = fitting(decoder_table(), [&](const DecoderRow& row) {
    const config::Value example = config::parse_value(row.example, row.name);
    row.parse(config::Reader(example)).require(data);
  });
  return fmt::format("; decoders that fit: {}", fmt::join(decoders, ", "));
}

}  // namespace preimage::suite::registry
