// What the page warns of: what is not on it, or not as it was meant.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/render/page.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::cli {

/// A warning on the page, unless it has no lines.
void warn(render::Page& page, const std::string& title, std::vector<std::string> lines);

/// Of numbers that are missing, failed or not finite, of configs without data and records that cannot be
/// read.
/// skipped  configs whose data are not here
/// newer    records of a newer version
/// out      the folder of results
void add_warnings(render::Page& page, const std::vector<std::string>& skipped,
                  const records::RecordStore& store, const std::vector<std::string>& newer,
                  const std::filesystem::path& out);

/// Tables in the folder of the profile that a run with --set wrote, and that the page, which shows those of
/// the stems `shown`, does not.
std::vector<std::string> modified_tables(const render::Page& page, const study::SelectionOptions& options,
                                         const std::vector<std::filesystem::path>& shown);

/// Whether every cell ran and gave numbers.
bool has_all_numbers(const render::Page& page);

}  // namespace preimage::suite::cli
