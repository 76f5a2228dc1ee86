// The outcome of `check` as a comment on a change: what people read first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suite/check/checked_results.hpp"
#include "suite/check/regression.hpp"

namespace preimage::suite::check {

/// A text as it may stand in one field of a Markdown table, or in one line.
std::string in_field(const std::string& text);

/// No more is written: what shows such files takes 1 MiB (a step summary of CI), and then nothing of a larger one.
inline constexpr std::size_t kMaxMarkdownBytes = 1000000;

/// The lines that fit into kMaxMarkdownBytes together with `bytes` that are there already; how many are left out.
struct FittingLines {
  std::string text;
  std::size_t left_out = 0;
};
FittingLines fitting_lines(const std::vector<std::string>& lines, std::size_t bytes);

/// "**moved**: 2 of 12 numbers ...", "**held**: ...", a line. Below it, where numbers moved or are missing, a Markdown
/// table of those, the worst first (missing ones, then by multiples of the tolerance) and as many as fit: old and new value,
/// tolerance, reading, and the command that computes it. Below that, how many are left out.
/// chosen  the configs that were named, if any
std::string as_markdown(const std::vector<NumberChange>& changes, const CheckOptions& options,
                        const std::vector<ChosenTable>& chosen);

/// The same where nothing could be held: "**cannot say**: why".
std::string no_verdict_markdown(const std::string& why);

}  // namespace preimage::suite::check
