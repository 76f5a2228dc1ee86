#include "suite/results/fold_losses.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "suite/records/paired_differences.hpp"

namespace preimage::suite::results {

namespace {

std::vector<double> values_of(const std::vector<std::optional<double>>& folds) {
  std::vector<double> values;
  for (const auto& loss : folds) values.push_back(*loss);
  return values;
}

}  // namespace

std::vector<double> all_folds(const FoldLosses& losses) {
  std::vector<double> all;
  for (const auto& folds : losses) {
    for (const std::optional<double>& loss : folds) all.push_back(*loss);
  }
  return all;
}

std::vector<double> repetition_means(const FoldLosses& losses) {
  std::vector<double> means;
  for (const auto& folds : losses) means.push_back(records::mean(values_of(folds)));
  return means;
}

bool is_complete(const FoldLosses& losses) {
  if (losses.empty()) return false;
  return std::ranges::all_of(losses, [](const auto& folds) {
    return !folds.empty() && std::ranges::all_of(folds, [](const auto& loss) { return loss.has_value(); });
  });
}

FoldLosses averaged_over_repetitions(const FoldLosses& losses) {
  std::vector<std::optional<double>> folds;
  for (std::size_t f = 0; f < losses.front().size(); ++f) {
    std::vector<double> values;
    for (const auto& repetition : losses) values.push_back(repetition[f].value());
    folds.emplace_back(records::mean(values));
  }
  return {folds};
}

std::optional<records::Estimate> summarise(const FoldLosses& losses, records::SpreadKind kind,
                                           bool same_splits) {
  if (!is_complete(losses)) return std::nullopt;
  if (same_splits) {
    std::optional<records::Estimate> ours = summarise(averaged_over_repetitions(losses), kind);
    if (!ours) return ours;
    ours->repetitions = static_cast<int>(losses.size());
    ours->same_splits = true;
    return ours;
  }
  records::Estimate ours;
  const std::vector<double> means = repetition_means(losses);
  ours.mean = records::mean(means);
  ours.repetitions = static_cast<int>(losses.size());
  std::vector<double> spreads;
  for (const auto& folds : losses) spreads.push_back(records::standard_deviation(values_of(folds)));
  const double fold_sd = records::mean(spreads);
  const double fold_se = fold_sd / std::sqrt(static_cast<double>(losses.front().size()));
  ours.fold_spread = kind == records::SpreadKind::standard_deviation ? fold_sd : fold_se;
  ours.folds = static_cast<int>(losses.front().size());
  ours.fold_sd = fold_sd;
  ours.sd = ours.repetitions > 1 ? records::standard_deviation(means) : fold_se;
  ours.has_spread = ours.repetitions > 1 || losses.front().size() > 1;
  const bool is_finite =
      std::isfinite(ours.mean) && std::isfinite(ours.sd) && std::isfinite(ours.fold_spread);
  return is_finite ? std::optional(ours) : std::nullopt;
}

std::string spread_words(int repetitions, bool same_splits) {
  if (repetitions == 1) return "SD over folds / sqrt(folds)";
  return same_splits ? fmt::format("SD over folds / sqrt(folds), of means over {} repetitions", repetitions)
                     : fmt::format("SD over {} repetitions", repetitions);
}

FoldLosses repeated(FoldLosses losses, std::size_t repetitions) {
  if (losses.size() == 1 && repetitions > 1) losses.resize(repetitions, losses.front());
  return losses;
}

namespace {

/// worse - better, pair by pair; empty where they cannot be paired.
std::vector<double> paired_differences(const FoldLosses& better, const FoldLosses& worse,
                                       study::Repeats repeats) {
  std::vector<double> low, high;
  if (repeats == study::Repeats::one_draw) {
    low = all_folds(averaged_over_repetitions(better));
    high = all_folds(averaged_over_repetitions(worse));
  } else {
    const std::size_t repetitions = std::max(better.size(), worse.size());
    low = repetition_means(repeated(better, repetitions));
    high = repetition_means(repeated(worse, repetitions));
  }
  if (low.size() != high.size()) return {};
  for (std::size_t i = 0; i < low.size(); ++i) high[i] = records::difference_of_losses(high[i], low[i]);
  return high;
}

}  // namespace

std::optional<ClaimVerdict> judge_claim(const FoldLosses& better, const FoldLosses& worse,
                                        study::Repeats repeats) {
  if (!is_complete(better) || !is_complete(worse)) return std::nullopt;
  const std::vector<double> differences = paired_differences(better, worse, repeats);
  const std::size_t fewest = repeats == study::Repeats::identical ? 1 : 2;
  if (differences.size() < fewest) return std::nullopt;
  const double margin =
      2.0 * records::standard_deviation(differences) / std::sqrt(static_cast<double>(differences.size()));
  const double difference = records::mean(differences);
  if (!std::isfinite(difference) || !std::isfinite(margin)) return std::nullopt;
  if (difference > margin) return ClaimVerdict::holds;
  return difference < -margin ? ClaimVerdict::fails : ClaimVerdict::tie;
}

}  // namespace preimage::suite::results
