#include "preimage/losses/class_forecasts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/error.hpp"
#include "preimage/losses/fold_measures.hpp"
#include "preimage/losses/ranking.hpp"

namespace preimage::losses {

void require_class(const ClassForecasts& data, const std::string& positive) {
  const std::vector<std::string>& names = *data.classes.names;
  if (std::find(names.begin(), names.end(), positive) == names.end())
    throw std::invalid_argument(fmt::format("positive: the data have no class '{}'; they have '{}'", positive,
                                            fmt::join(names, "', '")));
}

namespace {

using outputs::Scores;
using FoldNumber = std::function<std::optional<double>(const ClassForecasts&, const ClassForecasts&)>;

void require_as_many(const ClassForecasts& truth, const ClassForecasts& predicted) {
  const std::size_t n = sample_count(truth);
  const auto fits = [&](const std::optional<Scores>& s) { return !s || s->values.n_rows == n; };
  if (sample_count(predicted) != n || !fits(predicted.scores) || !fits(predicted.probabilities))
    throw NumericalError("a measure of classes: as many predictions as truths expected");
}

/// The share of samples whose being positive or not is predicted, of those where it is `of_positive`.
std::optional<double> rate(const ClassForecasts& truth, const ClassForecasts& predicted,
                           const std::string& positive, bool of_positive) {
  require_as_many(truth, predicted);
  require_class(truth, positive);
  double right = 0.0, all = 0.0;
  for (std::size_t i = 0; i < sample_count(truth); ++i) {
    if ((truth.classes.name(i) == positive) != of_positive) continue;
    all += 1.0;
    right += (predicted.classes.name(i) == positive) == of_positive ? 1.0 : 0.0;
  }
  return all > 0.0 ? std::optional(right / all) : std::nullopt;
}

/// Rows of probabilities, with the column of each class of the data; of a class without one there is none.
arma::mat checked(const ClassForecasts& truth, const Scores& probabilities) {
  arma::mat all(sample_count(truth), truth.classes.names->size(), arma::fill::zeros);
  for (std::size_t k = 0; k < probabilities.classes.size(); ++k)
    all.col(static_cast<arma::uword>(probabilities.classes[k])) = probabilities.values.col(k);
  for (arma::uword i = 0; i < all.n_rows; ++i) {
    const double sum = arma::accu(all.row(i));
    if (all.row(i).min() >= 0.0 && all.row(i).max() <= 1.0 && std::abs(sum - 1.0) <= 1e-9) continue;
    throw NumericalError(fmt::format(
        "probabilities of sample {}: expected numbers from 0 to 1 that sum to 1, the sum is {}", i, sum));
  }
  return all;
}

/// A loss of each row of probabilities, given the column of the true class.
Loss<ClassForecasts> of_probabilities(std::string name,
                                      double (*value)(const arma::rowvec& p, arma::uword c)) {
  return {std::move(name), false,
          [value](const ClassForecasts& truth, const ClassForecasts& predicted) -> std::optional<arma::vec> {
            require_as_many(truth, predicted);
            if (!predicted.probabilities) return std::nullopt;
            const arma::mat p = checked(truth, *predicted.probabilities);
            arma::vec values(p.n_rows);
            for (arma::uword i = 0; i < p.n_rows; ++i)
              values(i) = value(p.row(i), static_cast<arma::uword>(truth.classes.classes[i]));
            return values;
          }};
}

Loss<ClassForecasts> of_fold(std::string name, bool is_gain, const FoldNumber& number) {
  return {std::move(name), false,
          [=](const ClassForecasts& truth, const ClassForecasts& predicted) -> std::optional<arma::vec> {
            const std::optional<double> value = number(truth, predicted);
            if (!value) return std::nullopt;
            return arma::vec(sample_count(truth), arma::fill::value(is_gain ? 1.0 - *value : *value));
          }};
}

/// 1 - rate.
Loss<ClassForecasts> of_positive(std::string name,
                                 std::optional<double> (*gain)(const ClassForecasts&, const ClassForecasts&,
                                                               const std::string&),
                                 const std::string& positive) {
  Loss<ClassForecasts> loss =
      of_fold(std::move(name), true, [=](const ClassForecasts& truth, const ClassForecasts& predicted) {
        return gain(truth, predicted, positive);
      });
  loss.of_data = [loss, positive](const ClassForecasts& all) {
    require_class(all, positive);
    return loss;
  };
  return loss;
}

}  // namespace

ClassForecasts select(const ClassForecasts& forecasts, const arma::uvec& positions) {
  ClassForecasts some{samples::select(forecasts.classes, positions), forecasts.scores,
                      forecasts.probabilities};
  for (std::optional<Scores>* part : {&some.scores, &some.probabilities}) {
    if (*part) (*part)->values = arma::mat((*part)->values.rows(positions));
  }
  return some;
}

std::optional<double> roc_area(const ClassForecasts& truth, const ClassForecasts& predicted) {
  require_as_many(truth, predicted);
  if (!predicted.scores) return std::nullopt;
  const std::vector<int>& classes = predicted.scores->classes;
  std::vector<int> in_truth = truth.classes.classes;
  std::sort(in_truth.begin(), in_truth.end());
  in_truth.erase(std::unique(in_truth.begin(), in_truth.end()), in_truth.end());
  if (in_truth.size() < 2 || !std::includes(classes.begin(), classes.end(), in_truth.begin(), in_truth.end()))
    return std::nullopt;
  if (classes.size() == 2) in_truth.erase(in_truth.begin());
  const arma::mat margins = outputs::margins(*predicted.scores);
  double sum = 0.0;
  for (const int c : in_truth) {
    std::vector<bool> is_own;
    for (const int label : truth.classes.classes) is_own.push_back(label == c);
    const auto column = std::find(classes.begin(), classes.end(), c) - classes.begin();
    sum += roc_area(margins.col(classes.size() == 2 ? 0 : static_cast<arma::uword>(column)), is_own);
  }
  return sum / static_cast<double>(in_truth.size());
}

std::optional<double> sensitivity(const ClassForecasts& truth, const ClassForecasts& predicted,
                                  const std::string& positive) {
  return rate(truth, predicted, positive, true);
}

std::optional<double> specificity(const ClassForecasts& truth, const ClassForecasts& predicted,
                                  const std::string& positive) {
  return rate(truth, predicted, positive, false);
}

Loss<ClassForecasts> log_loss() {
  return of_probabilities("log_loss", [](const arma::rowvec& p, arma::uword c) {
    return 0.0 - std::log(std::max(p(c), std::numeric_limits<double>::epsilon()));  // not -0
  });
}

Loss<ClassForecasts> brier_score_loss() {
  return of_probabilities("brier_score", [](const arma::rowvec& p, arma::uword c) {
    arma::rowvec off = p;
    off(c) -= 1.0;
    return arma::dot(off, off) / (p.n_elem == 2 ? 2.0 : 1.0);
  });
}

Loss<ClassForecasts> auc_error_loss() {
  return of_fold("auc_error", true, [](const ClassForecasts& truth, const ClassForecasts& predicted) {
    return roc_area(truth, predicted);
  });
}

Loss<ClassForecasts> balanced_error_loss() {
  return of_fold("balanced_error", false, [](const ClassForecasts& truth, const ClassForecasts& predicted) {
    return balanced_error(truth.classes.classes, predicted.classes.classes);
  });
}

Loss<ClassForecasts> false_negative_rate_loss(const std::string& positive) {
  return of_positive("false_negative_rate", sensitivity, positive);
}

Loss<ClassForecasts> false_positive_rate_loss(const std::string& positive) {
  return of_positive("false_positive_rate", specificity, positive);
}

}  // namespace preimage::losses
