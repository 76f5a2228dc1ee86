// Pieces of HTML that several parts of the page are made of.
#pragma once

#include <string>
#include <string_view>

#include "suite/report/page.hpp"

namespace preimage::suite::report {

/// The text with "+-" as the sign.
std::string with_plus_minus(std::string text);

/// Text as HTML, "+-" as the sign.
std::string html_text(std::string_view text);

/// The text as the value of an id: letters, digits, '-' and '_'.
std::string html_anchor(const std::string& prefix, std::string_view text);

/// A word with a colour: "reproduced (provisional)" has the class of "reproduced".
std::string html_badge(std::string_view word, std::string_view text);

/// A z value: one decimal, its sign, and no sign for 0.
std::string html_signed(double value);

/// What the script needs to know of a number's element: ` data-number="3" data-paper=...`.
std::string html_number_attributes(const Page& page, std::size_t number);

/// What a screen reader says of the number's button, as the value of an attribute.
std::string html_number_label(const Page& page, std::size_t number);

/// A figure with its caption; what would make the page larger than `budget` bytes is named instead of
/// embedded.
/// budget  bytes that are left, taken from.
/// throws  DataError for a file that cannot be read
std::string html_figure(const PageFigure& figure, std::size_t& budget);

/// The text of a term, or "".
std::string fact(const Facts& facts, std::string_view term);
/// The same without the remark in parentheses: "0.0814 +- 0.0021".
std::string bare_fact(const Facts& facts, std::string_view term);
/// Our number so, of real data or of such as stand in for them.
std::string bare_ours(const Facts& facts);

}  // namespace preimage::suite::report
