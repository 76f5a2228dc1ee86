#include "suite/run/run_notes.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/value.hpp"
#include "suite/records/json_fields.hpp"
#include "suite/study/option_json.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t kMaxNoteBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxListBytes = std::size_t{1} << 30;
constexpr std::size_t kNameDigits = 8;

/// The options that name a note, and those of its ways.
const std::set<std::string> kNaming = {"set", "reading", "repetitions", "data"};
const std::set<std::string> kOfWay = {"profile", "stand_in", "max_cells"};

/// Shows a visitor the options with these names. way  study::RunWay, const or not
template <class Way, class Visit>
void visit_some(Way& way, const std::set<std::string>& names, const Visit& visit) {
  study::visit_way(way, [&](const study::OptionRow& row, auto& value) {
    if (names.contains(row.field)) visit(row, value);
  });
}

json naming_json(const study::RunSpec& spec) {
  json note = json::object();
  note["config"] = spec.config.string();
  visit_some(spec, kNaming, study::WriteFields(note));
  return note;
}

std::string text_of(const json& note, const study::RunSpec& spec) {
  try {
    return note.dump() + "\n";
  } catch (const json::type_error& error) {  // the only one dump() knows: a string that is not UTF-8
    throw DataError(
        fmt::format("{}: a path or option of this run is not UTF-8: {}", spec.config.string(), error.what()));
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
  study::RunWay read;
  visit_some(read, kOfWay, study::ReadFields(fields, place.source, place.path + "."));
  NotedWay way{read.profile, read.stand_in, read.max_cells, ""};
  fields.get("sha256", way.config_sha256);
  fields.finish();
  return way;
}

json way_json(const study::RunSpec& spec, const std::string& config_sha256) {
  json value = {{"sha256", config_sha256}};
  visit_some(spec, kOfWay, study::WriteFields(value));
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

study::RunSpec naming_part(study::RunSpec spec) {
  const study::RunSpec none;
  spec.profile = none.profile;
  spec.stand_in = none.stand_in;
  spec.max_cells = none.max_cells;
  return spec;
}

study::RunSpec NotedRun::spec_of(const NotedWay& way) const {
  study::RunSpec whole = spec;
  whole.profile = way.profile;
  whole.stand_in = way.stand_in;
  whole.max_cells = way.max_cells;
  return whole;
}

std::string note_text(const NotedRun& run) {
  json note = naming_json(run.spec);
  if (!run.relative.empty()) note["relative"] = run.relative.string();
  for (const NotedWay& way : run.ways) note["ways"].push_back(way_json(run.spec_of(way), way.config_sha256));
  return text_of(note, run.spec);
}

NotedRun note_from_text(std::string_view text, const std::string& source) {
  const json root = records::parse_without_duplicates(text, source);
  records::Fields fields(root, {source, ""});
  NotedRun run;
  std::string path;
  fields.get("config", path);
  run.spec.config = path;
  visit_some(run.spec, kNaming, study::ReadFields(fields, source, ""));
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

std::string note_name(const study::RunSpec& spec) {
  const std::string hash = base::sha256(text_of(naming_json(spec), spec)).substr(0, kNameDigits);
  return fmt::format("{}-{}.json", spec.config.stem().string(), hash);
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
  run.spec.way() = options.way();
  run.spec.data = data_folder(options, data);
  std::vector<std::pair<NotedRun, NotedWay>> notes;
  for (const study::Study& study : selection.studies) {
    const fs::path config = fs::absolute(study.file).lexically_normal();
    run.spec.config = config;
    run.relative = config.lexically_relative(fs::absolute(options.out).lexically_normal());
    run.file = results.runs() / note_name(run.spec);
    const NotedWay way{options.profile, options.stand_in, options.max_cells, config_sha256(config)};
    if (with_way(run, way) != text_there(run.file)) notes.emplace_back(run, way);
  }
  if (notes.empty()) return;
  const records::FileLock lock = records::lock_for(results, "the notes on runs");
  begin_notes(results);
  for (const auto& [note, way] : notes) base::write_file_durably(note.file, with_way(note, way));
}

std::string NotedRun::text() const {
  study::RunSpec shown = spec;
  shown.data.reset();
  study::StudyOptions options;
  options.selected = study::selection_of(shown, {});
  return study::command_text({}, study::typed_arguments(options, {}));
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
