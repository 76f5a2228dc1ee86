#include "suite/data/times.hpp"

#include <chrono>
#include <cmath>

#include <fmt/format.h>
#include <re2/re2.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/output_rows.hpp"

namespace preimage::suite::data {

std::optional<IsoTime> read_iso_time(std::string_view text) {
  using std::chrono::day, std::chrono::month, std::chrono::year;
  static const re2::RE2 form(R"((?:(\d{4})-(\d\d)(?:-(\d\d)|$)|(\d\d)\.(\d\d)\.(\d{4})))"
                             R"((?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?)"
                             R"((Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?)?)");
  std::string years, months, days, first_day, its_month, its_year, hour, minute, second, zone, sign, east,
      east_minute;
  if (!re2::RE2::FullMatch(text, form, &years, &months, &days, &first_day, &its_month, &its_year, &hour,
                           &minute, &second, &zone, &sign, &east, &east_minute))
    return std::nullopt;
  const auto number = [](const std::string& digits, double otherwise = 0.0) {
    return config::read_decimal(digits).value_or(otherwise);
  };
  const bool day_first = !its_year.empty();
  const std::chrono::year_month_day date(
      year(static_cast<int>(number(day_first ? its_year : years))),
      month(static_cast<unsigned>(number(day_first ? its_month : months))),
      day(static_cast<unsigned>(number(day_first ? first_day : days, 1.0))));
  if (!date.ok()) return std::nullopt;
  const double offset = 3600.0 * number(east) + 60.0 * number(east_minute);  // east of UTC it is later
  return IsoTime{std::chrono::duration<double>(std::chrono::sys_days(date).time_since_epoch()).count() +
                     3600.0 * number(hour) + 60.0 * number(minute) + number(second) +
                     (sign == "-" ? offset : -offset),
                 !zone.empty()};
}

void TimeRows::add(const TableReader& table) {
  if (!column_) return;
  const std::string& text = table.text(*column_);
  const bool is_gap = is_missing_number(table, *column_, words_);
  const bool calls_date = table.format(*column_).numbers == TableReader::NumberType::none;
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
