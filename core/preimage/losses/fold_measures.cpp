#include "preimage/losses/fold_measures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "preimage/base/error.hpp"
#include "preimage/losses/losses.hpp"

namespace preimage::losses {

namespace {

using kernels::Labels, kernels::LabelSets, kernels::Vectors;

/// Samples that have a label.
struct LabelCounts {
  double in_both = 0.0, in_truth = 0.0, in_prediction = 0.0;
  double f1() const { return 2.0 * in_both / (in_truth + in_prediction); }
};

std::map<int, LabelCounts> counts_of(const LabelSets& truth, const LabelSets& predicted) {
  require_as_many("F1", truth.size(), predicted.size());
  std::map<int, LabelCounts> counts;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (const int label : truth[i]) {
      ++counts[label].in_truth;
      if (predicted[i].contains(label)) ++counts[label].in_both;
    }
    for (const int label : predicted[i]) ++counts[label].in_prediction;
  }
  return counts;
}

LabelSets as_sets(const Labels& labels) {
  LabelSets sets;
  for (const int label : labels) sets.push_back({label});
  return sets;
}

double r_squared_of_output(const arma::vec& truth, const arma::vec& predicted) {
  // Compared exactly: the mean of equal numbers may be off by a rounding, and the squares would not be 0.
  if (truth.min() == truth.max()) return arma::all(truth == predicted) ? 1.0 : 0.0;
  const arma::vec deviations = truth - arma::mean(truth);
  const double scale = arma::abs(deviations).max();  // so that no square of a deviation leaves the range
  return 1.0 -
         arma::accu(arma::square((truth - predicted) / scale)) / arma::accu(arma::square(deviations / scale));
}

}  // namespace

std::optional<double> balanced_error(const Labels& truth, const Labels& predicted) {
  require_as_many("balanced error", truth.size(), predicted.size());
  std::map<int, std::pair<double, double>> wrong_and_all;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    auto& [wrong, all] = wrong_and_all[truth[i]];
    wrong += truth[i] == predicted[i] ? 0.0 : 1.0;
    ++all;
  }
  if (wrong_and_all.empty()) return std::nullopt;
  double sum = 0.0;
  for (const auto& [label, counts] : wrong_and_all) sum += counts.first / counts.second;
  return sum / static_cast<double>(wrong_and_all.size());
}

std::optional<double> accuracy(const Labels& truth, const Labels& predicted) {
  require_as_many("accuracy", truth.size(), predicted.size());
  if (truth.empty()) return std::nullopt;
  std::size_t right = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) right += truth[i] == predicted[i] ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(truth.size());
}

std::optional<double> samples_f1(const LabelSets& truth, const LabelSets& predicted) {
  require_as_many("F1", truth.size(), predicted.size());
  if (truth.empty()) return std::nullopt;
  double sum = 0.0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto shared = std::count_if(truth[i].begin(), truth[i].end(),
                                      [&](int label) { return predicted[i].contains(label); });
    const std::size_t both_sizes = truth[i].size() + predicted[i].size();
    sum += both_sizes == 0 ? 1.0 : 2.0 * static_cast<double>(shared) / static_cast<double>(both_sizes);
  }
  return sum / static_cast<double>(truth.size());
}

std::optional<double> macro_f1(const LabelSets& truth, const LabelSets& predicted) {
  const std::map<int, LabelCounts> counts = counts_of(truth, predicted);
  if (counts.empty()) return std::nullopt;
  double sum = 0.0;
  for (const auto& [label, of_label] : counts) sum += of_label.f1();
  return sum / static_cast<double>(counts.size());
}

std::optional<double> macro_f1(const Labels& truth, const Labels& predicted) {
  return macro_f1(as_sets(truth), as_sets(predicted));
}

std::optional<double> micro_f1(const LabelSets& truth, const LabelSets& predicted) {
  const std::map<int, LabelCounts> counts = counts_of(truth, predicted);
  if (counts.empty()) return std::nullopt;
  LabelCounts all;
  for (const auto& [label, of_label] : counts) {
    all.in_both += of_label.in_both;
    all.in_truth += of_label.in_truth;
    all.in_prediction += of_label.in_prediction;
  }
  return all.f1();
}

std::optional<double> r_squared(const Vectors& truth, const Vectors& predicted) {
  if (arma::size(truth) != arma::size(predicted)) throw NumericalError("R^2: shapes differ");
  if (truth.n_rows < 2 || truth.n_cols == 0) return std::nullopt;
  double sum = 0.0;
  for (arma::uword j = 0; j < truth.n_cols; ++j) sum += r_squared_of_output(truth.col(j), predicted.col(j));
  return std::isfinite(sum) ? std::optional(sum / static_cast<double>(truth.n_cols)) : std::nullopt;
}

std::optional<double> group_error(const Labels& truth, const Labels& predicted,
                                  const std::vector<int>& groups) {
  require_as_many("group error", truth.size(), predicted.size());
  std::map<int, std::map<int, int>> votes;  // by group and class
  std::map<int, int> class_of;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    ++votes[groups.at(i)][predicted[i]];
    if (class_of.emplace(groups[i], truth[i]).first->second != truth[i])
      throw NumericalError("group error: a group has two classes");
  }
  if (votes.empty()) return std::nullopt;
  double wrong = 0.0;
  for (const auto& [group, counts] : votes) {
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    const int chosen = std::max_element(counts.begin(), counts.end(), fewer)->first;
    wrong += chosen == class_of[group] ? 0.0 : 1.0;
  }
  return wrong / static_cast<double>(votes.size());
}

std::optional<double> group_squared_error(const Vectors& truth, const Vectors& predicted,
                                          const std::vector<int>& groups) {
  require_as_many("group error", truth.n_rows, predicted.n_rows);
  std::map<int, std::vector<arma::uword>> members;
  for (arma::uword i = 0; i < truth.n_rows; ++i) members[groups.at(i)].push_back(i);
  if (members.empty()) return std::nullopt;
  double sum = 0.0;
  for (const auto& [group, samples] : members) {
    const arma::uvec rows(samples);
    sum += arma::accu(arma::square(arma::mean(truth.rows(rows) - predicted.rows(rows), 0)));
  }
  return sum / static_cast<double>(members.size());
}

}  // namespace preimage::losses
