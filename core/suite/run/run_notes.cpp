#include "suite/run/run_notes.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/config_error.hpp"
#include "suite/records/json_fields.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t kMostNoteBytes = std::size_t{1} << 20;
constexpr std::size_t kMostListBytes = std::size_t{1} << 30;
constexpr std::size_t kNameDigits = 8;

NotedRun read_note(const fs::path& file) {
  return {file, note_from_text(base::read_file(file, kMostNoteBytes), file.string())};
}

/// Before the first note: the keys first, so that a kill between the two leaves a folder without notes.
void begin_notes(const records::ResultsFolder& results) {
  if (fs::is_directory(results.runs())) return;
  std::string keys;
  for (const std::string& key : records::RecordStore(results.cells()).keys()) keys += key + "\n";
  if (!keys.empty()) base::write_file_durably(results.older_records(), keys);
  base::create_folder_durably(results.runs());
}

}  // namespace

std::string note_text(const study::SelectionOptions& one) {
  json note = json::object();
  note["config"] = one.configs.front().string();
  note["set"] = json::array();
  for (const config::Override& o : one.overrides) note["set"].push_back(o.text());
  if (one.reading) note["reading"] = *one.reading;
  if (one.repetitions) note["repetitions"] = *one.repetitions;
  if (one.data) note["data"] = one.data->string();
  try {
    return note.dump() + "\n";
  } catch (const json::type_error& error) {  // the only one dump() knows: a string that is not UTF-8
    throw DataError(fmt::format("{}: a path or option of this run is not UTF-8: {}",
                                one.configs.front().string(), error.what()));
  }
}

study::SelectionOptions note_from_text(std::string_view text, const std::string& source) {
  const json root = records::parse_without_duplicates(text, source);
  records::Fields fields(root, {source, ""});
  study::SelectionOptions one;
  std::string path;
  fields.get("config", path);
  one.configs = {path};
  std::vector<std::string> overrides;
  fields.get("set", overrides);
  try {
    for (const std::string& o : overrides) one.overrides.push_back(config::parse_override(o));
  } catch (const ConfigError& error) {
    throw DataError(fmt::format("{}: set: {}", source, error.what()));
  }
  if (fields.has("reading")) fields.get("reading", one.reading.emplace());
  if (fields.has("repetitions")) fields.get("repetitions", one.repetitions.emplace());
  if (fields.has("data")) {
    fields.get("data", path);
    one.data = path;
  }
  fields.finish();
  return one;
}

std::optional<fs::path> data_folder(const study::SelectionOptions& options, const data::DataSource& data) {
  const std::optional<fs::path>& folder = options.data ? options.data : data.search.environment;
  return folder ? std::optional(fs::absolute(*folder).lexically_normal()) : std::nullopt;
}

void note_runs(const Selection& selection, const study::SelectionOptions& options,
               const data::DataSource& data) {
  const records::ResultsFolder results = options.results();
  study::SelectionOptions one;
  one.overrides = options.overrides;
  one.reading = options.reading;
  one.repetitions = options.repetitions;
  one.data = data_folder(options, data);
  std::vector<std::pair<fs::path, std::string>> notes;
  for (const study::Study& study : selection.studies) {
    one.configs = {fs::absolute(study.file).lexically_normal()};
    const std::string text = note_text(one);
    const std::string name =
        fmt::format("{}-{}.json", study.config, base::sha256(text).substr(0, kNameDigits));
    if (!fs::exists(results.runs() / name)) notes.emplace_back(results.runs() / name, text);
  }
  if (notes.empty()) return;
  const base::FileLock lock = records::lock_for(results, "the notes on runs");
  begin_notes(results);
  for (const auto& [file, text] : notes) base::write_file_durably(file, text);
}

std::string NotedRun::text() const {
  std::string words = study::shell_quoted(options.configs.front().string());
  for (const config::Override& o : options.overrides) words += " --set " + study::shell_quoted(o.text());
  if (options.reading) words += " --reading " + study::shell_quoted(*options.reading);
  if (options.repetitions) words += fmt::format(" --repetitions {}", *options.repetitions);
  return words;
}

std::vector<NotedRun> noted_runs(const fs::path& out) {
  std::vector<NotedRun> notes;
  const fs::path folder = records::ResultsFolder(out).runs();
  if (!fs::is_directory(folder)) return notes;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") notes.push_back(read_note(entry.path()));
  }
  std::sort(notes.begin(), notes.end(), [](const NotedRun& a, const NotedRun& b) { return a.file < b.file; });
  return notes;
}

OlderRecords::OlderRecords(const fs::path& out) {
  const records::ResultsFolder results(out);
  has_notes_ = fs::is_directory(results.runs());
  if (!fs::exists(results.older_records())) return;
  std::istringstream lines(base::read_file(results.older_records(), kMostListBytes));
  for (std::string key; std::getline(lines, key);) keys_.insert(key);
}

}  // namespace preimage::suite::run
