#include "suite/data/times.hpp"

#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/output_rows.hpp"

namespace preimage::suite::data {

namespace {

/// A text, digit by digit.
class Digits {
 public:
  explicit Digits(std::string_view text) : text_(text) {}
  /// The number that the next digits are, of `least` to `most`.
  int number(std::size_t digits, int least, int most) {
    int value = 0;
    for (; digits > 0; --digits, text_.remove_prefix(1)) {
      if (text_.empty() || text_[0] < '0' || text_[0] > '9') return fit_ = false;
      value = 10 * value + (text_[0] - '0');
    }
    fit_ = fit_ && value >= least && value <= most;
    return value;
  }
  bool takes(char c) {
    const bool is_next = text_.starts_with(c);
    if (is_next) text_.remove_prefix(1);
    return is_next;
  }
  void require(char c) { fit_ = takes(c) && fit_; }
  bool has_digit() const { return !text_.empty() && text_[0] >= '0' && text_[0] <= '9'; }
  bool at_end() const { return text_.empty(); }
  bool fit() const { return fit_; }

 private:
  std::string_view text_;
  bool fit_ = true;
};

/// In seconds.
double time_of_day(Digits& digits) {
  double seconds = 3600.0 * digits.number(2, 0, 23);
  digits.require(':');
  seconds += 60.0 * digits.number(2, 0, 59);
  if (!digits.takes(':')) return seconds;
  seconds += digits.number(2, 0, 59);
  if (!digits.takes('.')) return seconds;
  double unit = 0.1;
  do {
    seconds += unit * digits.number(1, 0, 9);
    unit /= 10.0;
  } while (digits.has_digit());
  return seconds;
}

/// What lies before UTC by a zone, in seconds; nothing where there is none.
std::optional<double> zone(Digits& digits) {
  if (digits.takes('Z')) return 0.0;
  const bool is_east = digits.takes('+');
  if (!is_east && !digits.takes('-')) return std::nullopt;
  double seconds = 3600.0 * digits.number(2, 0, 23);
  if (digits.takes(':') || digits.has_digit()) seconds += 60.0 * digits.number(2, 0, 59);
  return is_east ? seconds : -seconds;
}

}  // namespace

std::optional<IsoTime> read_iso_time(std::string_view text) {
  using std::chrono::day, std::chrono::month, std::chrono::year;
  Digits digits(text);
  const int y = digits.number(4, 0, 9999);
  digits.require('-');
  const int m = digits.number(2, 1, 12);
  const bool has_day = digits.takes('-');
  const int d = has_day ? digits.number(2, 1, 31) : 1;
  const std::chrono::year_month_day date =
      year(y) / month(static_cast<unsigned>(m)) / static_cast<unsigned>(d);
  IsoTime time;
  if (has_day && (digits.takes('T') || digits.takes(' '))) {
    time.seconds = time_of_day(digits);
    const std::optional<double> before = zone(digits);
    time.has_zone = before.has_value();
    time.seconds -= before.value_or(0.0);
  }
  if (!digits.fit() || !digits.at_end() || !date.ok()) return std::nullopt;
  time.seconds += std::chrono::duration<double>(std::chrono::sys_days(date).time_since_epoch()).count();
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
