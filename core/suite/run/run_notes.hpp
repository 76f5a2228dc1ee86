// Which configs were run into a folder of results, and how: what `clean` has to know of other people's runs, and what
// `table` and `report` show where no config is named.
// A file per config and what chooses its cells, `.configs/runs/<config>-<8 digits>.json`; never locked against
// readers, and removed with the run's records.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "suite/run/selection.hpp"

namespace preimage::suite::run {

/// Notes each config of the selection with what chooses its cells (--set, --reading, --repetitions, --data) and with
/// the profile and what else the run was told, before its first record is written. With the first note of a folder the
/// keys of the records that are there already are kept: which configs those are of was not noted.
/// throws  DataError where that cannot be written
void note_runs(const Selection& selection, const study::SelectionOptions& options,
               const data::DataSource& data);

/// The folder of data that the options or the environment name, as a note holds it.
std::optional<std::filesystem::path> data_folder(const study::SelectionOptions& options,
                                                 const data::DataSource& data);

/// What a run was told beside what a note is named by. A config may be run in several ways.
struct NotedWay {
  std::string profile;
  bool stand_in = false;
  std::optional<std::size_t> max_cells = {};
  std::string config_sha256 = {};  // of the config's file when it was run so last
};

struct NotedRun {
  std::filesystem::path file;       // the note
  study::RunSpec spec;              // what names the note: config, overrides, reading, repetitions and data
  std::vector<NotedWay> ways = {};  // none: of before they were noted
  std::filesystem::path relative = {};  // the config from the folder of results; "" as above
  /// One of its ways, whole.
  study::RunSpec spec_of(const NotedWay& way) const;
  std::string text() const;  // "/home/me/toy.yaml --set seed=2"
};

/// What of a run names its note: without profile, stand-ins and limits.
study::RunSpec naming_part(study::RunSpec spec);

/// A note as text, and read again; `source` names the file in messages.
/// throws  DataError for what is not UTF-8; for text that is no JSON, a duplicate, missing or unknown field, a
///         wrong type
std::string note_text(const NotedRun& run);
NotedRun note_from_text(std::string_view text, const std::string& source);

/// The notes of a folder of results, by their files' names.
/// throws  DataError for a damaged one, where `damaged` does not take its message
std::vector<NotedRun> noted_runs(const std::filesystem::path& out,
                                 std::vector<std::string>* damaged = nullptr);

/// Why the file that a note names is not read as a config: a note may be a stranger's and name any file, of which no
/// message may show a word. "" for one that has a line `experiment: ...`, in order or not, and for one that is not there.
std::string foreign_file_error(const std::filesystem::path& config);

/// Whether any run is noted in a folder of results.
bool has_notes(const std::filesystem::path& out);

/// The name of the file of a note: of the config, and of a hash of what names it.
std::string note_name(const study::RunSpec& spec);

/// SHA-256 of a config's bytes, as notes hold it.
std::string config_sha256(const std::filesystem::path& config);

/// Whether the record with this key may be of a run before the first note.
class OlderRecords {
 public:
  explicit OlderRecords(const std::filesystem::path& out);
  bool may_hold(const std::string& key) const { return !has_notes_ || keys_.contains(key); }

 private:
  bool has_notes_ = false;
  std::set<std::string> keys_;
};

}  // namespace preimage::suite::run
