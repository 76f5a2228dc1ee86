// What was run into a folder of results, selected again: of verbs that are told no config.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "suite/run/run_notes.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::run {

/// Configs that were run alike, as the command line would select them, and what that selects.
struct FolderPart {
  study::SelectionOptions options;
  data::DataSource data;
  Selection selection;
};

struct FolderRuns {
  std::deque<FolderPart> parts;            // at least one
  std::vector<std::string> unknown_notes;  // Manifest::unknown
  std::vector<std::string> left_out;       // a line for each config that was run and is not shown
  std::vector<std::string> altered;  // a line for each that is not shown as it was run, or not asked for
  bool is_whole() const { return unknown_notes.empty() && left_out.empty(); }
  /// All of these lines.
  std::vector<std::string> remarks() const;
};

/// throws  DataError where no config is named and there is no folder of results that could tell
void require_folder(const study::SelectionOptions& options);

/// What table and report are about. Where options.configs names some: those, with the other options. Else what the notes
/// of the folder of results say was run there, with their profiles, overrides, readings, repetitions and data; the
/// options that were given choose among it. A folder without notes: all of configs/, and a remark.
///   has_profile  whether --profile was given
///   one_way      one profile, and real data or stand-ins: the default profile and real data where they are among
///                those that were run. What is left out by that is a remark
/// Of notes: one that is damaged, a config that is gone, cannot be planned, or was changed and has no record as it is now is left
/// out, with a remark; a config that was changed and has some is shown as it is now, with a remark.
/// troubles  as for select, and only where options.configs or the lack of notes say which configs
/// throws    as select; DataError where notes are there and nothing is left of them, or nothing was run as the options say
FolderRuns folder_runs(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                       bool has_profile, bool one_way, std::vector<std::string>* troubles = nullptr);

/// The profile of a verb that knows no more than a folder: the given one, or else the default if it, or nothing, was noted,
/// or else the first of those that were. Damaged notes count for none.
/// throws  ConfigError for one that is no name of a folder of results
std::string folder_profile(const Manifest& manifest, const std::string& given, bool has_profile);

/// Configs that were run into the folder as they are written, under this profile, and that are still there, each once: with the
/// folder of data, where that is there, and with stand-ins where it was run with nothing else.
std::vector<study::RunSpec> plain_runs(const Manifest& manifest, const std::string& profile);

}  // namespace preimage::suite::run
