#include "preimage/base/number.hpp"

#include <charconv>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>

namespace preimage::base {

namespace {

/// Removes the digits in front and returns how many there were.
std::size_t take_digits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && text[n] >= '0' && text[n] <= '9') ++n;
  text.remove_prefix(n);
  return n;
}

bool take_sign(std::string_view& text) {
  const bool found = !text.empty() && (text.front() == '+' || text.front() == '-');
  if (found) text.remove_prefix(1);
  return found;
}

/// Digits without a leading zero: `010` is 8 to one reader and 10 to another.
bool take_whole_part(std::string_view& text) {
  const bool starts_with_zero = !text.empty() && text.front() == '0';
  const std::size_t digits = take_digits(text);
  return digits == 1 || (digits > 1 && !starts_with_zero);
}

bool is_decimal(std::string_view text) {
  take_sign(text);
  if (!take_whole_part(text)) return false;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    if (take_digits(text) == 0) return false;
  }
  if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
    text.remove_prefix(1);
    take_sign(text);
    if (take_digits(text) == 0) return false;
  }
  return text.empty();
}

bool is_integer(std::string_view text) {
  take_sign(text);
  return take_whole_part(text) && text.empty();
}

/// Requires a text that is_decimal or is_integer, of which std::from_chars knows all but the plus sign.
template <class T>
std::optional<T> convert(std::string_view text) {
  if (text.front() == '+') text.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;  // does not fit
  return value;
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
  return is_decimal(text) ? convert<double>(text) : std::nullopt;
}

std::optional<long> parse_integer(std::string_view text) {
  return is_integer(text) ? convert<long>(text) : std::nullopt;
}

std::string number_text(double value) {
  return fmt::format("{}", value);
}

}  // namespace preimage::base
