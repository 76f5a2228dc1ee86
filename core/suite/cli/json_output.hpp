// What `--json` prints: one document, described in core/docs/program.md.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "suite/results/result_table.hpp"

namespace preimage::suite::cli {

using Json = nlohmann::ordered_json;

/// {"format": "preimage-plan", "version": 1}: what a document begins with. The version is raised when a key is taken
/// away or means something else.
Json json_document(const std::string& verb);

/// A table with all its numbers at full precision; null stands where there is none, and for a number that is not finite.
Json json_of(const results::ResultTable& table, const std::string& config);

/// On standard output, in ASCII: everything else is escaped.
void print_json(const Json& document);

}  // namespace preimage::suite::cli
