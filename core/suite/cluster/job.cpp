#include "suite/cluster/job.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/error.hpp"
#include "suite/records/json_fields.hpp"

namespace preimage::suite::cluster {

using nlohmann::json;
using records::Fields;

namespace {

constexpr std::size_t kMostTasks = 10'000'000;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-.,:+@").find(c) != std::string_view::npos;
}

bool is_plain_option(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (!word.starts_with("--") || equals == std::string_view::npos || equals + 1 == word.size()) return false;
  const std::string_view name = word.substr(2, equals - 2), value = word.substr(equals + 1);
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; }) &&
         std::all_of(value.begin(), value.end(), is_plain);
}

json study_json(const study::StudyOptions& study) {
  json root = json::object();
  root["configs"] = json::array();
  for (const auto& config : study.configs) root["configs"].push_back(config.string());
  root["set"] = json::array();
  for (const study::Override& o : study.overrides) root["set"].push_back(o.path + "=" + o.value);
  root["profile"] = study.profile;
  if (study.repetitions) root["repetitions"] = *study.repetitions;
  if (study.reading) root["reading"] = *study.reading;
  if (study.data) root["data"] = study.data->string();
  root["stand_in"] = study.stand_in;
  root["skip_missing"] = study.skip_missing;
  if (study.max_cells) root["max_cells"] = *study.max_cells;
  root["force"] = study.force;
  root["bitwise"] = study.bitwise;
  if (study.only) root["only"] = *study.only;
  if (study.cell_limits.seconds) root["cell_time"] = *study.cell_limits.seconds;
  if (study.cell_limits.memory_mib) root["cell_memory"] = *study.cell_limits.memory_mib;
  return root;
}

template <class T>
void get_if_there(Fields& fields, const std::string& name, std::optional<T>& out) {
  if (fields.has(name)) fields.get(name, out.emplace());
}

void read_overrides(const std::vector<std::string>& sets, const std::string& source,
                    study::StudyOptions& study) {
  try {
    for (const std::string& set : sets) study.overrides.push_back(study::parse_override(set));
  } catch (const ConfigError&) {
    throw DataError(source + ": study.set: expected texts path=value");
  }
}

study::StudyOptions read_study(Fields fields, const std::string& source) {
  study::StudyOptions study;
  std::vector<std::string> configs, sets;
  std::optional<std::string> data;
  fields.get("configs", configs);
  fields.get("set", sets);
  fields.get("profile", study.profile);
  get_if_there(fields, "repetitions", study.repetitions);
  get_if_there(fields, "reading", study.reading);
  get_if_there(fields, "data", data);
  fields.get("stand_in", study.stand_in);
  fields.get("skip_missing", study.skip_missing);
  get_if_there(fields, "max_cells", study.max_cells);
  fields.get("force", study.force);
  fields.get("bitwise", study.bitwise);
  get_if_there(fields, "only", study.only);
  get_if_there(fields, "cell_time", study.cell_limits.seconds);
  get_if_there(fields, "cell_memory", study.cell_limits.memory_mib);
  fields.finish();
  study.configs.assign(configs.begin(), configs.end());
  if (data) study.data = *data;
  read_overrides(sets, source, study);
  return study;
}

std::size_t read_count(Fields& fields, const std::string& name, const std::string& source) {
  std::uint64_t count = 0;
  fields.get(name, count);
  if (count < 1 || count > kMostTasks)
    throw DataError(fmt::format("{}: {}: expected 1 to {}, found {}", source, name, kMostTasks, count));
  return count;
}

void require_consistent(const Job& job, const std::string& source) {
  if (job.engine != "slurm" && job.engine != "commands") {
    throw DataError(fmt::format("{}: engine: expected 'slurm' or 'commands', found {}", source,
                                base::excerpt(job.engine)));
  }
  if (!std::all_of(job.sbatch.begin(), job.sbatch.end(), is_plain_option))
    throw DataError(source + ": sbatch: expected options like --partition=short");
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
  root["study"] = study_json(job.study);
  root["engine"] = job.engine;
  root["sbatch"] = job.sbatch;
  root["program"] = job.program;
  root["root"] = job.root;
  root["code"] = job.code;
  root["blas_core"] = job.blas_core;
  root["chunks"] = job.chunks;
  root["cells"] = job.cells;
  try {
    return root.dump() + "\n";
  } catch (const json::type_error& error) {  // the only one dump() knows: a string that is not UTF-8
    throw DataError(fmt::format("a path or option of this job is not UTF-8: {}", error.what()));
  }
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
  job.study = read_study(fields.object("study"), source);
  fields.get("engine", job.engine);
  fields.get("sbatch", job.sbatch);
  fields.get("program", job.program);
  fields.get("root", job.root);
  fields.get("code", job.code);
  fields.get("blas_core", job.blas_core);
  job.chunks = read_count(fields, "chunks", source);
  job.cells = read_count(fields, "cells", source);
  fields.finish();
  require_consistent(job, source);
  return job;
}

std::vector<std::string> submit_arguments(const Job& job) {
  std::vector<std::string> words = study::study_arguments(job.study);
  words.insert(words.begin(), "submit");
  if (job.study.bitwise) words.emplace_back("--bitwise");
  words.insert(words.end(), {"--engine", job.engine});
  words.insert(words.end(), job.sbatch.begin(), job.sbatch.end());
  return words;
}

}  // namespace preimage::suite::cluster
