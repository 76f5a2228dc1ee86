#include "suite/results/printed_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/records/ledger.hpp"

namespace preimage::suite::results {

namespace {

using records::Ours;
using records::Published;
using Row = std::vector<std::string>;

/// Columns that name no number.
bool is_fact(const std::string& column) {
  static const std::set<std::string> others = {"mean", "sd", "count", "sd_over_folds"};
  static const std::set<std::string> names = {"table", "measure", "learner"};
  return others.contains(column) ||
         (!names.contains(column) &&
          std::any_of(records::kLedgerColumns.begin(), records::kLedgerColumns.end(),
                      [&](const records::LedgerColumn& known) { return known.name == column; }));
}

std::string field(const TextTable& table, const Row& row, const std::string& column) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), column);
  return found == table.columns.end() ? "" : row[static_cast<std::size_t>(found - table.columns.begin())];
}

bool has(const TextTable& table, const std::string& column) {
  return std::find(table.columns.begin(), table.columns.end(), column) != table.columns.end();
}

std::vector<std::string> name_columns(const TextTable& table) {
  std::vector<std::string> names;
  std::remove_copy_if(table.columns.begin(), table.columns.end(), std::back_inserter(names), is_fact);
  return names;
}

/// The texts that name a row, sorted where the columns of the two tables are called differently.
std::string name_of(const TextTable& table, const Row& row, std::vector<std::string> columns, bool sorted) {
  std::vector<std::string>& texts = columns;
  for (std::string& column : columns) column = field(table, row, column);
  if (sorted) std::sort(texts.begin(), texts.end());
  return fmt::format("{}", fmt::join(texts, " / "));
}

double number(const TextTable& table, const Row& row, const std::string& column, double least) {
  const std::string text = field(table, row, column);
  const std::optional<double> value = config::read_decimal(text);
  if (value && *value >= least) return *value;
  throw DataError(fmt::format("{}:{}: column '{}': expected a number{}, found {}{}", table.source,
                              &row - table.rows.data() + 2, column,
                              std::isfinite(least) ? fmt::format(" of at least {}", least) : "",
                              base::excerpt(text), config::number_advice(text)));
}

/// Of rows with one name.
Ours ours_of(const TextTable& table, const std::vector<const Row*>& rows, const Published& published) {
  constexpr double kAny = -std::numeric_limits<double>::infinity();
  Ours ours;
  const Row& first = *rows.front();
  if (has(table, "mean")) {
    if (rows.size() > 1)
      throw DataError(
          fmt::format("{}:{}: this number stands here twice", table.source, rows[1] - table.rows.data() + 2));
    ours.mean = number(table, first, "mean", kAny);
    ours.repetitions = static_cast<int>(number(table, first, "count", 1.0));
    ours.sd = ours.repetitions > 1 ? number(table, first, "sd", 0.0) : 0.0;
  } else {
    std::vector<double> values;
    for (const Row* row : rows) values.push_back(number(table, *row, "value", kAny));
    ours.mean = records::mean(values);
    ours.sd = records::standard_deviation(values);
    ours.repetitions = static_cast<int>(values.size());
  }
  if (!field(table, first, "folds").empty()) {
    ours.folds = static_cast<int>(number(table, first, "folds", 0.0));
    if (ours.folds > 1) ours.fold_sd = number(table, first, "sd_over_folds", 0.0);
  }
  const std::string draw = field(table, first, "runs_draw");
  ours.has_chance = draw != "nothing";
  ours.draw =
      draw.empty() ? published.runs_draw : records::runs_draw_named(draw).value_or(records::RunsDraw::seeds);
  return ours;
}

/// As a ledger, whose learners are the names.
std::vector<records::LedgerEntry> ledger_of(const TextTable& printed, const std::vector<std::string>& names) {
  std::string csv = "table,measure,learner,column_title,row_title";
  std::vector<std::string> facts;
  for (const std::string& column : printed.columns) {
    const bool is_title = column == "row_title" || column == "column_title";
    if (is_fact(column) && !is_title) facts.push_back(column);
  }
  for (const std::string& column : facts) csv += "," + column;
  for (const Row& row : printed.rows) {
    const std::string name = name_of(printed, row, names, false), learner = field(printed, row, "learner");
    const bool is_pasted = has(printed, "row") && has(printed, "column");
    const std::string measure = field(printed, row, is_pasted ? "column" : "measure");
    const std::string title = field(printed, row, "row_title");
    csv += fmt::format("\n{},{},{},{},{}", data::csv_field(field(printed, row, "table")),
                       data::csv_field(measure), data::csv_field(name.empty() ? "number" : name),
                       data::csv_field(is_pasted         ? field(printed, row, "row")
                                       : learner.empty() ? name
                                                         : learner),
                       data::csv_field(measure.empty() ? name
                                       : title.empty() ? measure
                                                       : title));
    for (const std::string& column : facts) csv += "," + data::csv_field(field(printed, row, column));
  }
  return records::read_ledger(data::CsvReader(csv + "\n", printed.source));
}

bool agree(const Ours& ours, const Published& published) {
  return std::abs(records::judge(ours, published).z) <= 2.0;
}

/// What would explain the numbers that disagree. Nothing is applied.
void suggest(JudgedPairs& judged) {
  std::vector<const JudgedPair*> apart;
  for (const JudgedPair& pair : judged.pairs) {
    if (pair.verdict && std::abs(pair.verdict->z) > 2.0) apart.push_back(&pair);
  }
  for (const auto& [factor, what] :
       {std::pair{100.0, "are reruns fractions, and printed numbers in per cent?"},
        {0.01, "are reruns in per cent, and printed numbers fractions?"},
        {1000.0, "are reruns smaller by a factor of 1,000?"},
        {0.001, "are reruns larger by a factor of 1,000?"},
        {-1.0, "do reruns have the other sign?"}}) {
    const bool all = std::all_of(apart.begin(), apart.end(), [by = factor](const JudgedPair* pair) {
      const double printed = pair->published.value;  // which is near within a tenth
      return std::abs(by * pair->ours->mean - printed) <= 0.1 * std::abs(printed);
    });
    if (all && !apart.empty())
      judged.remarks.push_back(fmt::format("{} {:g} x ours would be near", what, factor));
  }
  for (std::size_t i = 0; i < apart.size(); ++i) {
    for (std::size_t j = i + 1; j < apart.size(); ++j) {
      if (agree(*apart[i]->ours, apart[j]->published) && agree(*apart[j]->ours, apart[i]->published))
        judged.remarks.push_back(fmt::format("are {} and {} swapped? Each rerun agrees with the other number",
                                             apart[i]->name, apart[j]->name));
    }
  }
  for (const JudgedPair& pair : judged.pairs) {
    const Published& p = pair.published;
    if (!pair.ours || pair.ours->repetitions < 2 || p.runs < 3 || !p.spread || pair.ours->sd == 0.0) continue;
    const double ratio = *p.spread / pair.ours->sd, root = std::sqrt(static_cast<double>(p.runs));
    const auto is_one = [](double value) { return std::abs(std::log(value)) < std::log(1.5); };
    if (p.spread_kind == records::SpreadKind::standard_error && is_one(ratio))
      judged.remarks.push_back(
          fmt::format("{}: the SE {} is as large as our SD: is it an SD?", pair.name, p.spread_text));
    if (p.spread_kind == records::SpreadKind::standard_deviation && is_one(ratio * root))
      judged.remarks.push_back(
          fmt::format("{}: the SD {} is as small as an SE of {} runs", pair.name, p.spread_text, p.runs));
  }
}

}  // namespace

void add_facts(TextTable& printed, std::map<std::string, std::string> facts) {
  if (has(printed, "spread")) facts.emplace("spread_kind", "unstated");
  for (const auto& [column, text] : facts) {
    if (!has(printed, column)) {
      printed.columns.push_back(column);
      for (Row& row : printed.rows) row.emplace_back();
    }
    const auto place =
        std::find(printed.columns.begin(), printed.columns.end(), column) - printed.columns.begin();
    for (Row& row : printed.rows) {
      const bool is_empty = row[static_cast<std::size_t>(place)].empty();
      const bool is_needless = column == "spread_kind" && field(printed, row, "spread").empty();
      if (is_empty && !is_needless) row[static_cast<std::size_t>(place)] = text;
    }
  }
}

JudgedPairs judge_pairs(const TextTable& printed, const TextTable& reruns) {
  std::vector<std::string> mine = name_columns(printed), theirs = name_columns(reruns), shared;
  std::copy_if(mine.begin(), mine.end(), std::back_inserter(shared),
               [&](const std::string& column) { return has(reruns, column); });
  const bool is_sorted = shared.empty();
  const bool is_one = printed.rows.size() == 1 && mine.empty();
  if (is_one) theirs.clear();
  if (!is_sorted) mine = theirs = shared;
  TextTable values = reruns;
  if (values.columns.size() == 1) values.columns = {"value"}, theirs.clear();
  std::map<std::string, std::vector<const Row*>> rows;
  for (const Row& row : values.rows) rows[name_of(values, row, theirs, is_sorted)].push_back(&row);
  std::set<std::string> names;
  for (const Row& row : printed.rows) {
    const std::string name = name_of(printed, row, mine, is_sorted);
    if (!names.insert(name).second)
      throw DataError(fmt::format("{}: {} stands here twice", printed.source, base::excerpt(name)));
  }
  const std::vector<records::LedgerEntry> ledger = ledger_of(printed, mine);
  JudgedPairs judged;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const std::string name = name_of(printed, printed.rows[i], mine, is_sorted);
    JudgedPair& pair = judged.pairs.emplace_back(JudgedPair{ledger[i].learner, ledger[i].published, {}, {}});
    const auto found = rows.find(name);
    if (found == rows.end()) continue;
    seen.insert(name);
    pair.ours = ours_of(values, found->second, pair.published);
    pair.verdict = records::judge_fully(*pair.ours, pair.published, pair.published.largest_difference);
  }
  if (seen.empty())
    throw DataError(fmt::format("{} and {}: no row of one belongs to a row of the other: no names are shared",
                                printed.source, reruns.source));
  for (const auto& [name, all] : rows) {
    if (!seen.contains(name)) judged.remarks.push_back(fmt::format("{}: rerun, and not printed", name));
  }
  suggest(judged);
  return judged;
}

}  // namespace preimage::suite::results
