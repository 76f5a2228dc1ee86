// Which configs were run into a folder of results, and how: what `clean` has to know of other people's runs.
// A file per config and its options, `.configs/runs/<config>-<8 digits>.json`; written once, never locked
// against readers, and removed by whoever gives the run's records up.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "suite/run/selection.hpp"

namespace preimage::suite::run {

/// Notes each config of the selection with what chooses its cells (--set, --reading, --repetitions, --data), before its
/// first record is written. With the first note of a folder the keys of the records that are there already are
/// kept: which configs those are of, nobody has noted.
/// throws  DataError where that cannot be written
void note_runs(const Selection& selection, const study::SelectionOptions& options,
               const data::DataSource& data);

/// The folder of data that the options or the environment name, as a note holds it.
std::optional<std::filesystem::path> data_folder(const study::SelectionOptions& options,
                                                 const data::DataSource& data);

struct NotedRun {
  std::filesystem::path file;       // the note
  study::SelectionOptions options;  // of one config; profile and folder of results are the reader's
  std::string text() const;         // "/home/me/toy.yaml --set seed=2"
};

/// A note as text, and read again: one config with what chooses its cells; `source` names the file in messages.
/// throws  DataError for what is not UTF-8; for text that is no JSON, a duplicate, missing or unknown field, a
///         wrong type
std::string note_text(const study::SelectionOptions& one);
study::SelectionOptions note_from_text(std::string_view text, const std::string& source);

/// The notes of a folder of results, by their files' names.
/// throws  DataError for a damaged one
std::vector<NotedRun> noted_runs(const std::filesystem::path& out);

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
