// Results as JSON: the documented interface for other programs (core/docs/program.md,
// core/docs/table.schema.json).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "suite/results/result_set.hpp"

namespace preimage::suite::render {

using Json = nlohmann::ordered_json;

/// What `table --json` prints: {"format": "preimage-table", "version": 1, "tables": ..., "papers": ...}.
/// Every number of every reading at full precision; null where there is none, and for a number that is not
/// finite. The version is raised when a key is taken away or means something else.
Json to_json(const std::vector<results::ResultSet>& sets);

/// A map per paper: its key, how many printed numbers it has here, and the counts of counts_of with
/// underscores.
Json to_json(const std::map<std::string, results::ScoreCount>& papers);

/// A document as a file: what is no UTF-8 becomes the replacement character.
template <class AnyJson>
std::string json_text(const AnyJson& root) {
  return root.dump(1, ' ', false, AnyJson::error_handler_t::replace) + "\n";
}

/// null of nothing.
template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// null of "".
Json text_or_null(const std::string& text);

/// {name, published, ours, verdict} as in a table; null where there is none.
Json judged_json(const std::string& name, const records::Published& published,
                 const std::optional<records::Estimate>& ours,
                 const std::optional<records::Verdict>& verdict);

}  // namespace preimage::suite::render
