// Pairs of strings in two columns, "input -> output", as SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace preimage::experiments::shared {

struct TextSheet {
  std::string id_prefix = "text-sheet";  // of the ids in the SVG: another one for each figure of a page
  std::string title;
  std::pair<std::string, std::string> headings;           // both may be empty
  std::vector<std::pair<std::string, std::string>> rows;  // at least one
};

/// An SVG 1.1 document: the rows in a font whose letters are equally wide, with an arrow between the columns.
/// Each column is as wide as its longest text, so nothing is cut off.
/// throws  std::invalid_argument where there is no row, and what svg_opening throws
std::string text_sheet_svg(const TextSheet& sheet);

}  // namespace preimage::experiments::shared
