// Text for a screen: columns, and words that have a colour. Where a verdict is put into words, its colour is
// put beside it; without colours it is the same text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "suite/records/verdict.hpp"
#include "suite/results/fold_losses.hpp"

namespace preimage::suite::render {

enum class Tint { good, doubtful, bad };

/// As on the page: good where nothing speaks against the number (reproduced, consistent, no difference found);
/// marginal, inconclusive doubtful; not reproduced bad.
Tint tint_of(records::Agreement agreement);
/// holds good, tie doubtful, fails bad
Tint tint_of(results::ClaimVerdict verdict);

struct Tinted {
  struct Span {
    std::size_t begin, size;
    Tint tint;
  };
  std::string text;
  std::vector<Span> spans = {};  // in their order, none in another

  Tinted& add(std::string_view plain);
  Tinted& add(std::string_view word, Tint tint);
  Tinted& add(const Tinted& more);
  bool empty() const { return text.empty(); }
};

/// "reproduced (provisional)": the word has the colour.
Tinted tinted(const records::Verdict& verdict);

enum class Align { left, right };

/// Columns that a UTF-8 text takes on a screen, of characters that take one each.
std::size_t width_of(const std::string& text);

/// Cells beside each other with two blanks between, each filled up to its width, and none at the end of the
/// line.
Tinted padded_line(const std::vector<Tinted>& cells, const std::vector<std::size_t>& widths,
                   const std::vector<Align>& columns = {});

/// A line per row. Each column is as wide as its longest cell, so that no name breaks the lines.
/// columns  how each is aligned; a row has as many cells, or fewer
std::string aligned_columns(const std::vector<Align>& columns,
                            const std::vector<std::vector<std::string>>& rows,
                            const std::string& indent = "");

/// A text for Markdown, which has HTML and links: what would begin a tag, a comment or an autolink, or the
/// target of a link, is shown as it is, and a control character as a blank.
std::string markdown_text(const std::string& text);

/// The same in one field of a table, which a bar would end.
std::string in_field(const std::string& text);

/// A row of a Markdown table. Cells are escaped.
std::string markdown_row(const std::vector<std::string>& cells);
/// Its header, with the line below it.
std::string markdown_header(const std::vector<std::string>& names);

}  // namespace preimage::suite::render
