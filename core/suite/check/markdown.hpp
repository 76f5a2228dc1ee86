// The outcome of `check` as a comment on a change: what people read first.
#pragma once

#include <string>
#include <vector>

#include "suite/check/chosen_tables.hpp"
#include "suite/check/regression.hpp"

namespace preimage::suite::check {

/// A text as it may stand in one field of a Markdown table, or in one line.
std::string in_field(const std::string& text);

/// "**moved**: 2 of 12 numbers ...", "**held**: ...", a line. Below it, where numbers moved or are missing, a Markdown
/// table of those: old and new value, tolerance, reading, and the command that computes it.
/// chosen  the configs that were named, if any
std::string as_markdown(const std::vector<NumberChange>& changes, const CheckOptions& options,
                        const std::vector<ChosenTable>& chosen);

/// The same where nothing could be held: "**cannot say**: why".
std::string no_verdict_markdown(const std::string& why);

}  // namespace preimage::suite::check
