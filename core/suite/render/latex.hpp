// Text that LaTeX typesets as it is.
#pragma once

#include <string>
#include <string_view>

namespace preimage::suite::render {

/// UTF-8 text with the characters that mean something to LaTeX escaped, "+-" as a sign, the dagger raised,
/// and line ends as blanks.
std::string latex_escaped(const std::string& text);

/// "% text" and a line end: one line, whatever the text.
std::string latex_comment(const std::string& text);

/// A number as fmt prints it, in text and in formulas: "0.08" as it is, the sign of "-0.3" as a minus,
/// "9.8e-05" as a power of ten.
std::string latex_number(const std::string& number);

/// A text as part of the name of a command, which LaTeX makes of letters alone: words begin with a capital
/// and go on in small letters, digits are spelled, a point between digits, too, and everything else separates
/// words: "table_2" is TableTwo, "smoothed-0.8" SmoothedZeroPointEight, "1-vs-rest SVM" OneVsRestSvm.
std::string latex_command_letters(std::string_view text);

}  // namespace preimage::suite::render
