// Where a plan comes from: options, or what the notes of a folder of results say was run there.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "suite/run/run_notes.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::run {

/// The configs that the options name, or else all of configs/, sorted.
std::vector<std::filesystem::path> selected_configs(const study::SelectionOptions& options);

/// The search path and manifest that the options and the environment give, with a cache in the folder `cache`
/// beside the cells.
data::DataSource make_data_source(const study::SelectionOptions& options);

/// What becomes of a config that cannot be read or planned.
enum class Faulty {
  thrown,
  left_out  // as study::Why::refused, as long as any config is left
};

/// The readings of the profile, or the one that the options name, of each config, with their cells listed; with options.sweep its
/// points, in their order, in place of readings.
/// throws  ConfigError, also for a sweep over several configs, and for more cells than options.max_cells;
///         DataError; a data set that is not found is one, unless options.skip_missing leaves its configs out
study::Plan plan_configs(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                         const data::DataSource& data, Faulty faulty = Faulty::thrown);

/// The same with the cells counted and not listed.
study::Plan count_configs(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                          const data::DataSource& data, Faulty faulty = Faulty::thrown);

/// Which of the ways in which configs were run.
enum class Ways {
  all,
  one  // one profile, and real data or stand-ins: the default profile and real data where they are among those that were run
};

/// What verbs that show results are about. Where given.configs names some: those, with the other options. Else what the notes
/// of the folder of results say was run there, with their profiles, overrides, readings, repetitions and data; the
/// options that were given choose among it, and a config as it is written comes before what was changed of it. A folder
/// without notes: all of configs/.
///   has_profile  whether --profile was given
///   faulty       of given.configs, or of configs/
/// Of notes: one that is damaged, a config that is gone, cannot be planned, or was changed and has no record as it is now is
/// not planned; a config that was changed and has some is planned as it is now. Plan::rest says so.
/// throws  as plan_configs; DataError where notes are there and nothing is left of them, or nothing was run as the options say
study::Plan plan_folder(const study::SelectionOptions& given, const study::ExperimentTable& experiments,
                        bool has_profile, Ways ways, Faulty faulty = Faulty::thrown);

/// throws  DataError where no config is named and there is no folder of results that could tell
void require_folder(const study::SelectionOptions& options);

/// What is not planned for one of these reasons, in words; each line once. Of no_data "toy: why", of refused "toy.yaml: why".
/// out  the folder of results
std::vector<std::string> lines_of(const study::Plan& plan, const std::set<study::Why>& reasons,
                                  const std::filesystem::path& out = {});
/// Why a config that was run is left out.
inline const std::set<study::Why> kLeftOut = {study::Why::gone, study::Why::foreign, study::Why::unplannable,
                                              study::Why::rewritten};
/// The lines of plan_folder: damaged notes, what is left out, what is not shown as it was run.
std::vector<std::string> remarks_of(const study::Plan& plan, const std::filesystem::path& out);

/// What lacks its data, on stderr.
void report_skipped(const study::Plan& plan);

/// The profile of a verb that knows no more than a folder: the given one, or else the default if it, or nothing, was noted,
/// or else the first of those that were. Damaged notes count for none.
/// throws  ConfigError for one that is no name of a folder of results
std::string folder_profile(const Manifest& manifest, const std::string& given, bool has_profile);

/// Configs that were run into the folder as they are written, under this profile, and that are still there, each once: with the
/// folder of data, where that is there, and with stand-ins where it was run with nothing else.
std::vector<study::RunSpec> plain_runs(const Manifest& manifest, const std::string& profile);

}  // namespace preimage::suite::run
