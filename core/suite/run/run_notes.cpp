#include "suite/run/run_notes.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/value.hpp"
#include "suite/data/content_cache.hpp"
#include "suite/records/json_fields.hpp"
#include "suite/records/record_store.hpp"
#include "suite/study/option_json.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t kMaxNoteBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxListBytes = std::size_t{1} << 30;
constexpr const char* kNoteEnding = ".json";
constexpr const char* kWays = "ways";  // of notes of 0.1

std::string note_name(const fs::path& config, const std::string& text) {
  constexpr std::size_t kDigits = 16;
  return fmt::format("{}-{}{}", config.stem().string(), base::sha256(text).substr(0, kDigits), kNoteEnding);
}

Note read_note(const json& root, const records::JsonPath& place) {
  records::Fields fields(root, place);
  Note note;
  std::string text;
  fields.get("config", text);
  note.spec.config = text;
  study::visit_way(note.spec, study::ReadFields(fields, place.source, ""));
  fields.get("sha256", text);
  note.config_sha256 = {text};
  if (fields.has("relative")) {
    fields.get("relative", text);
    note.relative = text;
  }
  fields.finish();
  return note;
}

/// Before the first note: the keys first, so that a kill between the two leaves a folder without notes.
void begin_notes(const records::ResultsFolder& results) {
  if (fs::is_directory(results.runs())) return;
  std::string keys;
  for (const std::string& key : records::RecordStore(results.cells()).keys()) keys += key + "\n";
  if (!keys.empty()) base::write_file_durably(results.older_records(), keys);
  base::create_folder_durably(results.runs());
}

/// The files of notes, sorted.
std::vector<fs::path> note_files(const fs::path& out) {
  std::vector<fs::path> files = records::paths_in(records::ResultsFolder(out).runs());
  std::erase_if(files, [](const fs::path& file) { return file.extension() != kNoteEnding; });
  return files;
}

/// Adds what a note says to what others say of the same config and way.
void add_note(Note note, const fs::path& file, const fs::path& out, std::vector<Note>& runs) {
  study::RunSpec& spec = note.spec;
  const fs::path moved = (fs::absolute(out) / note.relative).lexically_normal();
  if (!fs::exists(spec.config) && !note.relative.empty() && fs::exists(moved)) spec.config = moved;
  const auto same = std::ranges::find_if(runs, [&](const Note& other) {
    study::RunSpec alike = other.spec;
    alike.max_cells = spec.max_cells;
    return alike == spec;
  });
  if (same == runs.end()) {
    note.files = {file};
    runs.push_back(std::move(note));
    return;
  }
  if (spec.max_cells.value_or(study::kMaxCells) > same->spec.max_cells.value_or(study::kMaxCells))
    same->spec.max_cells = spec.max_cells;
  same->config_sha256.merge(note.config_sha256);
  if (same->files.back() != file) same->files.push_back(file);
}

}  // namespace

std::string note_text(const Note& note) {
  json root = {{"config", note.spec.config.string()}, {"sha256", *note.config_sha256.begin()}};
  study::visit_way(note.spec, study::WriteFields(root));
  if (!note.relative.empty()) root["relative"] = note.relative.string();
  return study::json_line(root, note.spec.config.string() + ": a path or option of this run");
}

std::vector<Note> notes_from_text(std::string_view text, const std::string& source) {
  json root = records::parse_without_duplicates(text, source);
  if (!root.is_object() || !root.contains(kWays)) return {read_note(root, {source, ""})};
  const json ways = root.at(kWays);
  const records::JsonPath place{source, kWays};
  if (!ways.is_array()) place.expected("a list", ways);
  root.erase(kWays);
  std::vector<Note> notes;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (!ways[i].is_object()) place.below(i).expected("a map", ways[i]);
    json whole = root;
    whole.update(ways[i]);
    notes.push_back(read_note(whole, {source, ""}));
    notes.back().is_of_0_1 = true;
  }
  return notes;
}

std::string foreign_file_error(const fs::path& config) {
  if (!fs::exists(config)) return "";
  try {
    if (config::load_yaml(config).find("experiment") != nullptr) return "";
  } catch (const ConfigError&) {      // whose words may be the file's
  } catch (const DataError& error) {  // the system's words, or those of the limit
    return error.what();
  }
  return fmt::format(
      "{0}: is no config: expected YAML with a key `experiment`; `preimage plan {1}` says more",
      config.string(), study::shell_quoted(config.string()));
}

std::string config_sha256(const fs::path& config) {
  return base::sha256(base::read_file(config, config::kMaxBytes));
}

std::optional<fs::path> data_folder(const study::SelectionOptions& options, const data::DataSource& data) {
  const std::optional<fs::path>& folder = options.data ? options.data : data.search.environment;
  return folder ? std::optional(fs::absolute(*folder).lexically_normal()) : std::nullopt;
}

void note_runs(const study::Plan& plan, const study::SelectionOptions& options,
               const data::DataSource& data) {
  const records::ResultsFolder results = options.results();
  Note note;
  note.spec.way() = options.way();
  note.spec.data = data_folder(options, data);
  std::map<fs::path, std::string> lacking;
  for (const study::Study& study : plan.studies()) {
    note.spec.config = fs::absolute(study.file).lexically_normal();
    note.config_sha256 = {config_sha256(note.spec.config)};
    note.relative = note.spec.config.lexically_relative(fs::absolute(options.out).lexically_normal());
    const std::string text = note_text(note);
    const fs::path file = results.runs() / note_name(note.spec.config, text);
    if (!fs::exists(file) || base::read_file(file, kMaxNoteBytes) != text) lacking.emplace(file, text);
  }
  if (lacking.empty()) return;
  records::require_no_links(results);
  begin_notes(results);
  for (const auto& [file, text] : lacking) base::write_file_durably(file, text);
}

std::string run_text(const study::RunSpec& spec) {
  study::RunSpec shown = spec;
  shown.data.reset();
  shown.max_cells.reset();
  study::StudyOptions options;
  options.selected = study::selection_of(shown, {});
  return study::command_text({}, study::typed_arguments(options, {}));
}

bool has_notes(const fs::path& out) {
  return !note_files(out).empty();
}

Manifest read_manifest(const fs::path& out) {
  Manifest manifest;
  for (const fs::path& file : note_files(out)) {
    const auto set_aside = [&](study::Why why, const std::string& message) {
      manifest.rest.push_back({why, {}, message, {}, {file}});
    };
    try {
      data::require_no_link(file);
      const std::string text = base::read_file(file, kMaxNoteBytes);
      for (Note& note : notes_from_text(text, file.string())) {
        if (!note.is_of_0_1 && file.filename() != note_name(note.spec.config, text))
          set_aside(study::Why::misnamed,
                    file.string() + ": says another config or other options than it is named by");
        add_note(std::move(note), file, out, manifest.runs);
      }
    } catch (const FileError& error) {  // what it holds is not known: no line says to remove it
      set_aside(study::Why::unreadable, error.what());
    } catch (const DataError& error) {
      set_aside(
          study::Why::damaged,
          fmt::format(
              "{}; `preimage run CONFIG --out {}` of its config writes this note again, or remove the file",
              error.what(), study::shell_quoted(out.string())));
    }
  }
  std::ranges::sort(manifest.runs, {}, [](const Note& run) {
    return std::tuple(run.spec.config.stem(), run_text(run.spec), run.spec.data);
  });
  return manifest;
}

std::optional<std::set<std::string>> older_records(const fs::path& out) {
  const records::ResultsFolder results(out);
  if (!fs::is_directory(results.runs())) return std::nullopt;
  std::set<std::string> keys;
  if (!fs::exists(results.older_records())) return keys;
  std::istringstream lines(base::read_file(results.older_records(), kMaxListBytes));
  for (std::string key; std::getline(lines, key);) keys.insert(key);
  return keys;
}

}  // namespace preimage::suite::run
