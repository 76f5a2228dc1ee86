// The names of a config's tables and figures: <out>/<profile>/<experiment>/<config><variant>.txt and so on.
// Two runs that compute something else never share a name.
#pragma once

#include <filesystem>
#include <string>

#include "suite/study/options.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// What sets the tables of this run apart from those of the plain one, which runs the config and the profile
/// as they are written; "" for that one, else of these parts those that apply:
///   ".modified-1a2b3c4d"   overrides that change what is computed or said, by their hash
///   ".reading-raw-pixels"  readings that are not the profile's
///   ".repetitions-20"      repetitions that are not the profile's
std::string variant_of(const study::Plan& plan, const study::Study& study,
                       const study::SelectionOptions& options);

/// The path without ending: <out>/<profile>/<experiment>/<config><variant>.
std::filesystem::path result_stem(const study::Plan& plan, const study::Study& study,
                                  const study::SelectionOptions& options);

/// The variant in a table's file name, or "" of a plain run's.
std::string variant_in(const std::filesystem::path& file);

/// Whether it is that of a run with overrides.
bool is_modified(const std::string& variant);

/// What lies beside the table <stem>.csv: <stem>.confusion.csv, <stem>.outputs.csv with the errors of each
/// output column, and <stem>.provenance.csv.
std::filesystem::path confusion_path(std::filesystem::path table);
std::filesystem::path output_errors_path(std::filesystem::path table);
/// Whether a CSV file of this name is a table, and neither of these nor timings.
bool is_table(const std::filesystem::path& file);

/// throws  ConfigError where the folder of results holds tables of another config of the same name and
///         experiment (another path and another content, and the other one is still there), where the
///         config's name could be taken for a variant's or for that of a file beside tables, and where the
///         names of its files are longer than file systems allow
void require_own_name(const study::Plan& plan, const study::Study& study,
                      const study::SelectionOptions& options);

/// Writes down that tables of this name are this config's, so that require_own_name knows.
void claim_name(const study::Study& study, const std::filesystem::path& out);

}  // namespace preimage::suite::results
