#include "suite/results/provenance.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/records/cell_key.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEnding = ".provenance.csv";
const std::string kVersion = "version.";  // of the parameters that are version integers

std::string word_of(const records::ResultRecord& record, const char* name) {
  const auto found = record.circumstances.find(name);
  return found == record.circumstances.end() ? std::string() : found->second;
}

std::string program_of(const records::ResultRecord& record) {
  const std::string version = word_of(record, "version"), revision = word_of(record, "code");
  return version.empty() || revision.empty() ? version + revision : version + "+" + revision;
}

}  // namespace

std::string table_name(const study::Study& study) {
  return study.reproduces.empty() ? study.config : study.reproduces;
}

Versions versions_of(const study::Cell& cell) {
  Versions versions;
  for (const auto& [part, version] : cell.versions()) {
    std::string name = part;
    if (name == "experiment") name += "." + cell.study->experiment;
    if (name == "method") {
      for (const registry::ParsedLearner& learner : cell.reading->learners)
        name += learner.name == *cell.learner ? "." + learner.method : "";
    }
    versions[name] = version;
  }
  return versions;
}

std::string versions_text(const Versions& versions) {
  std::vector<std::string> words;
  for (const auto& [name, version] : versions) words.push_back(fmt::format("{}={}", name, version));
  return fmt::format("{}", fmt::join(words, " "));
}

Versions parse_versions(const std::string& text, const std::string& source) {
  Versions versions;
  if (text.empty()) return versions;
  for (const std::string_view word : data::split_fields(text, ' ')) {
    const std::size_t equals = word.find('=');
    const auto version = equals == std::string_view::npos ? std::optional<long>{}
                                                          : config::parse_integer(word.substr(equals + 1));
    if (!version) {
      throw DataError(fmt::format("{}: column 'versions': expected name=integer, found '{}'", source, word));
    }
    versions[std::string(word.substr(0, equals))] = *version;
  }
  return versions;
}

std::string provenance_header() {
  return fmt::format("reproduces,reading,learner,{}\n", fmt::join(kProvenanceColumns, ","));
}

std::string inputs_of(const std::string& learner, const std::vector<study::Cell>& cells) {
  base::Sha256 inputs;
  std::map<std::string, std::string> parameters;  // all but repetition and fold are the same for all of them
  for (const study::Cell& cell : cells) {
    if (*cell.learner != learner) continue;
    if (parameters.empty()) parameters = cell.parameters();
    parameters[records::kRepetitionParameter] = std::to_string(cell.repetition);
    parameters[records::kFoldParameter] = std::to_string(cell.outer_fold);
    for (const auto& [path, value] : parameters) {
      if (!path.starts_with(kVersion)) inputs.update(records::key_line(path, value));
    }
  }
  return inputs.hex_digest().substr(0, 16);
}

Provenance provenance_of(const std::string& learner, const std::vector<study::Cell>& cells,
                         const RecordLookup& record) {
  std::set<std::string> programs, cores;
  const study::Cell* first = nullptr;
  for (const study::Cell& cell : cells) {
    if (*cell.learner != learner) continue;
    if (first == nullptr) first = &cell;
    const records::ResultRecord* found = record(cell);
    if (found == nullptr) continue;
    programs.insert(program_of(*found));
    cores.insert(word_of(*found, "blas_core"));
  }
  return {fmt::format("{}", fmt::join(programs, " ")), fmt::format("{}", fmt::join(cores, " ")),
          inputs_of(learner, cells), first == nullptr ? Versions() : versions_of(*first),
          first == nullptr ? "" : *first->data};
}

std::vector<std::string> fields_of(const Provenance& provenance) {
  return {provenance.program, provenance.blas_cores, provenance.inputs, versions_text(provenance.versions),
          provenance.data_content};
}

std::string provenance_line(const LearnerNumbers& numbers, const Provenance& provenance) {
  std::vector<std::string> fields = {numbers.table, numbers.reading, numbers.learner};
  std::ranges::copy(fields_of(provenance), std::back_inserter(fields));
  return data::csv_line(fields);
}

fs::path provenance_path(fs::path table) {
  return table.replace_extension(kEnding);
}

bool is_provenance(const fs::path& file) {
  return file.filename().string().ends_with(kEnding);
}

std::map<LearnerNumbers, Provenance> read_provenance(const fs::path& file) {
  std::map<LearnerNumbers, Provenance> all;
  if (!fs::exists(file)) return all;
  data::CsvReader csv = data::open_quoted_csv(file);
  const std::string header = fmt::format("{}", fmt::join(csv.header(), ","));
  if (header + "\n" != provenance_header() && header + ",data_content\n" != provenance_header())
    throw DataError(fmt::format("{}:1: expected the columns {}", file.string(), provenance_header()));
  std::vector<std::string> f;
  while (csv.next(f)) {
    const std::string place = fmt::format("{}:{}", file.string(), csv.line());
    all[{f[0], f[1], f[2]}] = {f[3], f[4], f[5], parse_versions(f[6], place), f.size() > 7 ? f[7] : ""};
  }
  return all;
}

}  // namespace preimage::suite::results
