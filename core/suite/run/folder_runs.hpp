// What was run into a folder of results, selected again: of verbs that are told no config.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "suite/run/selection.hpp"

namespace preimage::suite::run {

/// Configs that were run alike, as the command line would select them, and what that selects.
struct FolderPart {
  study::SelectionOptions options;
  data::DataSource data;
  Selection selection;
};

struct FolderRuns {
  std::deque<FolderPart> parts;      // at least one
  std::vector<std::string> remarks;  // a line each, of what is not shown or not as it was run
  bool is_whole = true;              // nothing that was run is left out
};

/// throws  DataError where no config is named and there is no folder of results that could tell
void require_folder(const study::SelectionOptions& options);

/// What table and report are about. Where options.configs names some: those, with the other options. Else what the notes
/// of the folder of results say was run there, with their profiles, overrides, readings, repetitions and data; the
/// options that were given choose among it. A folder without notes: all of configs/, and a remark.
///   has_profile  whether --profile was given
///   one_way      one profile, and real data or stand-ins: the default profile and real data where they are among
///                those that were run. What is left out by that is a remark
/// Of notes: one that is damaged, a config that is gone, or one that was changed and has no record as it is now is left
/// out, with a remark; a config that was changed and has some is shown as it is now, with a remark.
/// troubles  as for select, and only where options.configs or the lack of notes say which configs
/// throws    as select; DataError where notes are there and nothing is left of them, or nothing was run as the options say
FolderRuns folder_runs(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                       bool has_profile, bool one_way, std::vector<std::string>* troubles = nullptr);

/// The profile of a verb that knows no more than a folder: the given one, or else the default if it, or nothing, was noted,
/// or else the first of those that were. Damaged notes count for none.
/// throws  ConfigError for one that is no name of a folder below `out`
std::string folder_profile(const std::filesystem::path& out, const std::string& given, bool has_profile);

/// Configs that were run into the folder as they are written, under this profile, and that are still there; sorted. Damaged
/// notes count for none.
std::vector<std::filesystem::path> plainly_run_configs(const std::filesystem::path& out,
                                                       const std::string& profile);

/// These options of one config with the data of its plain runs in the folder, as the notes say them: the folder of data,
/// and stand-ins where it was run with nothing else. Without a note the options as they are.
study::SelectionOptions with_noted_data(study::SelectionOptions one);

}  // namespace preimage::suite::run
