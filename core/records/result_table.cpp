#include "records/result_table.hpp"

#include <algorithm>
#include <cmath>

namespace preimage::records {

namespace {

bool is_complete(const FoldLosses& losses) {
  if (losses.empty()) return false;
  return std::all_of(losses.begin(), losses.end(), [](const auto& folds) {
    return !folds.empty() &&
           std::all_of(folds.begin(), folds.end(), [](const auto& loss) { return loss.has_value(); });
  });
}

std::vector<double> values_of(const std::vector<std::optional<double>>& folds) {
  std::vector<double> values;
  for (const auto& loss : folds) values.push_back(*loss);
  return values;
}

std::vector<double> repetition_means(const FoldLosses& losses) {
  std::vector<double> means;
  for (const auto& folds : losses) means.push_back(mean(values_of(folds)));
  return means;
}

void add_unique(std::vector<TableColumn>& columns, const TableColumn& column) {
  const bool known = std::any_of(columns.begin(), columns.end(),
                                 [&](const TableColumn& c) { return c.learner == column.learner; });
  if (!known) columns.push_back(column);
}

std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// The largest difference between the published numbers of a row, or nothing where it has one only.
std::optional<double> largest_difference(const TableRow& row) {
  std::vector<double> values;
  for (const TableNumber& number : row.numbers) {
    if (number.published) values.push_back(number.published->value);
  }
  if (values.size() < 2) return std::nullopt;
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  return *largest - *smallest;
}

TableRow make_row(const std::string& measure, const std::vector<LedgerEntry>& entries,
                  const std::vector<TableColumn>& columns, const std::vector<std::string>& learners,
                  const LossLookup& losses) {
  TableRow row;
  row.measure = measure;
  row.title = in_words(measure);
  row.numbers.resize(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (const LedgerEntry& entry : entries) {
      if (entry.measure != measure || entry.learner != columns[c].learner) continue;
      row.title = entry.row_title;
      row.numbers[c].published = entry.published;
      if (entry.published.spread_kind != SpreadKind::none) {
        row.kind = entry.published.spread_kind;
      }
    }
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    TableNumber& number = row.numbers[c];
    const bool ran = std::find(learners.begin(), learners.end(), columns[c].learner) != learners.end();
    const FoldLosses folds = ran ? losses(measure, columns[c].learner) : FoldLosses{};
    number.applies = !folds.empty();
    number.ours = summarise(folds, row.kind);
    if (number.ours) row.folds = std::max(row.folds, static_cast<int>(folds.front().size()));
  }
  return row;
}

}  // namespace

std::optional<Ours> summarise(const FoldLosses& losses, SpreadKind kind) {
  if (!is_complete(losses)) return std::nullopt;
  Ours ours;
  const std::vector<double> means = repetition_means(losses);
  ours.mean = mean(means);
  ours.repetitions = static_cast<int>(losses.size());
  std::vector<double> spreads;
  for (const auto& folds : losses) spreads.push_back(standard_deviation(values_of(folds)));
  const double fold_sd = mean(spreads);
  const double fold_se = fold_sd / std::sqrt(static_cast<double>(losses.front().size()));
  ours.fold_spread = kind == SpreadKind::standard_deviation ? fold_sd : fold_se;
  ours.sd = ours.repetitions > 1 ? standard_deviation(means) : fold_se;
  return ours;
}

std::optional<ClaimVerdict> judge_claim(const FoldLosses& better, const FoldLosses& worse) {
  if (!is_complete(better) || !is_complete(worse) || better.size() != worse.size() || better.size() < 2) {
    return std::nullopt;
  }
  const std::vector<double> low = repetition_means(better);
  std::vector<double> differences = repetition_means(worse);
  for (std::size_t r = 0; r < low.size(); ++r) differences[r] -= low[r];
  const double margin = 2.0 * standard_deviation(differences) / std::sqrt(static_cast<double>(low.size()));
  const double difference = mean(differences);
  if (difference > margin) return ClaimVerdict::holds;
  return difference < -margin ? ClaimVerdict::fails : ClaimVerdict::tie;
}

int ResultTable::judged() const {
  int count = 0;
  for (const TableRow& row : rows) {
    for (const TableNumber& number : row.numbers) count += number.verdict.has_value() ? 1 : 0;
  }
  return count;
}

int ResultTable::reproduced() const {
  int count = 0;
  for (const TableRow& row : rows) {
    for (const TableNumber& number : row.numbers) {
      if (number.verdict && number.verdict->agreement == Agreement::reproduced) ++count;
    }
  }
  return count;
}

ResultTable build_table(const TableHead& head, const std::vector<LedgerEntry>& entries,
                        const std::vector<std::string>& measures, const std::vector<std::string>& learners,
                        const LossLookup& losses) {
  ResultTable table;
  table.head = head;
  std::vector<std::string> row_measures;
  const auto add_measure = [&](const std::string& measure) {
    if (std::find(row_measures.begin(), row_measures.end(), measure) == row_measures.end()) {
      row_measures.push_back(measure);
    }
  };
  for (const LedgerEntry& entry : entries) {
    if (entry.learner.empty()) {
      table.footnotes.push_back(entry.row_title + " " + entry.column_title + ": published " +
                                entry.published.text + (entry.note.empty() ? "" : " (" + entry.note + ")"));
      continue;
    }
    add_unique(table.columns, {entry.learner, entry.column_title});
    add_measure(entry.measure);
  }
  for (const std::string& learner : learners) add_unique(table.columns, {learner, in_words(learner)});
  for (const std::string& measure : measures) add_measure(measure);

  for (const std::string& measure : row_measures) {
    TableRow row = make_row(measure, entries, table.columns, learners, losses);
    const std::optional<double> difference = largest_difference(row);
    for (TableNumber& number : row.numbers) {
      if (number.published && number.ours && !head.stand_in) {
        number.verdict = judge(*number.ours, *number.published, difference);
      }
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace preimage::records
