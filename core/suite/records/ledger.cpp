#include "suite/records/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/records/csv_columns.hpp"

namespace preimage::suite::records {

namespace {

constexpr long kMostFolds = 100000;

class RowReader {
 public:
  RowReader(const data::CsvReader& csv, const ColumnPlaces& places, const std::vector<std::string>& fields)
      : csv_(csv), places_(places), fields_(fields) {}

  std::string text(LedgerColumnId id) const {
    const std::string text = places_[id] ? fields_[*places_[id]] : "";
    if (base::find_unshowable(text)) fail(id, "text without control characters");
    return text;
  }
  /// `name` in words, where nothing stands there.
  std::string title(LedgerColumnId id, std::string name) const {
    std::replace(name.begin(), name.end(), '_', ' ');
    const std::string given = text(id);
    return given.empty() ? name : given;
  }
  double number(LedgerColumnId id) const {
    const std::optional<double> value = config::read_decimal(text(id));
    if (!value) fail(id, "a number", config::number_advice(text(id)));
    return *value;
  }
  /// A number as printed, digit for digit; "" where nothing stands there.
  std::string digits(LedgerColumnId id) const {
    if (text(id).find_first_not_of(" \t") == std::string::npos) return "";
    number(id);
    return *config::plain_decimal(text(id));
  }
  int count(LedgerColumnId id) const {
    if (text(id).empty()) return 0;
    const std::optional<long> value = config::read_integer(text(id));
    if (!value || *value < 0 || *value > kMostFolds)
      fail(id, fmt::format("a whole number from 0 to {}", kMostFolds));
    return static_cast<int>(*value);
  }
  SpreadKind spread_kind() const {
    const std::string kind = text(kSpreadKind);
    if (kind.empty()) return SpreadKind::none;
    if (kind == "SE") return SpreadKind::standard_error;
    if (kind == "SD") return SpreadKind::standard_deviation;
    if (kind == "unstated") return SpreadKind::unstated;
    fail(kSpreadKind, "SE, SD, unstated or nothing");
  }
  [[noreturn]] void fail(LedgerColumnId id, const std::string& expected,
                         const std::string& advice = "") const {
    throw DataError(fmt::format("{}:{}: column '{}': expected {}, found {}{}", csv_.source(), csv_.line(),
                                kLedgerColumns[id].name, expected,
                                base::excerpt(places_[id] ? fields_[*places_[id]] : ""), advice));
  }

 private:
  const data::CsvReader& csv_;
  const ColumnPlaces& places_;
  const std::vector<std::string>& fields_;
};

Published read_published(const RowReader& row) {
  Published published;
  published.value = row.number(kValue);
  published.text = row.digits(kValue);
  if (const double half = half_digit(published.text); !(half > 0.0 && std::isfinite(half)))
    row.fail(kValue, "a number whose last digit a double can hold");
  published.spread_kind = row.spread_kind();
  published.spread_text = row.digits(kSpread);
  if (!published.spread_text.empty()) published.spread = row.number(kSpread);
  if (published.spread && *published.spread < 0.0) row.fail(kSpread, "a number of at least 0");
  if (published.spread.has_value() != (published.spread_kind != SpreadKind::none))
    row.fail(kSpreadKind, "a kind of spread exactly where there is a spread");
  published.folds = row.count(kFolds);
  if (published.spread_kind == SpreadKind::standard_deviation && published.folds < 1)
    row.fail(kFolds, "the number of folds behind a standard deviation");
  return published;
}

LedgerEntry read_entry(const RowReader& row, std::size_t line) {
  LedgerEntry entry;
  entry.line = line;
  entry.table = row.text(kTable);
  entry.measure = row.text(kMeasure);
  entry.learner = row.text(kLearner);
  entry.row_title = row.title(kRowTitle, entry.measure);
  entry.column_title = row.title(kColumnTitle, entry.learner);
  entry.published = read_published(row);
  entry.place = row.text(kPlace);
  entry.note = row.text(kNote);
  return entry;
}

}  // namespace

std::vector<LedgerEntry> read_ledger(data::CsvReader csv) {
  const ColumnPlaces places = find_columns(csv, kLedgerColumns);
  std::vector<LedgerEntry> ledger;
  std::set<std::vector<std::string>> seen;   // table, measure, learner
  std::set<std::vector<std::string>> homes;  // table, measure, row, column
  std::vector<std::string> fields;
  while (csv.next(fields)) {
    ledger.push_back(read_entry(RowReader(csv, places, fields), csv.line()));
    const LedgerEntry& entry = ledger.back();
    if (entry.learner.empty()) continue;
    if (!seen.insert({entry.table, entry.measure, entry.learner}).second) {
      throw DataError(fmt::format("{}:{}: {} {} {} stands here twice", csv.source(), csv.line(),
                                  base::excerpt(entry.table), base::excerpt(entry.measure),
                                  base::excerpt(entry.learner)));
    }
    if (!homes.insert({entry.table, entry.measure, entry.row_title, entry.column_title}).second) {
      throw DataError(fmt::format("{}:{}: {} {}: row {} and column {} stand here for two learners",
                                  csv.source(), csv.line(), base::excerpt(entry.table),
                                  base::excerpt(entry.measure), base::excerpt(entry.row_title),
                                  base::excerpt(entry.column_title)));
    }
  }
  if (ledger.empty()) throw DataError(fmt::format("{}: no row below the header", csv.source()));
  require_last_line_end(csv);
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
