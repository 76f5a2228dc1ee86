#include "suite/run/run_notes.hpp"

#include <algorithm>
#include <cstdint>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "suite/records/json_fields.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t kMaxNoteBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxListBytes = std::size_t{1} << 30;
constexpr std::size_t kNameDigits = 8;

/// What chooses the cells, which names the note, without what is only told beside.
json naming_part(const study::SelectionOptions& one) {
  json note = json::object();
  note["config"] = one.configs.front().string();
  note["set"] = json::array();
  for (const config::Override& o : one.overrides) note["set"].push_back(o.text());
  if (one.reading) note["reading"] = *one.reading;
  if (one.repetitions) note["repetitions"] = *one.repetitions;
  if (one.data) note["data"] = one.data->string();
  return note;
}

std::string text_of(const json& note, const study::SelectionOptions& one) {
  try {
    return note.dump() + "\n";
  } catch (const json::type_error& error) {  // the only one dump() knows: a string that is not UTF-8
    throw DataError(fmt::format("{}: a path or option of this run is not UTF-8: {}",
                                one.configs.front().string(), error.what()));
  }
}

NotedRun read_note(const fs::path& file) {
  base::require_no_link(file);
  NotedRun run = note_from_text(base::read_file(file, kMaxNoteBytes), file.string());
  run.file = file;
  return run;
}

NotedWay read_way(const json& value, const records::JsonPath& place) {
  records::Fields fields(value, place);
  NotedWay way;
  fields.get("profile", way.profile);
  fields.get("stand_in", way.stand_in);
  fields.get("sha256", way.config_sha256);
  if (fields.has("max_cells")) {
    std::uint64_t most = 0;
    fields.get("max_cells", most);
    way.max_cells = most;
  }
  fields.finish();
  return way;
}

json way_json(const NotedWay& way) {
  json value = {{"profile", way.profile}, {"stand_in", way.stand_in}, {"sha256", way.config_sha256}};
  if (way.max_cells) value["max_cells"] = *way.max_cells;
  return value;
}

/// The note with this way among its ways, as the file is to say it. Of a damaged note its own way is all that is known.
std::string with_way(NotedRun run, const NotedWay& way) {
  if (fs::exists(run.file)) {
    try {
      run.ways = read_note(run.file).ways;
    } catch (const DataError&) {
      run.ways.clear();
    }
  }
  const auto known = std::find_if(run.ways.begin(), run.ways.end(), [&](const NotedWay& other) {
    return other.profile == way.profile && other.stand_in == way.stand_in;
  });
  if (known == run.ways.end()) {
    run.ways.push_back(way);
  } else {
    *known = way;
  }
  return note_text(run);
}

/// The file, or "" where there is none.
std::string text_there(const fs::path& file) {
  return fs::exists(file) ? base::read_file(file, kMaxNoteBytes) : "";
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

std::string note_text(const NotedRun& run) {
  json note = naming_part(run.options);
  if (!run.relative.empty()) note["relative"] = run.relative.string();
  for (const NotedWay& way : run.ways) note["ways"].push_back(way_json(way));
  return text_of(note, run.options);
}

NotedRun note_from_text(std::string_view text, const std::string& source) {
  const json root = records::parse_without_duplicates(text, source);
  records::Fields fields(root, {source, ""});
  NotedRun run;
  study::SelectionOptions& one = run.options;
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
  if (fields.has("relative")) {
    fields.get("relative", path);
    run.relative = path;
  }
  if (fields.has("ways")) {
    const json& ways = fields.at("ways");
    const records::JsonPath place{source, "ways"};
    if (!ways.is_array()) place.expected("a list", ways);
    for (std::size_t i = 0; i < ways.size(); ++i) run.ways.push_back(read_way(ways[i], place.below(i)));
  }
  fields.finish();
  return run;
}

std::string foreign_file_error(const fs::path& config) {
  if (!fs::exists(config)) return "";
  try {
    std::istringstream lines(base::read_file(config, config::kMaxBytes));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("experiment:")) return "";
    }
    return config.string() + ": is no config: expected a line `experiment: NAME`";
  } catch (const DataError& error) {  // the system's words, or those of the limit
    return error.what();
  }
}

std::string config_sha256(const fs::path& config) {
  return base::sha256(base::read_file(config, config::kMaxBytes));
}

std::optional<fs::path> data_folder(const study::SelectionOptions& options, const data::DataSource& data) {
  const std::optional<fs::path>& folder = options.data ? options.data : data.search.environment;
  return folder ? std::optional(fs::absolute(*folder).lexically_normal()) : std::nullopt;
}

void note_runs(const Selection& selection, const study::SelectionOptions& options,
               const data::DataSource& data) {
  const records::ResultsFolder results = options.results();
  NotedRun run;
  run.options.overrides = options.overrides;
  run.options.reading = options.reading;
  run.options.repetitions = options.repetitions;
  run.options.data = data_folder(options, data);
  std::vector<std::pair<NotedRun, NotedWay>> notes;
  for (const study::Study& study : selection.studies) {
    const fs::path config = fs::absolute(study.file).lexically_normal();
    run.options.configs = {config};
    run.relative = config.lexically_relative(fs::absolute(options.out).lexically_normal());
    const std::string name = text_of(naming_part(run.options), run.options);
    run.file =
        results.runs() / fmt::format("{}-{}.json", study.config, base::sha256(name).substr(0, kNameDigits));
    const NotedWay way{options.profile, options.stand_in, options.max_cells, config_sha256(config)};
    if (with_way(run, way) != text_there(run.file)) notes.emplace_back(run, way);
  }
  if (notes.empty()) return;
  const records::FileLock lock = records::lock_for(results, "the notes on runs");
  begin_notes(results);
  for (const auto& [note, way] : notes) base::write_file_durably(note.file, with_way(note, way));
}

std::string NotedRun::text() const {
  std::string words = study::shell_quoted(options.configs.front().string());
  for (const config::Override& o : options.overrides) words += " --set " + study::shell_quoted(o.text());
  if (options.reading) words += " --reading " + study::shell_quoted(*options.reading);
  if (options.repetitions) words += fmt::format(" --repetitions {}", *options.repetitions);
  return words;
}

std::vector<NotedRun> noted_runs(const fs::path& out, std::vector<std::string>* damaged) {
  std::vector<NotedRun> notes;
  const fs::path folder = records::ResultsFolder(out).runs();
  if (!fs::is_directory(folder)) return notes;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    try {
      notes.push_back(read_note(entry.path()));
    } catch (const FileError& error) {  // what it holds is not known: no line says to remove it
      if (damaged == nullptr) throw;
      damaged->emplace_back(error.what());
    } catch (const DataError& error) {
      const std::string message = fmt::format(
          "{}; `preimage run CONFIG --out {}` of its config writes this note again, or remove the file",
          error.what(), study::shell_quoted(out.string()));
      if (damaged == nullptr) throw DataError(message);
      damaged->push_back(message);
    }
  }
  std::sort(notes.begin(), notes.end(), [](const NotedRun& a, const NotedRun& b) { return a.file < b.file; });
  return notes;
}

bool has_notes(const fs::path& out) {
  const fs::path folder = records::ResultsFolder(out).runs();
  if (!fs::is_directory(folder)) return false;
  const fs::directory_iterator files(folder);
  return std::any_of(begin(files), end(files),
                     [](const auto& entry) { return entry.path().extension() == ".json"; });
}

OlderRecords::OlderRecords(const fs::path& out) {
  const records::ResultsFolder results(out);
  has_notes_ = fs::is_directory(results.runs());
  if (!fs::exists(results.older_records())) return;
  std::istringstream lines(base::read_file(results.older_records(), kMaxListBytes));
  for (std::string key; std::getline(lines, key);) keys_.insert(key);
}

}  // namespace preimage::suite::run
