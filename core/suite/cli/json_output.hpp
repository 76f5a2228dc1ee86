// What `--json` prints: one document, described in core/docs/program.md.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace preimage::suite::cli {

using Json = nlohmann::ordered_json;

/// {"format": "preimage-plan", "version": 1}: what a document begins with. The version is raised when a key
/// is taken away or means something else.
Json json_document(const std::string& verb);

/// On standard output, in ASCII: everything else is escaped.
void print_json(const Json& document);

}  // namespace preimage::suite::cli
