#include "suite/records/ledger.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/number.hpp"
#include "preimage/base/text.hpp"

namespace preimage::suite::records {

namespace {

const std::vector<std::string>& expected_header() {
  static const std::vector<std::string> header = {"table",        "measure", "row_title", "learner",
                                                  "column_title", "value",   "spread",    "spread_kind",
                                                  "folds",        "place",   "note"};
  return header;
}

class RowReader {
 public:
  RowReader(const data::CsvReader& csv, const std::vector<std::string>& fields)
      : csv_(csv), fields_(fields) {}

  const std::string& text(std::size_t column) const { return fields_[column]; }
  double number(std::size_t column) const {
    const std::optional<double> value = base::parse_decimal(fields_[column]);
    if (!value) fail(column, "a number");
    return *value;
  }
  int integer(std::size_t column) const {
    const std::optional<long> value = base::parse_integer(fields_[column]);
    if (!value || *value < 0 || *value > 100000) fail(column, "a whole number of at least 0");
    return static_cast<int>(*value);
  }
  statistics::SpreadKind spread_kind(std::size_t column) const {
    if (fields_[column].empty()) return statistics::SpreadKind::none;
    if (fields_[column] == "SE") return statistics::SpreadKind::standard_error;
    if (fields_[column] == "SD") return statistics::SpreadKind::standard_deviation;
    if (fields_[column] == "unstated") return statistics::SpreadKind::unstated;
    fail(column, "SE, SD or nothing");
  }
  [[noreturn]] void fail(std::size_t column, const std::string& expected) const {
    throw DataError(fmt::format("{}:{}: column '{}': expected {}, found {}", csv_.source(), csv_.line(),
                                expected_header()[column], expected, base::excerpt(fields_[column])));
  }

 private:
  const data::CsvReader& csv_;
  const std::vector<std::string>& fields_;
};

LedgerEntry read_entry(const RowReader& row) {
  for (std::size_t column = 0; column < expected_header().size(); ++column) {
    if (base::find_unshowable(row.text(column))) row.fail(column, "text without control characters");
  }
  LedgerEntry entry;
  entry.table = row.text(0);
  entry.measure = row.text(1);
  entry.row_title = row.text(2);
  entry.learner = row.text(3);
  entry.column_title = row.text(4);
  entry.published.text = row.text(5);
  entry.published.value = row.number(5);
  entry.published.spread_kind = row.spread_kind(7);
  entry.published.spread_text = row.text(6);
  if (!row.text(6).empty()) entry.published.spread = row.number(6);
  if (entry.published.spread.has_value() != (entry.published.spread_kind != statistics::SpreadKind::none)) {
    row.fail(7, "a kind of spread exactly where there is a spread");
  }
  entry.published.folds = row.integer(8);
  if (entry.published.spread_kind == statistics::SpreadKind::standard_deviation &&
      entry.published.folds < 1) {
    row.fail(8, "the number of folds behind a standard deviation");
  }
  entry.place = row.text(9);
  entry.note = row.text(10);
  return entry;
}

}  // namespace

std::vector<LedgerEntry> read_ledger(data::CsvReader csv) {
  if (csv.header() != expected_header()) {
    throw DataError(
        fmt::format("{}:1: expected the columns {}", csv.source(), fmt::join(expected_header(), ",")));
  }
  std::vector<LedgerEntry> ledger;
  std::set<std::vector<std::string>> seen;    // table, measure, learner
  std::set<std::vector<std::string>> places;  // table, measure, row, column
  std::vector<std::string> fields;
  while (csv.next(fields)) {
    ledger.push_back(read_entry(RowReader(csv, fields)));
    const LedgerEntry& entry = ledger.back();
    if (entry.learner.empty()) continue;
    if (!seen.insert({entry.table, entry.measure, entry.learner}).second) {
      throw DataError(fmt::format("{}:{}: {} {} {} stands here twice", csv.source(), csv.line(),
                                  base::excerpt(entry.table), base::excerpt(entry.measure),
                                  base::excerpt(entry.learner)));
    }
    if (!places.insert({entry.table, entry.measure, entry.row_title, entry.column_title}).second) {
      throw DataError(fmt::format("{}:{}: {} {}: row {} and column {} stand here for two learners",
                                  csv.source(), csv.line(), base::excerpt(entry.table),
                                  base::excerpt(entry.measure), base::excerpt(entry.row_title),
                                  base::excerpt(entry.column_title)));
    }
  }
  return ledger;
}

std::vector<LedgerEntry> load_ledger(const std::filesystem::path& path) {
  return read_ledger(data::open_csv(path));
}

std::vector<LedgerEntry> entries_of(const std::vector<LedgerEntry>& ledger, const std::string& table) {
  std::vector<LedgerEntry> entries;
  std::copy_if(ledger.begin(), ledger.end(), std::back_inserter(entries),
               [&](const LedgerEntry& entry) { return entry.table == table; });
  return entries;
}

}  // namespace preimage::suite::records
