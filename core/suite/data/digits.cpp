#include "suite/data/digits.hpp"

#include <array>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::suite::data {

Digits first_per_class(const Digits& digits, std::size_t per_class, const std::string& source) {
  std::array<std::size_t, 10> taken{};
  std::vector<arma::uword> rows;
  Digits selection;
  for (std::size_t i = 0; i < digits.labels.size(); ++i) {
    std::size_t& count = taken.at(static_cast<std::size_t>(digits.labels[i]));
    if (count == per_class) continue;
    ++count;
    rows.push_back(i);
    selection.labels.push_back(digits.labels[i]);
    selection.ids.push_back(digits.ids[i]);
  }
  for (std::size_t digit = 0; digit < taken.size(); ++digit)
    if (taken[digit] < per_class)
      throw DataError(fmt::format("{}: expected {} samples of class {}, found {}", source, per_class, digit,
                                  taken[digit]));
  selection.pixels = digits.pixels.rows(arma::uvec(rows));
  return selection;
}

}  // namespace preimage::suite::data
