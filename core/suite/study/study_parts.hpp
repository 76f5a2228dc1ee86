// Parts of parse_study, for the files that it is written in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/study/study.hpp"

namespace preimage::suite::study {

/// `seed`, an integer from 0 to 2^63 - 1 as a text.
/// throws  ConfigError.
std::string parse_seed(const config::Reader& root);

/// `readings: {name: {note, choices_after_seeing, path: value, ...}}`. A reading that overrides do not fit is
/// as it is written, with Reading::refusal: only who runs it needs to know.
/// throws  ConfigError, also where the overrides fit none
std::vector<Reading> parse_readings(const config::Value& as_written,
                                    const std::vector<config::Override>& overrides,
                                    const ExperimentTable& experiments);

/// Whether all readings share what stands below a key of the config ("seed"): overriding it in one of them
/// would have no effect, or a wrong one.
bool is_of_whole_config(const std::string& key);

/// The config with the changes of a reading's entry: `path: value`.
/// throws  ConfigError for what all readings share, and for a path with `*`, with the paths to write in its
///         place
config::Value with_changes(const config::Value& root, const config::Reader& entry);

/// `readings: all`, also without the key, or a list of names.
std::vector<std::string> parse_reading_names(const config::Reader& reader,
                                             const std::vector<Reading>& readings);

/// `figures: none` or a list of files, of those that the experiment draws; without it all. The others are
/// taken out.
/// throws  ConfigError where the readings have some, but not all of the learners that a figure shows
void choose_figures(const config::Reader& root, std::vector<Reading>& readings);

/// `profiles: {name: {repetitions, readings, cell_time, cell_memory}}`
std::map<std::string, Profile> parse_profiles(const config::Reader& root,
                                              const std::vector<Reading>& readings);

/// `claims: {name: {text, measure, better, worse, ...}}`. Measure, learners and readings are names that there
/// are, and some reading has both learners.
std::vector<Claim> parse_claims(const config::Reader& root, const std::vector<Reading>& readings);

/// The names of all that some of the readings reports.
std::vector<std::string> measures_of(const std::vector<Reading>& readings);

/// The names of the learners of all readings, each once, sorted.
std::vector<std::string> learners_of(const std::vector<Reading>& readings);

/// throws  ConfigError "no measure 'los', did you mean 'loss'?" at the key where the name is none of `known`
void require_known(const config::Reader& reader, const std::string& key, const std::string& what,
                   const std::string& name, const std::vector<std::string>& known);

/// `paper: {key, authors, title, venue, year, url}`, or `paper: KEY` of a papers.csv in `folder`, where the
/// config lies; without it nothing is known but the key that `reproduces` begins with.
/// throws  ConfigError, also where `reproduces` is of another paper; DataError where papers.csv cannot be
///         read
records::Paper parse_paper(const config::Reader& root, const std::string& reproduces,
                           const std::filesystem::path& folder);

/// `published: FILE`, a ledger with the table `reproduces`; fills Study::published and Study::ledger.
/// throws  ConfigError where it has no such table, or one key is there without the other; DataError where it
///         cannot be read, or holds a table of another paper
void read_published(const config::Reader& root, Study& study);

/// throws  DataError "file:line: ..." for a row of `reproduces` whose learner or measure no reading has, or
///         whose column is not where the config places its learner
void check_published(const Study& study);

/// Fills Study::reasons from the file of reasons beside Study::published, where there is one.
/// throws  DataError as records::read_reasons; for a reason in a reading of `reproduces` that there is not,
///         and for a file that is a link out of its folder
void read_reasons(Study& study);

/// Fills Reading::modified and Study::written_profiles. An override counts where the reading would say or
/// compute anything else without it. Those of `profiles` never do: they say how often and within which limits
/// it runs.
void find_modifications(Study& study, const config::Value& as_written,
                        const std::vector<config::Override>& overrides, const ExperimentTable& experiments);

}  // namespace preimage::suite::study
