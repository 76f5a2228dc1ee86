// Where a plan comes from: options, or what the notes of a folder of results say was run there.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "suite/records/record_store.hpp"
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

/// The readings of the profile, or the one that the options name, of each config, with their cells listed;
/// with options.sweep its points, in their order, in place of readings.
/// throws  ConfigError, also for a sweep over several configs, and for more cells than options.max_cells;
///         DataError; a data set that is not found is one, unless options.skip_missing leaves its configs out
study::Plan plan_configs(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                         const data::DataSource& data, Faulty faulty = Faulty::thrown);

/// The same with the cells counted and not listed.
study::Plan count_configs(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                          const data::DataSource& data, Faulty faulty = Faulty::thrown);

/// The same of the one reading that a verb is about.
/// throws  ConfigError also where the options name no config or several, or one with several readings
study::PlannedReading count_one(const study::SelectionOptions& options,
                                const study::ExperimentTable& experiments, const data::DataSource& data,
                                const std::string& verb);

/// What of the runs in a folder is planned.
enum class Ways {
  all,  // in every way, as the options choose
  /// One profile, and real data or stand-ins: the default profile and real data where they are among those.
  shown,
  /// As `shown`; of named configs these alone, as they were run under the profile, or else as the options
  /// say.
  printed,
  /// Configs as they are written, of the profile, each once, with real data where it was run so; named ones
  /// as `printed`. Of others is said only that they are gone, or no config.
  plain,
  kept  // all, with the very data of the note
};

/// The plan of a verb that is about a folder of results. Where given.configs names some: those, with the
/// other options (but for `printed` and `plain`). Else what the notes of the folder say was run there, with
/// their profiles, overrides, readings, repetitions and data; the options that were given choose among it,
/// and a config as it is written comes before what was changed of it. A folder without notes: all of configs/
/// (`plain`, `kept`: nothing).
///   faulty  of given.configs, or of configs/
/// Plan::rest says what of it is not planned, or not as it was run: a config that was changed and has records
/// as it is now is planned so, and not planned without any.
/// throws  as plan_configs of what is named, of configs/ and of `plain`; of other notes nothing
study::Plan plan_folder(const study::SelectionOptions& given, const study::ExperimentTable& experiments,
                        Ways ways, Faulty faulty = Faulty::thrown);

/// throws  DataError where nothing of a folder is planned though runs are noted, with the reasons
void require_planned(const study::Plan& plan, const std::filesystem::path& out);

/// Whether any of its cells has a record.
bool has_record(const study::Plan& plan, const records::RecordStore& store);

/// throws  DataError where no config is named and there is no folder of results that could tell
void require_folder(const study::SelectionOptions& options);

/// Why one is not planned, in words. Of no_data "toy: why", of refused "toy.yaml: why".
/// out  the folder of results
std::string line_of(const study::NotPlanned& one, const std::filesystem::path& out = {});

/// Of all with one of these reasons; each line once.
std::vector<std::string> lines_of(const study::Plan& plan, const std::set<study::Why>& reasons,
                                  const std::filesystem::path& out = {});

/// Why a config that was run is left out.
inline const std::set<study::Why> kLeftOut = {study::Why::gone, study::Why::foreign, study::Why::unplannable,
                                              study::Why::rewritten};

/// Of plan_folder: damaged notes, what is left out, what is not shown as it was run.
std::vector<std::string> remarks_of(const study::Plan& plan, const std::filesystem::path& out);

/// What lacks its data, on stderr.
void report_skipped(const study::Plan& plan);

/// The profile of a verb that knows no more than a folder: the given one, or else the default if it, or
/// nothing, was noted, or else the first of those that were. Damaged notes count for none.
/// throws  ConfigError for one that is no name of a folder of results
std::string folder_profile(const std::filesystem::path& out, const std::string& given, bool has_profile);

}  // namespace preimage::suite::run
