#include "suite/results/result_table.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/data/text_file.hpp"
#include "suite/results/pair_explanations.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::results {

namespace {

/// The table while its rows and columns are laid out: which learner is where, without numbers.
class Layout {
 public:
  Layout(ResultTable& table, const std::map<std::string, records::TablePlace>& places)
      : table_(table), places_(places) {}

  /// The place of a line of the ledger.
  void place(const records::LedgerEntry& entry) {
    home_of_.emplace(entry.learner, records::TablePlace{entry.row_title, entry.column_title});
    printed_rows_[entry.measure].insert(entry.row_title);
    Number& number = at(row(entry.measure, entry.row_title), column(entry.column_title));
    number.learner = entry.learner;
    number.published = entry.published;
  }

  /// The column of a learner that ran.
  std::size_t column_of(const std::string& learner) {
    auto home = home_of_.find(learner);
    if (home == home_of_.end()) {
      const auto given = places_.find(learner);
      const std::string name = shown_name(learner);
      records::TablePlace place = given == places_.end() ? records::TablePlace{name, name} : given->second;
      if (place.row.empty()) place.row = place.column;
      home = home_of_.emplace(learner, place).first;
    }
    return column(home->second.column);
  }

  /// A place for a learner that ran, unless it has one.
  void place(const std::string& measure, const std::string& learner) {
    const std::size_t c = column_of(learner);
    for (const TableRow& row : table_.rows) {
      const bool is_placed =
          row.measure == measure &&
          std::ranges::any_of(row.numbers, [&](const auto& number) { return number.learner == learner; });
      if (is_placed) return;
    }
    if (const auto given = places_.find(learner); given != places_.end() && !given->second.row.empty()) {
      at(row(measure, shown_name(measure) + ", " + home_of_.at(learner).row), c).learner = learner;
      return;
    }
    const std::set<std::string>& printed = printed_rows_[measure];
    const std::string title = printed.size() == 1 ? *printed.begin() : shown_name(measure);
    const std::size_t usual = row(measure, title);
    const bool is_free = at(usual, c).learner.empty();
    const std::size_t r = is_free ? usual : row(measure, title + ", " + home_of_.at(learner).row);
    at(r, c).learner = learner;
  }

 private:
  std::size_t column(const std::string& title) {
    const auto found = std::ranges::find(table_.columns, title);
    if (found != table_.columns.end()) return static_cast<std::size_t>(found - table_.columns.begin());
    table_.columns.push_back(title);
    return table_.columns.size() - 1;
  }
  std::size_t row(const std::string& measure, const std::string& title) {
    const auto found = std::ranges::find_if(
        table_.rows, [&](const TableRow& row) { return row.measure == measure && row.title == title; });
    if (found != table_.rows.end()) return static_cast<std::size_t>(found - table_.rows.begin());
    table_.rows.push_back({measure, title, records::SpreadKind::standard_error, 0, {}});
    return table_.rows.size() - 1;
  }
  Number& at(std::size_t r, std::size_t c) {
    std::vector<Number>& numbers = table_.rows[r].numbers;
    if (numbers.size() <= c) numbers.resize(c + 1);
    return numbers[c];
  }

  ResultTable& table_;
  const std::map<std::string, records::TablePlace>& places_;
  std::map<std::string, records::TablePlace>
      home_of_;  // by learner: where the ledger has it first, or its name
  std::map<std::string, std::set<std::string>> printed_rows_;  // of the ledger, by measure
};

/// The measures that have rows, then the others that ran.
std::vector<std::string> measures_of(const std::vector<TableRow>& rows,
                                     const std::vector<std::string>& measures) {
  std::vector<std::string> result;
  for (const TableRow& row : rows) data::add_once(result, row.measure);
  for (const std::string& measure : measures) data::add_once(result, measure);
  return result;
}

/// Returns the places of numbers that are not finite though every fold is there.
std::vector<std::size_t> fill_row(TableRow& row, const std::vector<std::string>& learners,
                                  const LossLookup& losses, const TableHead& head) {
  std::vector<std::size_t> not_finite;
  for (const Number& number : row.numbers) {
    const bool has_spread = number.published && number.published->spread_kind != records::SpreadKind::none;
    if (has_spread) row.kind = number.published->spread_kind;
  }
  for (std::size_t c = 0; c < row.numbers.size(); ++c) {
    Number& number = row.numbers[c];
    const bool ran = std::ranges::find(learners, number.learner) != learners.end();
    const FoldLosses folds = ran ? losses(row.measure, number.learner) : FoldLosses{};
    number.applies = !folds.empty();
    number.ours = summarise(folds, row.kind, head.repeats_of(number.learner) != study::Repeats::draws);
    if (!is_complete(folds)) continue;
    row.folds = std::max(row.folds, static_cast<int>(folds.front().size()));
    if (!number.ours) not_finite.push_back(c);
  }
  return not_finite;
}

/// What made the verdicts of a row so, each reason once, behind the columns that it is of.
void add_reasons(const TableRow& row, ResultTable& table) {
  std::vector<Shared> reasons;
  for (std::size_t c = 0; c < row.numbers.size(); ++c) {
    const std::optional<records::Verdict>& verdict = row.numbers[c].verdict;
    if (verdict && !verdict->why().empty())
      add_shared(reasons, records::word(verdict->agreement) + ": " + verdict->why(), table.columns[c],
                 " and ");
  }
  for (const Shared& reason : reasons)
    table.reasons.push_back(fmt::format("{}, {}: {}", row.title, reason.by, reason.text));
}

/// The column of a learner's last number, or its name.
std::string column_of(const ResultTable& table, const std::string& learner) {
  std::string title = learner;
  for (const TableRow& row : table.rows) {
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      if (row.numbers[c].learner == learner && row.numbers[c].ours) title = table.columns[c];
    }
  }
  return title;
}

/// The column, with the learner's name where the column has numbers of another one, too.
std::string title_of(const ResultTable& table, const std::string& learner) {
  const std::string title = column_of(table, learner);
  for (const TableRow& row : table.rows) {
    for (const Number& number : row.numbers) {
      if (number.ours && !number.learner.empty() && number.learner != learner &&
          column_of(table, number.learner) == title)
        return title + " (" + learner + ")";
    }
  }
  return title;
}

}  // namespace

study::Repeats TableHead::repeats_of(const std::string& learner) const {
  const auto found = repeats.find(learner);
  return found == repeats.end() ? study::Repeats::draws : found->second;
}

bool is_comparable(const TableHead& head) {
  return !head.stand_in && head.modified.empty();
}

int ResultTable::with_verdict() const {
  int count = 0;
  for (const TableRow& row : rows) {
    for (const Number& number : row.numbers) count += number.verdict.has_value() ? 1 : 0;
  }
  return count;
}

int ResultTable::explained() const {
  int count = 0;
  for (const TableRow& row : rows) {
    for (const Number& number : row.numbers) {
      if (number.verdict && records::agrees(number.verdict->agreement)) ++count;
    }
  }
  return count;
}

std::optional<double> largest_difference(const std::vector<records::LedgerEntry>& entries,
                                         const std::string& measure) {
  std::vector<double> values;
  for (const records::LedgerEntry& entry : entries) {
    if (entry.measure == measure && !entry.learner.empty()) values.push_back(entry.published.value);
  }
  if (values.size() < 2) return std::nullopt;
  const auto [smallest, largest] = std::ranges::minmax_element(values);
  return *largest - *smallest;
}

ResultTable build_table(const TableHead& head, const std::vector<records::LedgerEntry>& entries,
                        const std::vector<std::string>& measures, const std::vector<std::string>& learners,
                        const LossLookup& losses, const std::map<std::string, records::TablePlace>& places) {
  ResultTable table;
  table.head = head;
  Layout layout(table, places);
  for (const records::LedgerEntry& entry : entries) {
    if (entry.learner.empty()) {
      table.footnotes.push_back(entry.row_title + " " + entry.column_title + ": published " +
                                entry.published.text + (entry.note.empty() ? "" : " (" + entry.note + ")"));
    } else {
      layout.place(entry);
    }
  }
  for (const std::string& learner : learners) layout.column_of(learner);
  for (const std::string& measure : measures_of(table.rows, measures)) {
    for (const std::string& learner : learners) layout.place(measure, learner);
  }
  for (TableRow& row : table.rows) {
    row.numbers.resize(table.columns.size());
    for (const std::size_t c : fill_row(row, learners, losses, head))
      table.not_finite.push_back(row.title + ", " + table.columns[c]);
  }
  std::erase_if(table.rows, [](const TableRow& row) {  // a measure of other rows' learners alone
    return std::ranges::none_of(row.numbers, [](const Number& number) {
      return number.published || (number.applies && !number.learner.empty());
    });
  });
  std::vector<JudgedPair> judged;
  for (TableRow& row : table.rows) {
    const std::optional<double> difference = largest_difference(entries, row.measure);
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      Number& number = row.numbers[c];
      const std::string& column = table.columns[c];
      if (!number.ours) continue;
      const study::Repeats repeats = head.repeats_of(number.learner);
      number.ours->has_chance = repeats != study::Repeats::identical;
      number.ours->draw = repeats == study::Repeats::draws ? head.draw : records::RunsDraw::seeds;
      number.ours->test_to_train = head.test_to_train;
      if (!number.published || !is_comparable(head)) continue;
      number.verdict = records::judge_fully(*number.ours, *number.published, difference);
      judged.push_back(
          {row.title + ", " + column, column, row.title, *number.published, number.ours, number.verdict});
    }
    add_reasons(row, table);
  }
  table.warnings = remarks_on_verdicts(judged);
  return table;
}

void mark_unconverged(ResultTable& table, const std::string& learner, Share unconverged,
                      const std::string& what) {
  if (unconverged.count == 0) return;
  for (TableRow& row : table.rows) {
    for (Number& number : row.numbers) {
      if (number.learner == learner && number.ours)
        number.unconverged = std::max(number.unconverged, unconverged.count);
    }
  }
  table.convergence.push_back(fmt::format("{}: {} not converged for {} of {} test samples",
                                          title_of(table, learner), what, unconverged.count,
                                          unconverged.all));
}

void warn_of_condition(ResultTable& table, const std::string& learner, Share ill) {
  if (ill.count == 0) return;
  table.warnings.push_back(
      fmt::format("{}: the ridge is too small for the rounding of the Gram matrix, for {} of {} test "
                  "samples: predictions may "
                  "have lost all but a few digits; raise the ridge",
                  title_of(table, learner), ill.count, ill.all));
}

void warn_of_unseen_category(ResultTable& table, const std::string& column, Share unseen) {
  table.warnings.push_back(fmt::format(
      "input column {}: {} of {} test samples {} a category that no training sample of their fold "
      "has: all its indicators are 0",
      base::excerpt(column), unseen.count, unseen.all, unseen.count == 1 ? "has" : "have"));
}

void warn_of_lost_digits(ResultTable& table, const std::string& learner, const std::string& side,
                         Share lost) {
  if (lost.count == 0) return;
  table.warnings.push_back(fmt::format(
      "{}: the {} kernel's values hold too few digits to tell neighbours apart, for {} of {} test samples; "
      "{}s far from the origin: subtract a constant, or take the kernel gaussian",
      title_of(table, learner), side, lost.count, lost.all, side));
}

}  // namespace preimage::suite::results
