#include "suite/records/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/records/csv_columns.hpp"

namespace preimage::suite::records {

namespace {

constexpr long kMostCount = 100000;

class RowReader {
 public:
  explicit RowReader(const LedgerRow& row) : row_(row) {}

  const std::string& text(LedgerColumnId id) const {
    if (base::find_unshowable(row_.texts[id])) fail(id, "text without control characters");
    return row_.texts[id];
  }
  /// `name` in words, where the field is empty.
  std::string title(LedgerColumnId id, std::string name) const {
    std::ranges::replace(name, '_', ' ');
    const std::string given = text(id);
    return given.empty() ? name : given;
  }
  double number(LedgerColumnId id) const {
    const std::optional<double> value = config::read_decimal(text(id));
    const bool is_gap = id == kValue && text(id).find_first_of("0123456789") == std::string::npos;
    if (!value)
      fail(id, "a number",
           is_gap ? " (a number that is not printed has no row)" : config::number_advice(text(id)));
    return *value;
  }
  /// A number as printed, digit for digit; "" where the field is empty.
  std::string digits(LedgerColumnId id) const {
    if (text(id).find_first_not_of(" \t") == std::string::npos) return "";
    number(id);
    return *config::plain_decimal(text(id));
  }
  /// `least` where the field is empty.
  int count(LedgerColumnId id, int least) const {
    if (text(id).empty()) return least;
    const std::optional<long> value = config::read_integer(text(id));
    if (!value || *value < least || *value > kMostCount)
      fail(id, fmt::format("a whole number from {} to {}", least, kMostCount));
    return static_cast<int>(*value);
  }
  SpreadKind spread_kind() const {
    const std::optional<SpreadKind> kind = spread_kind_named(text(kSpreadKind));
    if (!kind) fail(kSpreadKind, "SE, SD, CI95 or unstated");
    return *kind;
  }
  RunsDraw runs_draw() const {
    const std::optional<RunsDraw> draw = runs_draw_named(text(kRunsDraw));
    if (!draw)
      fail(
          kRunsDraw, "data, splits or seeds",
          text(kRunsDraw) == "nothing" ? " (that is of reruns: a column `runs_draw` of theirs says it)" : "");
    return *draw;
  }
  /// The texts between semicolons, without blanks around it.
  std::vector<std::string> list(LedgerColumnId id) const {
    std::vector<std::string> parts;
    std::istringstream all(text(id));
    for (std::string part; std::getline(all, part, ';');) {
      part.erase(0, part.find_first_not_of(' '));
      part.erase(part.find_last_not_of(' ') + 1);
      if (!part.empty()) parts.push_back(part);
    }
    return parts;
  }
  [[noreturn]] void fail(LedgerColumnId id, const std::string& expected,
                         const std::string& advice = "") const {
    const std::string wrong =
        fmt::format("expected {}, found {}{}", expected, base::excerpt(row_.texts[id]), advice);
    if (!row_.options[id].empty()) throw ConfigError(row_.options[id] + ": " + wrong);
    throw DataError(fmt::format("{}: column '{}': {}", row_.place, kLedgerColumns[id].name, wrong));
  }

 private:
  const LedgerRow& row_;
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
  published.folds = row.count(kFolds, 0);
  published.runs = row.count(kRuns, 1);
  published.runs_draw = row.runs_draw();
  const bool is_interval = published.spread_kind == SpreadKind::confidence_interval;
  if (published.spread_kind == SpreadKind::standard_deviation && published.folds < 1 && published.runs < 2)
    row.fail(kRuns, "the number of runs behind a standard deviation, or in `folds` that of folds");
  if (is_interval && (published.folds > 0 ? published.folds : published.runs) < 2)
    row.fail(published.folds > 0 ? kFolds : kRuns,
             "the number of runs behind a confidence interval, or in `folds` that of folds: 2 or more");
  if (!row.digits(kMatters).empty()) published.matters = row.number(kMatters);
  if (published.matters && !(*published.matters > 0.0)) row.fail(kMatters, "a number above 0");
  return published;
}

/// The largest difference between the printed values that the paper compares with `entry`, it among them;
/// never between tables. Nothing where there is no other, or all are equal.
std::optional<double> largest_difference(const std::vector<LedgerEntry>& ledger, const LedgerEntry& entry,
                                         const std::string& source) {
  double low = entry.published.value, high = low;
  const auto add = [&](const auto& is_compared) {
    bool is_any = false;
    for (const LedgerEntry& other : ledger) {
      if (other.table != entry.table || other.measure != entry.measure || !is_compared(other)) continue;
      low = std::min(low, other.published.value);
      high = std::max(high, other.published.value);
      is_any = true;
    }
    return is_any;
  };
  for (const std::string& name : entry.compared_with) {
    if (add([&](const LedgerEntry& other) { return other.learner == name || other.column_title == name; }))
      continue;
    throw DataError(fmt::format("{}:{}: column '{}': {} has no number of {} in {}", source, entry.line,
                                kLedgerColumns[kComparedWith].name, base::excerpt(name),
                                base::excerpt(entry.measure), base::excerpt(entry.table)));
  }
  if (entry.compared_with.empty())
    add([&](const LedgerEntry& other) { return other.row_title == entry.row_title; });
  return high > low ? std::optional(high - low) : std::nullopt;
}

}  // namespace

LedgerEntry ledger_entry(const LedgerRow& texts) {
  const RowReader row(texts);
  LedgerEntry entry;
  entry.line = texts.line;
  entry.table = row.text(kTable);
  entry.measure = row.text(kMeasure);
  entry.learner = row.text(kLearner);
  entry.row_title = row.title(kRowTitle, entry.measure);
  entry.column_title = row.title(kColumnTitle, entry.learner);
  entry.published = read_published(row);
  entry.place = row.text(kPlace);
  entry.note = row.text(kNote);
  entry.compared_with = row.list(kComparedWith);
  return entry;
}

void compare_entries(std::vector<LedgerEntry>& ledger, const std::string& source) {
  for (LedgerEntry& entry : ledger)
    entry.published.largest_difference = largest_difference(ledger, entry, source);
}

std::vector<LedgerEntry> read_ledger(data::CsvReader csv) {
  const ColumnPlaces places = find_columns(csv, kLedgerColumns);
  std::vector<LedgerEntry> ledger;
  std::set<std::vector<std::string>> seen;   // table, measure, learner
  std::set<std::vector<std::string>> homes;  // table, measure, row, column
  while (csv.next()) {
    LedgerRow row{fmt::format("{}:{}", csv.source(), csv.line()), {}, {}, csv.line()};
    for (std::size_t id = 0; id < places.size(); ++id) {
      if (places[id]) row.texts[id] = csv.text(*places[id]);
    }
    ledger.push_back(ledger_entry(row));
    const LedgerEntry& entry = ledger.back();
    if (entry.learner.empty()) continue;
    if (!seen.insert({entry.table, entry.measure, entry.learner}).second) {
      throw DataError(fmt::format("{}:{}: {} {} {} occurs twice", csv.source(), csv.line(),
                                  base::excerpt(entry.table), base::excerpt(entry.measure),
                                  base::excerpt(entry.learner)));
    }
    if (!homes.insert({entry.table, entry.measure, entry.row_title, entry.column_title}).second) {
      throw DataError(fmt::format("{}:{}: {} {}: row {} and column {} have two learners", csv.source(),
                                  csv.line(), base::excerpt(entry.table), base::excerpt(entry.measure),
                                  base::excerpt(entry.row_title), base::excerpt(entry.column_title)));
    }
  }
  if (ledger.empty()) throw DataError(fmt::format("{}: no row below the header", csv.source()));
  require_last_line_end(csv);
  compare_entries(ledger, csv.source());
  return ledger;
}

std::vector<LedgerEntry> load_ledger(const std::filesystem::path& path) {
  if (path.extension() == ".tex" || path.extension() == ".md")
    throw DataError(fmt::format(
        "{0}: expected CSV, a row per number; `preimage verdict {0} RERUN` reads this", path.string()));
  return read_ledger(data::open_csv(path));
}

std::vector<LedgerEntry> entries_of(const std::vector<LedgerEntry>& ledger, const std::string& table) {
  std::vector<LedgerEntry> entries;
  std::ranges::copy_if(ledger, std::back_inserter(entries),
                       [&](const LedgerEntry& entry) { return entry.table == table; });
  return entries;
}

}  // namespace preimage::suite::records
