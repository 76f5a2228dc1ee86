// Columns that say when each row was.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/data/gap_words.hpp"
#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

struct IsoTime {
  double seconds = 0.0;  // from 1970 on, of UTC; without a zone as if it were one
  bool has_zone = false;
};

/// A date of ISO 8601 in the Gregorian calendar: 2024-01 (its first day), 2024-01-31, or, as much of Europe
/// writes it, the day first, 31.01.2024; a day may have a time behind T or a blank: 09:30, 09:30:15,
/// 09:30:15.25; behind that the zone Z, +01, +0100 or +01:00. Nothing for another text.
std::optional<IsoTime> read_iso_time(std::string_view text);

/// A column of times, row by row: numbers in a unit of their own, or dates.
class TimeRows {
 public:
  TimeRows(std::optional<std::string> name, GapWords words)
      : name_(std::move(name)), words_(std::move(words)) {}
  void begin(const TableReader& table) {
    if (name_) column_ = table.column(*name_);
  }
  /// throws  DataError "file:7: column 'date': expected ..." for what is neither, and for one among the other
  void add(const TableReader& table);

  std::vector<double> times;  // those of dates as IsoTime::seconds; empty without a column
  bool are_dates = false;

 private:
  std::optional<std::string> name_;
  GapWords words_;
  std::optional<std::size_t> column_;
  bool have_zones_ = false;
};

}  // namespace preimage::suite::data
