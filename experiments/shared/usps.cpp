#include "experiments/shared/usps.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"

namespace preimage::experiments::shared {

using namespace suite::data;

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

namespace {

/// The place of a number, for messages.
struct Place {
  const std::string& source;
  std::size_t line;
};

[[noreturn]] void fail(const Place& place, const std::string& message) {
  throw DataError(fmt::format("{}:{}: {}", place.source, place.line, message));
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

/// Removes one number from the front of `rest` (std::from_chars: 2 million of them take 0.05 s).
double take_number(std::string_view& rest, std::size_t field, const Place& place) {
  skip_blanks(rest);
  if (rest.empty()) fail(place, fmt::format("expected {} fields, found {}", kDigitPixels + 1, field));
  double value = 0.0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  const auto used = static_cast<std::size_t>(end - rest.data());
  const bool whole = used == rest.size() || rest[used] == ' ' || rest[used] == '\t';
  if (error != std::errc{} || !whole || !std::isfinite(value))
    fail(place, fmt::format("field {}: expected a number, found {}", field + 1,
                            base::excerpt(rest.substr(0, rest.find_first_of(" \t")))));
  rest.remove_prefix(used);
  return value;
}

int take_label(std::string_view& rest, const Place& place) {
  const double value = take_number(rest, 0, place);
  if (value < 0.0 || value > 9.0 || value != std::floor(value))
    fail(place, fmt::format("field 1: expected a label 0..9, found {}", value));
  return static_cast<int>(value);
}

void take_pixels(std::string_view& rest, std::vector<double>& pixels, const Place& place) {
  for (std::size_t i = 0; i < kDigitPixels; ++i) {
    const double pixel = take_number(rest, i + 1, place);
    if (std::abs(pixel) > 1.0)
      fail(place, fmt::format("field {}: expected a pixel in [-1, 1], found {}", i + 2, pixel));
    pixels.push_back(pixel);
  }
  skip_blanks(rest);
  if (!rest.empty()) fail(place, fmt::format("expected {} fields, found more", kDigitPixels + 1));
}

}  // namespace

Digits parse_usps(std::string_view text, const std::string& source) {
  const auto lines = split_lines(text, source);
  if (lines.empty()) throw DataError(source + ": empty, expected one digit per line");
  Digits digits;
  std::vector<double> pixels;  // grows with what is there: empty lines must not ask for 2 KB each
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Place place{source, i + 1};
    std::string_view rest = lines[i];
    digits.labels.push_back(take_label(rest, place));
    take_pixels(rest, pixels, place);
  }
  digits.pixels = arma::mat(pixels.data(), kDigitPixels, lines.size(), false, true).t();
  digits.ids.resize(lines.size());
  std::iota(digits.ids.begin(), digits.ids.end(), std::size_t{0});
  return digits;
}

Digits load_usps(const std::filesystem::path& path) {
  return parse_usps(read_maybe_compressed(path), path.string());
}

}  // namespace preimage::experiments::shared
