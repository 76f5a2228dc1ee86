#include "suite/results/aligned_columns.hpp"

#include <algorithm>

namespace preimage::suite::results {

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string aligned_columns(const std::vector<Align>& columns,
                            const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths.at(c) = std::max(widths.at(c), width_of(row[c]));
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string room(widths[c] - width_of(row[c]), ' ');
      line += (c > 0 ? "  " : "") + (columns[c] == Align::right ? room + row[c] : row[c] + room);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace preimage::suite::results
