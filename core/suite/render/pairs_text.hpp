// Printed numbers beside reruns of them, in words.
#pragma once

#include <string>

#include "suite/results/printed_pairs.hpp"

namespace preimage::suite::render {

/// A line per printed number in columns: printed, ours, z, verdict and what made it so; then the remarks, and
/// last how many numbers have which verdict.
std::string pairs_as_text(const results::JudgedPairs& judged);

/// The same as a Markdown table.
std::string pairs_as_markdown(const results::JudgedPairs& judged);

/// {"format": "preimage-verdict", "version": 1, "numbers": [{name, published, ours, verdict}], "remarks":
/// [...], "summary": "..."}; published, ours and verdict as in `table --json`, null where there is none.
std::string pairs_as_json(const results::JudgedPairs& judged);

}  // namespace preimage::suite::render
