// What `check` is about: the numbers of a results folder as its records are now, and those of a reference.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/records/reasons.hpp"
#include "suite/results/regression.hpp"
#include "suite/results/result_numbers.hpp"
#include "suite/results/score.hpp"
#include "suite/study/options.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// What `check` compares or updates.
struct CheckOptions {
  std::vector<std::filesystem::path> configs;  // only their numbers; none: every table's
  std::filesystem::path latest, reference;
  std::string profile = "quick";
  bool has_reference = false;  // whether it was given; else it is the program's own
  bool has_profile = false;    // whether it was given; else the notes of `latest` may say another
  bool update = false;
  bool published = false;
  bool same_data = false;                                      // other data than the reference's are refused
  bool bisect = false;                                         // the exit codes of `git bisect run`
  std::vector<std::filesystem::path> spread;                   // --update: runs under other BLAS core types
  std::optional<std::filesystem::path> junit, json, markdown;  // the outcome for CI
};

/// A config that is named, and where its plain table lies in the folder of a profile: "own_data/points.csv".
struct ChosenTable {
  std::filesystem::path config, table;
  bool is_outside = false;     // its numbers are a program's of the user, on data that are not known
  bool runs_programs = false;  // which `run` asks to be allowed
};

/// The one whose config has this name; nullptr where none has.
const ChosenTable* chosen_named(const std::vector<ChosenTable>& chosen, const std::string& config);

/// Those of options.configs, in their order.
/// throws  ConfigError for a config that cannot be read, that lacks the profile, or that is named like
///         another
std::vector<ChosenTable> chosen_tables(const CheckOptions& options,
                                       const study::ExperimentTable& experiments);

/// What the plan of options.latest, or of options.configs, is made by.
study::SelectionOptions selection_of(const CheckOptions& options);

/// Whether numbers are read from records; else from tables alone.
bool has_records(const CheckOptions& options);

/// "preimage run my.yaml --profile paper --out out --allow-commands": what computes a config's numbers again.
/// reading  all where it is ""
std::string run_command(const CheckOptions& options, const std::filesystem::path& config,
                        const std::string& reading, bool runs_programs);

/// The numbers of plain tables below `folder` (of one profile): of the chosen ones, or of all where none is
/// chosen.
/// throws  DataError where one is not there
NumberSet plain_numbers(const std::filesystem::path& folder, const std::vector<ChosenTable>& chosen);

/// The numbers of plain runs in options.latest: of the chosen configs, or else of those that were run into
/// the folder as they are written and are still there, from their records as configs, data and program are
/// now. Of a folder without records from its tables. Beside records tables are taken for what they are where
/// configs are gone, not known, or no YAML, or where their data are not here: remarks say so.
/// throws  DataError naming the command where cells are missing, with options.bisect and options.update also
///         where they failed (else they are numbers without a value), or where there is no table
struct LatestNumbers {
  NumberSet numbers;
  std::vector<std::string> remarks;  // on what is not known from records, and on damaged notes
  /// Sameness::data_of: of configs with data, and with --same-data of programs.
  std::set<std::string> data_of;
};
/// plan  of the folder, by run::Ways::plain; nothing where it has no records
LatestNumbers latest_numbers(const CheckOptions& options, study::Plan plan,
                             const std::vector<ChosenTable>& chosen);

/// What is compared with published numbers.
struct PublishedNumbers {
  std::vector<NumberSet> numbers;      // by config and way of running it
  PaperClaims claims;                  // what the papers claim beside their numbers; of records alone
  std::vector<records::Paper> papers;  // of the configs that the numbers are of
  std::vector<records::Reason> reasons;
  std::map<std::string, std::string> commands;  // by config: run_command
  std::vector<std::string> remarks;             // what is left out, or not as it was run, a line each
  bool is_whole = true;                         // nothing that was run is left out
  bool is_of_tables = false;                    // the folder has no records
};

/// Those of all runs in options.latest but of modified readings: a number with other repetitions may
/// reproduce a published one, too. They are read from records, as configs, data, program and published
/// numbers are now; no table is believed. Of a folder of tables alone those count whose provenance names a
/// reading and a learner of a config that is there: a chosen one, or else one that comes with the program. They
/// are judged anew, by the mean, SD and repetitions in the table and by the printed numbers as they are now; a
/// printed number that a table lacks was not run.
/// Of the chosen configs alone where there are any; one that was not run is read as the options say.
/// plan    of the folder, by run::Ways::printed; nothing where it has no records
/// throws  ConfigError for a config that cannot be read
PublishedNumbers published_numbers(const CheckOptions& options, study::Plan plan,
                                   const study::ExperimentTable& experiments);

/// The reference's numbers.
/// throws  DataError of chosen configs for one that the reference does not have, or of which it has no number
NumberSet reference_numbers(const CheckOptions& options, const std::vector<ChosenTable>& chosen);

/// throws  DataError naming the first number whose reference was made from other data
void require_same_data(const std::vector<NumberChange>& changes, const CheckOptions& options,
                       const std::vector<ChosenTable>& chosen);

}  // namespace preimage::suite::results
