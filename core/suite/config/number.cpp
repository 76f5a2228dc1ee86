#include "suite/config/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace preimage::suite::config {

namespace {

/// Removes digits from the front and returns them.
std::string_view taken_digits(std::string_view& text) {
  const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
  text.remove_prefix(digits.size());
  return digits;
}

bool take_sign(std::string_view& text) {
  const bool found = !text.empty() && (text.front() == '+' || text.front() == '-');
  if (found) text.remove_prefix(1);
  return found;
}

/// Digits without a leading zero: `010` is 8 to one reader and 10 to another.
bool take_whole_part(std::string_view& text) {
  const bool starts_with_zero = !text.empty() && text.front() == '0';
  const std::size_t digits = taken_digits(text).size();
  return digits == 1 || (digits > 1 && !starts_with_zero);
}

bool is_decimal(std::string_view text) {
  take_sign(text);
  if (!take_whole_part(text)) return false;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    if (taken_digits(text).empty()) return false;
  }
  if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
    text.remove_prefix(1);
    take_sign(text);
    if (taken_digits(text).empty()) return false;
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

/// Whether a decimal that from_chars found out of range is below the smallest double, not beyond the largest:
/// whether its first digit that is not 0 is behind the point. Requires parse_decimal's spelling.
bool is_below_range(const std::string& number) {
  const std::optional<std::string> exact = exact_decimal(number);
  if (!exact) return number.find_first_of("eE") + 1 == number.rfind('-');  // by the sign of a long exponent
  const std::size_t e = exact->find('e'), digits = e - (exact->front() == '-' ? 1 : 0);
  return *parse_integer(exact->substr(e + 1)) + static_cast<long>(digits) - 1 < 0;
}

std::string without(std::string_view text, char character) {
  std::string rest(text);
  std::erase(rest, character);
  return rest;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// Whether `separator` parts digits from the right into groups of three: 1,234,567. Requires one separator at
/// least.
bool has_groups_of_three(std::string_view digits, char separator) {
  std::size_t group = digits.find(separator);
  if (group == 0 || group > 3) return false;
  while (group != std::string_view::npos) {
    digits.remove_prefix(group + 1);
    group = digits.find(separator);
    if ((group == std::string_view::npos ? digits.size() : group) != 3) return false;
  }
  return true;
}

/// The number that is left where the separators between thousands go; nothing where there are none.
std::optional<std::string> without_groups(std::string_view text, char separator) {
  std::string_view whole = text;
  take_sign(whole);
  whole = whole.substr(0, whole.find('.'));
  if (whole.find(separator) == std::string_view::npos || !has_groups_of_three(whole, separator))
    return std::nullopt;
  return plain_decimal(without(text, separator));
}

/// Of a text with commas.
std::string comma_advice(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::optional<std::string> large =
      point == std::string_view::npos || text.rfind(',') < point ? without_groups(text, ',') : std::nullopt;
  std::string_view in_front = text.substr(0, text.find(','));
  take_sign(in_front);
  const bool has_points = in_front.find('.') != std::string_view::npos;
  const bool one_comma = std::count(text.begin(), text.end(), ',') == 1;
  const std::optional<std::string> decimal = one_comma && (!has_points || has_groups_of_three(in_front, '.'))
                                                 ? plain_decimal(replaced(without(text, '.'), ",", "."))
                                                 : std::nullopt;
  if (large && decimal && point == std::string_view::npos)
    return " (a comma: type " + *decimal + ", or " + *large + " where it separates thousands)";
  if (large) return " (commas between thousands: type " + *large + ")";
  if (decimal) return " (a decimal comma: type " + *decimal + ")";
  return "";
}

}  // namespace

std::string_view without_blanks_around(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<double> parse_decimal(std::string_view text) {
  return is_decimal(text) ? convert<double>(text) : std::nullopt;
}

std::optional<long> parse_integer(std::string_view text) {
  return is_integer(text) ? convert<long>(text) : std::nullopt;
}

std::optional<std::string> plain_decimal(std::string_view text) {
  text = without_blanks_around(text);
  const std::string_view signed_text = text;
  std::string plain(signed_text.substr(0, take_sign(text) ? 1 : 0));
  std::string_view whole = taken_digits(text), fraction;
  const bool has_whole = !whole.empty();
  while (whole.size() > 1 && whole.front() == '0') whole.remove_prefix(1);
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    fraction = taken_digits(text);
  }
  if ((!has_whole && fraction.empty()) || text.starts_with('.')) return std::nullopt;  // "7..1"
  plain += has_whole ? whole : "0";
  if (!fraction.empty()) plain.append(".").append(fraction);
  plain += text;
  if (!is_decimal(plain)) return std::nullopt;
  return plain;
}

std::optional<double> read_decimal(std::string_view text) {
  if (const std::optional<double> value = parse_decimal(text)) return value;
  const std::optional<std::string> plain = plain_decimal(text);
  if (!plain) return std::nullopt;
  if (const std::optional<double> value = parse_decimal(*plain)) return value;
  if (!is_below_range(*plain)) return std::nullopt;
  return plain->front() == '-' ? -0.0 : 0.0;
}

std::optional<long> read_integer(std::string_view text) {
  if (const std::optional<long> value = parse_integer(text)) return value;
  const std::optional<std::string> plain = plain_decimal(text);
  if (!plain || text.find('.') != std::string_view::npos) return std::nullopt;
  return parse_integer(*plain);
}

std::optional<std::string> exact_decimal(std::string_view text) {
  const std::optional<std::string> plain = plain_decimal(text);
  if (!plain) return std::nullopt;
  std::string_view rest = *plain;
  const bool is_negative = rest.front() == '-';
  take_sign(rest);
  std::string digits(taken_digits(rest));
  long exponent = 0;
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    const std::string_view fraction = taken_digits(rest);
    digits += fraction;
    exponent = -static_cast<long>(fraction.size());
  }
  if (!rest.empty()) {
    rest.remove_prefix(rest[1] == '+' ? 2 : 1);  // e
    constexpr std::size_t kLong =
        18;  // digits that a long surely holds, and the sum with those of the fraction, too
    long written = 0;
    if (rest.size() > kLong) return std::nullopt;
    std::from_chars(rest.data(), rest.data() + rest.size(), written);
    exponent += written;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return "0";
  const std::size_t last = digits.find_last_not_of('0');
  exponent += static_cast<long>(digits.size() - 1 - last);
  return fmt::format("{}{}e{}", is_negative ? "-" : "", std::string_view(digits).substr(0, last + 1),
                     exponent);
}

std::string number_advice(std::string_view text) {
  constexpr std::string_view kMinus = "\xe2\x88\x92", kDash = "\xe2\x80\x93", kNoBreak = "\xc2\xa0",
                             kNarrow = "\xe2\x80\xaf", kRightQuote = "\xe2\x80\x99";
  text = without_blanks_around(text);
  if (plain_decimal(text)) return read_decimal(text) ? "" : " (no double is as large)";
  if (text.starts_with('<') || text.starts_with('>')) return " (a bound is no number)";
  if (text.ends_with('%')) {
    const std::string_view rest = without_blanks_around(text.substr(0, text.size() - 1));
    const std::optional<std::string> number = plain_decimal(rest);
    const std::optional<double> value = number ? read_decimal(*number) : std::nullopt;
    if (!value) return "";
    const double share = parse_decimal(*number + "e-2").value_or(*value / 100.0);
    return " (a per cent sign: type " + *number + " or " + number_text(share) + ")";
  }
  if (text.find(',') != std::string_view::npos) return comma_advice(text);
  const std::string minus = replaced(replaced(std::string(text), kMinus, "-"), kDash, "-");
  const std::string blanks = replaced(replaced(std::string(text), kNoBreak, " "), kNarrow, " ");
  std::string with_e(text);
  std::replace_if(
      with_e.begin(), with_e.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  const std::pair<const char*, std::optional<std::string>> meant[] = {
      {"its minus sign is not that of ASCII", plain_decimal(minus)},
      {"a non-breaking blank beside it", plain_decimal(blanks)},
      {"apostrophes between thousands", without_groups(replaced(std::string(text), kRightQuote, "'"), '\'')},
      {"blanks between thousands", without_groups(blanks, ' ')},
      {"an exponent with D", plain_decimal(with_e)}};
  for (const auto& [words, number] : meant)
    if (number) return fmt::format(" ({}: type {})", words, *number);
  return "";
}

std::string number_text(double value) {
  return fmt::format("{}", value);
}

}  // namespace preimage::suite::config
