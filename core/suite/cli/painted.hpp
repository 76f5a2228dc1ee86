// Colours of a terminal. What they say is said in words, too.
#pragma once

#include <string>
#include <string_view>

namespace preimage::suite::cli {

enum class ColorChoice { automatic, always, never };

/// Whether a descriptor gets colours. automatic: a terminal that takes escape codes, TERM being neither unset nor "dumb",
/// where NO_COLOR is unset or "" (no-color.org).
bool has_colors(ColorChoice choice, int descriptor);

/// The text with escape codes: verdicts behind "verdict" and the words of claims at the end of a line (reproduced, holds
/// green; marginal, inconclusive, tie yellow; not reproduced, fails red), and what a line begins with: "failed:" and
/// "preimage:" (errors) red, "warning:" yellow. Without them it is the same text.
/// at_line_start  whether it begins a line
std::string painted(std::string_view text, bool at_line_start);

}  // namespace preimage::suite::cli
