#include "suite/run/job.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/records/json_fields.hpp"
#include "suite/study/option_json.hpp"

namespace preimage::suite::run {

using nlohmann::json;
using records::Fields;

namespace {

constexpr std::size_t kMaxTasks = 10'000'000;

bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("_-.,:+@").find(c) != std::string_view::npos;
}

bool is_plain_option(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (!word.starts_with("--") || equals == std::string_view::npos || equals + 1 == word.size()) return false;
  const std::string_view name = word.substr(2, equals - 2), value = word.substr(equals + 1);
  return std::ranges::all_of(name, [](char c) { return c >= 'a' && c <= 'z'; }) &&
         std::ranges::all_of(value, is_plain);
}

/// What a job keeps of its study: all but the folder of results, where the job itself lies.
template <class Options, class Visit>
void visit_study(Options& study, const Visit& visit) {
  study::visit_selection(study.selected, [&](const study::OptionRow& row, auto& value) {
    if (row.field != "out") visit(row, value);
  });
  study::visit_cells(study.run, visit);
  study::visit_bitwise(study.run, visit);
}

/// Of a sweep alone: other jobs have no such fields.
constexpr const char* kGrid = "grid";
const study::OptionRow kSweepName = {"sweep_name", ""};

template <class Options, class Visit>
void visit_points(Options& study, const Visit& visit) {
  study::visit_sweep(study.selected.sweep, visit);
  visit(kSweepName, study.run.sweep_name);
}

/// Its other texts.
template <class AnyJob, class Visit>
void visit_texts(AnyJob& job, const Visit& visit) {
  visit("engine", job.engine);
  visit("sbatch", job.sbatch);
  visit("program", job.program);
  visit("root", job.root);
  visit("code", job.code);
  visit("blas_core", job.blas_core);
}

std::size_t read_count(Fields& fields, const std::string& name, const std::string& source) {
  std::uint64_t count = 0;
  fields.get(name, count);
  if (count < 1 || count > kMaxTasks)
    throw DataError(fmt::format("{}: {}: expected 1 to {}, found {}", source, name, kMaxTasks, count));
  return count;
}

void require_consistent(const Job& job, const std::string& source) {
  if (job.engine != "slurm" && job.engine != "commands") {
    throw DataError(fmt::format("{}: engine: expected 'slurm' or 'commands', found {}", source,
                                base::excerpt(job.engine)));
  }
  if (!std::ranges::all_of(job.sbatch, is_plain_option))
    throw DataError(source + ": sbatch: expected options like --partition=short");
  const int threads = job.study.run.threads.value_or(1);
  if (threads < 1 || threads > study::kMaxThreads)
    throw DataError(
        fmt::format("{}: study.threads: expected 1 to {}, found {}", source, study::kMaxThreads, threads));
  if (job.chunks > job.cells)
    throw DataError(
        fmt::format("{}: {} chunks of {} cells: expected none empty", source, job.chunks, job.cells));
}

}  // namespace

void require_plain_options(const std::vector<std::string>& sbatch) {
  for (const std::string& option : sbatch) {
    if (is_plain_option(option)) continue;
    throw ConfigError(
        fmt::format("{}: expected --name=value of letters, digits and _-.,:+@", base::excerpt(option)));
  }
}

std::string to_json(const Job& job) {
  json root = json::object();
  root["schema"] = kJobSchema;
  const study::WriteFields write(root["study"]);
  visit_study(job.study, write);
  if (job.study.selected.sweep.is_on()) visit_points(job.study, write);
  visit_texts(job, [&](const char* name, const auto& text) { root[name] = text; });
  root["chunks"] = job.chunks;
  root["cells"] = job.cells;
  return study::json_line(root, "a path or option of this job");
}

Job job_from_json(std::string_view text, const std::string& source) {
  const json root = records::parse_without_duplicates(text, source);
  Fields fields(root, {source, ""});
  int schema = 0;
  fields.get("schema", schema);
  if (schema != kJobSchema) {
    throw DataError(
        fmt::format("{}: job schema {}: expected {}, which this program writes", source, schema, kJobSchema));
  }
  Job job;
  Fields of_study = fields.object("study");
  const study::ReadFields read(of_study, source, "study.");
  visit_study(job.study, read);
  if (of_study.has(kGrid)) visit_points(job.study, read);
  of_study.finish();
  visit_texts(job, [&](const char* name, auto& value) { fields.get(name, value); });
  job.chunks = read_count(fields, "chunks", source);
  job.cells = read_count(fields, "cells", source);
  fields.finish();
  require_consistent(job, source);
  return job;
}

std::vector<std::string> submit_arguments(const Job& job) {
  std::vector<std::string> words = study::run_arguments(job.study);
  words.insert(words.begin(), "submit");
  words.insert(words.end(), {"--engine", job.engine});
  words.insert(words.end(), job.sbatch.begin(), job.sbatch.end());
  return words;
}

}  // namespace preimage::suite::run
