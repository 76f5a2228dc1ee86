#include "suite/records/csv_columns.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"

namespace preimage::suite::records {

void require_known_columns(const data::CsvReader& csv, const std::vector<std::string>& known) {
  for (const std::string& name : csv.header()) {
    if (std::ranges::find(known, name) == known.end())
      throw DataError(fmt::format("{}:1: unknown column {}{}", csv.source(), base::excerpt(name),
                                  base::suggestion(name, known)));
  }
}

ColumnPlaces find_columns(const data::CsvReader& csv, std::span<const LedgerColumn> known) {
  std::vector<std::string> names;
  for (const LedgerColumn& column : known) names.emplace_back(column.name);
  require_known_columns(csv, names);
  ColumnPlaces places(known.size());
  for (std::size_t id = 0; id < known.size(); ++id) {
    const bool is_there = std::ranges::find(csv.header(), names[id]) != csv.header().end();
    if (is_there || known[id].is_required) places[id] = csv.column(names[id]);
  }
  return places;
}

void require_last_line_end(const data::CsvReader& csv) {
  if (csv.ends_with_line_end()) return;
  throw DataError(fmt::format(
      "{}:{}: the last line does not end: it may be cut short; if it is whole, end it by a new line",
      csv.source(), csv.line()));
}

}  // namespace preimage::suite::records
