// Pairs of strings in two columns, "input -> output", as a picture.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "suite/figures/canvas.hpp"

namespace preimage::suite::figures {

struct TextSheet {
  std::string title;                                      // may be empty
  std::pair<std::string, std::string> headings;           // both may be empty
  std::vector<std::pair<std::string, std::string>> rows;  // at least one
  std::size_t text_scale = 2;
};

/// Draws the rows with an arrow between the columns; each column is as wide as its longest text, so nothing
/// is cut off. Bytes outside printable ASCII are boxes. Throws std::invalid_argument without rows.
Canvas text_sheet(const TextSheet& sheet);

}  // namespace preimage::suite::figures
