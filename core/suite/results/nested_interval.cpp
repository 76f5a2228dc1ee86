#include "suite/results/nested_interval.hpp"

#include <algorithm>
#include <cmath>

#include "suite/records/verdict.hpp"
#include "suite/study/draws.hpp"

namespace preimage::suite::results {

Interval nested_interval(const std::vector<NestedLosses>& cuts) {
  const std::size_t folds = cuts.front().folds.size();
  const std::vector<study::FoldPair> pairs = study::fold_pairs(folds);
  std::vector<double> of_folds, of_pairs, squares;  // squares: a_k - b_k
  for (const NestedLosses& cut : cuts) {
    std::vector<std::vector<double>> others(folds);  // [k]: on all j != k, trained without k and j
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const auto [i, j] = pairs[p];
      const std::vector<double>& losses = cut.pairs[p];
      const auto middle = losses.begin() + static_cast<std::ptrdiff_t>(cut.folds[i].size());
      others[j].insert(others[j].end(), losses.begin(), middle);
      others[i].insert(others[i].end(), middle, losses.end());
    }
    for (std::size_t k = 0; k < folds; ++k) {
      const std::vector<double>& own = cut.folds[k];
      const double difference = records::mean(others[k]) - records::mean(own);
      const double sd = records::standard_deviation(own);
      squares.push_back(difference * difference - sd * sd / static_cast<double>(own.size()));
      of_folds.insert(of_folds.end(), own.begin(), own.end());
      of_pairs.insert(of_pairs.end(), others[k].begin(), others[k].end());
    }
  }
  constexpr double kNormal = 1.959963984540054;  // its quantile of .975
  const auto K = static_cast<double>(folds);
  const double n = static_cast<double>(of_folds.size()) / static_cast<double>(cuts.size());
  const double least = records::standard_deviation(of_pairs) / std::sqrt(n);
  const double squared = (K - 1.0) / K * records::mean(squares);
  const double error = std::clamp(std::sqrt(std::max(0.0, squared)), least, std::sqrt(K) * least);
  const double mean = records::mean(of_pairs);
  const double estimate = mean - (1.0 + (K - 2.0) / K) * (mean - records::mean(of_folds));
  return {estimate - kNormal * error, estimate + kNormal * error, estimate};
}

}  // namespace preimage::suite::results
