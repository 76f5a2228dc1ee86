#include "suite/data/times.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <limits>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/output_rows.hpp"

namespace preimage::suite::data {

namespace {

/// Takes from the front of a text the first of the forms that it begins as, '0' for any digit.
/// returns  the numbers of two digits each; nothing where it begins as none of them
std::optional<std::vector<int>> take(std::string_view& text, std::initializer_list<std::string_view> forms) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto fits = [&](char form, char c) { return form == '0' ? is_digit(c) : form == c; };
  for (const std::string_view form : forms) {
    if (text.size() < form.size() || !std::equal(form.begin(), form.end(), text.begin(), fits)) continue;
    std::vector<int> numbers;
    for (std::size_t i = 0; i < form.size(); ++i) {
      if (form[i] != '0') continue;
      numbers.push_back(10 * (text[i] - '0') + (text[i + 1] - '0'));
      ++i;
    }
    text.remove_prefix(form.size());
    return numbers;
  }
  return std::nullopt;
}

/// Seconds of hours, minutes and seconds, of which the last may be left out; NaN where one is too large.
double seconds_of(std::vector<int> clock) {
  clock.resize(3);
  if (clock[0] > 23 || clock[1] > 59 || clock[2] > 59) return std::numeric_limits<double>::quiet_NaN();
  return 3600.0 * clock[0] + 60.0 * clock[1] + clock[2];
}

/// The digits behind a point, in seconds.
double fraction_of(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
  if (!text.starts_with('.') || end == 1) return 0.0;
  double seconds = 0.0, unit = 0.1;
  for (const char digit : text.substr(1, end - 1)) {
    seconds += unit * (digit - '0');
    unit /= 10.0;
  }
  text.remove_prefix(end);
  return seconds;
}

}  // namespace

std::optional<IsoTime> read_iso_time(std::string_view text) {
  using std::chrono::day, std::chrono::month, std::chrono::year;
  std::optional<std::vector<int>> date = take(text, {"0000-00-00"}), clock, zone;
  if (!date)
    if (const auto of_day = take(text, {"00.00.0000"}))
      date = {of_day->at(2), of_day->at(3), of_day->at(1), of_day->at(0)};
  const bool has_day = date.has_value();
  if (!has_day) date = take(text, {"0000-00"});
  if (!date) return std::nullopt;
  if (has_day)
    clock = take(text, {"T00:00:00", " 00:00:00", "T00:00", " 00:00"});
  else
    date->push_back(1);
  IsoTime time;
  if (clock) {
    time.seconds = seconds_of(*clock) + (clock->size() == 3 ? fraction_of(text) : 0.0);
    const double sign = text.starts_with('-') ? 1.0 : -1.0;  // east of UTC it is later
    zone = take(text, {"Z", "+00:00", "+0000", "+00", "-00:00", "-0000", "-00"});
    if (zone) time.seconds += sign * seconds_of(*zone);
    time.has_zone = zone.has_value();
  }
  const std::chrono::year_month_day day_of(year(100 * date->at(0) + date->at(1)),
                                           month(static_cast<unsigned>(date->at(2))),
                                           day(static_cast<unsigned>(date->at(3))));
  if (!text.empty() || !day_of.ok() || std::isnan(time.seconds)) return std::nullopt;
  time.seconds += std::chrono::duration<double>(std::chrono::sys_days(day_of).time_since_epoch()).count();
  return time;
}

void TimeRows::add(const TableReader& table) {
  if (!column_) return;
  const std::string& text = table.text(*column_);
  const bool is_gap = is_missing_number(table, *column_, words_);
  const bool calls_date = table.number_type(*column_) == TableReader::NumberType::none;
  const std::optional<double> number = calls_date ? std::nullopt : table.number(*column_);
  const std::optional<IsoTime> date = read_iso_time(config::without_blanks_around(text));
  if (is_gap || (!date && (!number || !std::isfinite(*number))))
    fail_at(
        table, *column_,
        fmt::format("expected a time, a number or a date like 2024-01-31 or 2024-01-31T09:30:00, found {}; a "
                    "row without one has no place in their order: take it out",
                    base::excerpt(text)));
  const bool has_zone = date && date->has_zone;
  if (times.empty()) {
    are_dates = date.has_value();
    have_zones_ = has_zone;
  }
  const auto form = [](bool is_date, bool zoned) {
    return !is_date ? "a number" : zoned ? "a date with a zone" : "a date without a zone";
  };
  if (are_dates != date.has_value() || have_zones_ != has_zone)
    fail_at(table, *column_,
            fmt::format("expected {} as in the first row, found {}", form(are_dates, have_zones_),
                        base::excerpt(text)));
  times.push_back(date ? date->seconds : *number);
}

}  // namespace preimage::suite::data
