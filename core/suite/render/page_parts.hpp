// Words and views that several parts of the page have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "suite/render/page.hpp"
#include "suite/render/template.hpp"

namespace preimage::suite::render {

/// The text with "+-" as the sign.
std::string with_plus_minus(std::string text);

/// The text as the value of an id: letters, digits, '-' and '_'; another character by its number.
std::string html_anchor(const std::string& prefix, std::string_view text);

/// What a paper is called on the page: its title; where another has that title, too, with venue and year.
std::string paper_name(const Page& page, const PagePaper& paper);
/// "A venue, 2002", or what is known of it.
std::string venue_text(const PagePaper& paper);

enum class TitlePart {
  whole,
  beginning  // "KDE, NIPS 2002, Table 2" of "KDE, NIPS 2002, Table 2: USPS, 1,000 digits"
};
/// What the tables of a config are called: its title, or the beginning of that; where another config has the
/// same, too, with the config's name.
std::string study_name(const Page& page, const PageStudy& study, TitlePart part = TitlePart::whole);

/// A number of the page with the parts of its table: all refer to the page.
struct ShownNumber {
  const PageStudy& study;
  const PageReading& reading;
  const results::TableHead& head;
  const results::TableRow& row;
  const std::string& column;
  const results::Number& number;
  std::string title() const;      // "classification loss, KDE"
  std::string label() const;      // of its reading, for which the filter asks
  std::string published() const;  // "" of data drawn by formula
  std::string ours() const;
  std::string interval() const;  // "" of a row of spreads
};
ShownNumber shown(const Page& page, const PageNumber& number);

/// Of the template `badge`: a text with the colour of a word, "reproduced" or "holds".
View badge(std::string_view word, const std::string& text);

/// Of `word`, which one of a claim, or of no verdict.
View claim_view(const std::string& word, const std::string& badge_text, const std::string& text);

/// What the filter and the colours call a verdict: "not reproduced"; "none" where there is none.
std::string verdict_word(const std::optional<records::Verdict>& verdict);

/// A number as a list and a table show it; of one that is not reproduced, but in another reading, two badges.
/// hindsight  nothing unless it is reproduced without hindsight; the reading where that is another one, else
///            ""
View number_view(const Page& page, std::size_t number, const std::optional<std::string>& hindsight);

/// Whether anything of the page is compared with printed numbers, or could be.
bool has_printed(const Page& page);

/// "2 claims"
std::string plural(std::size_t count, const std::string& word);

/// "a", "a and b", "a, b and c"
std::string listed(const std::vector<std::string>& parts);

/// A file as it is named on the page: from its folder on.
std::string shown_path(const Page& page, const std::filesystem::path& path);

/// Of the template `figure`; what would make the page larger than `budget` bytes is named and not embedded.
/// budget  bytes that are left, taken from
View figure_view(const Page& page, const results::ResultFigure& figure, std::size_t& budget);

}  // namespace preimage::suite::render
