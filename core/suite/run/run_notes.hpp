// Which configs were run into a folder of results, and how: what `clean` has to know of other people's runs,
// and what `table` and `report` show where no config is named.
// A note is a file per run and content of its config, `.configs/runs/<config>-<16 digits of its own
// SHA-256>.json`. It is written whole and never changed, so runs at once need no lock, and who gives a run up
// removes its notes.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "suite/study/plan.hpp"

namespace preimage::suite::run {

/// Notes in which way each config of the plan is run, before its first record is written. With the first note
/// of a folder the keys of the records that are there already are kept: which configs those are of was not
/// noted.
/// throws  DataError where that cannot be written, or a folder of the results is a link
/// cost    a hash and a read per config where it is noted already
void note_runs(const study::Plan& plan, const study::SelectionOptions& options, const data::DataSource& data);

/// The folder of data that the options or the environment name, as a note holds it.
std::optional<std::filesystem::path> data_folder(const study::SelectionOptions& options,
                                                 const data::DataSource& data);

/// "/home/me/toy.yaml --set seed=2 --profile paper": without the folder of data.
std::string run_text(const study::RunSpec& spec);

/// What a note says; in a manifest, what all notes of one config and way say together.
struct Note {
  study::RunSpec spec;                       // in a manifest: its config where that lies now, if it is found
  std::set<std::string> config_sha256 = {};  // of the config's bytes, each time that they were others
  std::filesystem::path relative =
      {};                  // the config from the folder of results; "" where there is no way to it
  bool is_of_0_1 = false;  // its file is named otherwise and has all ways of its config
  std::vector<std::filesystem::path> files = {};  // that say so
};

/// Whether any run is noted in a folder of results.
/// cost  reads names alone
bool has_notes(const std::filesystem::path& out);

/// All that was run into a folder.
struct Manifest {
  std::vector<Note> runs;  // by config and way, each once
  std::vector<study::NotPlanned>
      rest;  // notes that are damaged, unreadable or misnamed, with the file and why
};

/// The union of the notes in a folder of results, also of those of version 0.1. Ways that differ in
/// --max-cells alone are one, with the larger limit. A config that is gone is taken from where it lies from
/// the folder, which may have moved with it.
/// cost  reads each note once
Manifest read_manifest(const std::filesystem::path& out);

/// A note as text, and read again; `source` names the file in messages. A note of 0.1 has several, one for
/// each of its `ways`.
/// throws  DataError for what is not UTF-8; for text that is no JSON, a duplicate, missing or unknown field,
///         a wrong type
/// requires  one hash of the config's bytes
std::string note_text(const Note& note);
std::vector<Note> notes_from_text(std::string_view text, const std::string& source);

/// Why the file that a note names is not read as a config: a note may be a stranger's and name any file, of
/// which no message may show a word. "" for YAML with a key `experiment`, and for a file that is not there.
std::string foreign_file_error(const std::filesystem::path& config);

/// SHA-256 of a config's bytes, as notes hold it.
std::string config_sha256(const std::filesystem::path& config);

/// The keys of the records that may be of a run before the first note; nothing where none is noted: all may be.
std::optional<std::set<std::string>> older_records(const std::filesystem::path& out);

}  // namespace preimage::suite::run
