#include "experiments/page/comparison.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/format.h>

namespace preimage::experiments {

namespace {

using records::FoldLosses;

/// The differences that a test is made of, and the test.
struct Design {
  std::string method;
  bool over_repetitions = false;  // else over the folds of all repetitions
  double test_to_train = 0.0;     // of overlapping folds
};

/// Nothing where there is one split.
std::optional<Design> design_of(const Reading& reading, std::size_t repetitions, std::size_t folds) {
  if (reading.experiment.redraws_data && repetitions >= 2) {
    return Design{
        fmt::format("paired t-test over {} repetitions, each an independent draw of the data", repetitions),
        true, 0.0};
  }
  if (repetitions * folds < 2 || folds < 2) return std::nullopt;
  const double others = static_cast<double>(folds) - 1.0;
  const double ratio = reading.protocol.train_on == validation::TrainOn::the_rest ? 1.0 / others : others;
  return Design{fmt::format("corrected resampled t-test (Nadeau and Bengio 2003) over {} x {} folds of the "
                            "same samples, n_test / n_train = {:.4g}",
                            repetitions, folds, ratio),
                false, ratio};
}

/// Nothing where a fold is missing.
std::optional<std::vector<double>> differences(const FoldLosses& better, const FoldLosses& other,
                                               const Design& design) {
  std::vector<double> all;
  for (std::size_t r = 0; r < better.size(); ++r) {
    std::vector<double> of_repetition;
    for (std::size_t f = 0; f < better[r].size(); ++f) {
      if (!better[r][f] || !other[r][f]) return std::nullopt;
      of_repetition.push_back(*other[r][f] - *better[r][f]);
    }
    if (design.over_repetitions) {
      all.push_back(records::mean(of_repetition));
    } else {
      all.insert(all.end(), of_repetition.begin(), of_repetition.end());
    }
  }
  return all;
}

/// Columns of the row whose numbers are whole, the smallest first.
std::vector<std::size_t> ranked_columns(const records::TableRow& row) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < row.numbers.size(); ++c) {
    if (row.numbers[c].ours) columns.push_back(c);
  }
  std::stable_sort(columns.begin(), columns.end(), [&](std::size_t a, std::size_t b) {
    return row.numbers[a].ours->mean < row.numbers[b].ours->mean;
  });
  return columns;
}

RowComparison compare_row(const records::ResultTable& table, const records::TableRow& row,
                          const Reading& reading, const records::LossLookup& losses) {
  RowComparison result{row.title, "", {}, ""};
  const std::vector<std::size_t> columns = ranked_columns(row);
  if (columns.size() < 2) {
    result.none = "fewer than two methods have this number";
    return result;
  }
  const FoldLosses best = losses(row.measure, row.numbers[columns.front()].learner);
  const std::optional<Design> design = design_of(reading, best.size(), best.front().size());
  if (!design) {
    result.none = "one split of the data: nothing says how far chance reaches";
    return result;
  }
  result.method = design->method;
  std::vector<double> p;
  for (auto c = columns.begin() + 1; c != columns.end(); ++c) {
    const auto d = differences(best, losses(row.measure, row.numbers[*c].learner), *design);
    if (!d) continue;  // `ours` is there, so no fold is missing
    const statistics::PairedTest test =
        design->over_repetitions ? statistics::paired_t_test(*d)
                                 : statistics::corrected_resampled_t_test(*d, design->test_to_train);
    result.comparisons.push_back({table.columns[columns.front()], table.columns[*c], test, 1.0});
    p.push_back(test.p);
  }
  const std::vector<double> adjusted = statistics::holm_adjusted(p);
  for (std::size_t i = 0; i < adjusted.size(); ++i) result.comparisons[i].adjusted_p = adjusted[i];
  return result;
}

}  // namespace

std::vector<RowComparison> compare_methods(const records::ResultTable& table, const Reading& reading,
                                           const records::LossLookup& losses) {
  std::vector<RowComparison> rows;
  for (const records::TableRow& row : table.rows) rows.push_back(compare_row(table, row, reading, losses));
  return rows;
}

}  // namespace preimage::experiments
