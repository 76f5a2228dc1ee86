// Pieces of HTML that several parts of the page are made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "suite/render/page.hpp"
#include "suite/render/template.hpp"

namespace preimage::suite::render {

/// The text with "+-" as the sign.
std::string with_plus_minus(std::string text);

/// Text as HTML, "+-" as the sign.
std::string html_text(std::string_view text);

/// The text as the value of an id: letters, digits, '-' and '_'; another character by its number.
std::string html_anchor(const std::string& prefix, std::string_view text);

/// What a paper is called on the page: its title; where another has that title, too, with venue and year.
std::string paper_name(const Page& page, const PagePaper& paper);
/// "A venue, 2002", or what is known of it.
std::string venue_text(const PagePaper& paper);
/// "Title (A venue, 2002)"
std::string title_and_venue(const PagePaper& paper);

/// What the tables of a config are called: its title; where another config has it, too, with the config's name.
std::string study_name(const Page& page, const PageStudy& study);

/// A text with the colour of a word: "reproduced", "holds".
std::string html_badge(std::string_view word, std::string_view text);

/// What the filter and the colours call a verdict: "not reproduced"; "none" where there is none.
std::string verdict_word(const std::optional<records::Agreement>& agreement);
std::optional<records::Agreement> agreement_of(const std::optional<records::Verdict>& verdict);

/// The badge of a number's verdict, or of "no verdict"; of one that is not reproduced, but in another reading, two.
std::string html_verdict(const PageNumber& number);

/// z with one decimal and a typographic minus.
std::string html_z(const records::Verdict& verdict);

/// The mark of a number that is reproduced without hindsight; `in` names the reading where that is another one, else "".
std::string html_without_hindsight(const std::string& in);

/// What the script needs to know of a number's element: ` data-number="3" data-paper=...`.
/// without_hindsight  whether the element carries that mark
std::string html_number_attributes(const Page& page, std::size_t number, bool without_hindsight);

/// Whether anything of the page is held against printed numbers, or could be.
bool has_printed(const Page& page);

/// "2 claims"
std::string plural(std::size_t count, const std::string& word);

/// A text, or false where there is none: a template leaves out what is about it.
View view_of(const std::string& text);
View view_of(const std::vector<std::string>& texts);

/// A file as it is named on the page: from its folder on.
std::string shown_path(const Page& page, const std::filesystem::path& path);

/// A figure with its caption; what would make the page larger than `budget` bytes is named instead of
/// embedded.
/// budget  bytes that are left, taken from.
/// throws  DataError for a file that cannot be read
std::string html_figure(const Page& page, const PageFigure& figure, std::size_t& budget);

}  // namespace preimage::suite::render
