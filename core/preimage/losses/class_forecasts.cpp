#include "preimage/losses/class_forecasts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/losses/losses.hpp"
#include "preimage/losses/ranking.hpp"

namespace preimage::losses {

namespace {

using outputs::Scores;

void require_fitting(const ClassForecasts& truth, const ClassForecasts& predicted) {
  const std::size_t n = sample_count(truth);
  require_as_many("a measure of classes", n, sample_count(predicted));
  for (const std::optional<Scores>* part : {&predicted.scores, &predicted.probabilities})
    if (*part) require_as_many("a measure of classes", n, (*part)->values.n_rows);
}

/// Of the samples that are of the class, or are not, the share that is predicted likewise.
FoldNumber rate(const std::string& positive, bool of_positive) {
  return [=](const ClassForecasts& truth, const ClassForecasts& predicted) -> std::optional<double> {
    require_fitting(truth, predicted);
    const std::vector<std::string>& names = *truth.classes.names;
    if (std::find(names.begin(), names.end(), positive) == names.end())
      throw DataError("positive: the data have no class " + base::excerpt(positive) +
                      base::suggestion(positive, names));
    double right = 0.0, all = 0.0;
    for (std::size_t i = 0; i < sample_count(truth); ++i) {
      if ((truth.classes.name(i) == positive) != of_positive) continue;
      ++all;
      if ((predicted.classes.name(i) == positive) == of_positive) ++right;
    }
    return all > 0.0 ? std::optional(right / all) : std::nullopt;
  };
}

/// A column for each class of the data, of 0 where it has no probability.
arma::mat checked(const ClassForecasts& truth, const Scores& probabilities) {
  arma::mat all(sample_count(truth), truth.classes.names->size(), arma::fill::zeros);
  all.cols(arma::conv_to<arma::uvec>::from(probabilities.classes)) = probabilities.values;
  for (arma::uword i = 0; i < all.n_rows; ++i) {
    const double sum = arma::accu(all.row(i));
    if (!(all.row(i).min() >= 0.0 && all.row(i).max() <= 1.0 && std::abs(sum - 1.0) <= 1e-9))
      throw NumericalError(fmt::format(
          "probabilities of sample {}: expected numbers from 0 to 1 that sum to 1, the sum is {}", i, sum));
  }
  return all;
}

/// A loss of each row of probabilities, given the column of the true class.
Loss<ClassForecasts> of_rows(const char* name, double (*value)(const arma::rowvec& p, arma::uword c)) {
  return {name, false,
          [value](const ClassForecasts& truth, const ClassForecasts& predicted) -> std::optional<arma::vec> {
            require_fitting(truth, predicted);
            if (!predicted.probabilities) return std::nullopt;
            const arma::mat p = checked(truth, *predicted.probabilities);
            arma::vec values(p.n_rows);
            for (arma::uword i = 0; i < p.n_rows; ++i)
              values(i) = value(p.row(i), static_cast<arma::uword>(truth.classes.classes[i]));
            return values;
          }};
}

}  // namespace

ClassForecasts select(const ClassForecasts& forecasts, const arma::uvec& positions) {
  ClassForecasts some = forecasts;
  some.classes = samples::select(some.classes, positions);
  for (std::optional<Scores>* part : {&some.scores, &some.probabilities})
    if (*part) (*part)->values = arma::mat((*part)->values.rows(positions));
  return some;
}

std::optional<double> auc(const ClassForecasts& truth, const ClassForecasts& predicted) {
  require_fitting(truth, predicted);
  const std::vector<int>& labels = truth.classes.classes;
  const std::set<int> in_truth(labels.begin(), labels.end());
  if (!predicted.scores || in_truth.size() < 2) return std::nullopt;
  const std::vector<int>& classes = predicted.scores->classes;
  if (!std::includes(classes.begin(), classes.end(), in_truth.begin(), in_truth.end())) return std::nullopt;
  const arma::mat margins = outputs::margins(*predicted.scores);
  // Sums, whose last digits depend on the CPU: those of equal samples tie on all of them.
  const arma::vec errors = base::kRoundingOfSums * arma::max(arma::abs(predicted.scores->values), 1);
  double sum = 0.0, count = 0.0;
  for (arma::uword k = 0; k < margins.n_cols; ++k) {
    const int own = classes[classes.size() - margins.n_cols + k];
    if (!in_truth.contains(own)) continue;
    std::vector<bool> is_own;
    for (const int label : labels) is_own.push_back(label == own);
    sum += roc_area(margins.col(k), is_own, errors);
    ++count;
  }
  return sum / count;
}

FoldNumber sensitivity(const std::string& positive) {
  return rate(positive, true);
}

FoldNumber specificity(const std::string& positive) {
  return rate(positive, false);
}

Loss<ClassForecasts> loss_of_fold(const std::string& name, bool is_gain, const FoldNumber& number) {
  Loss<ClassForecasts> loss{
      name, false,
      [=](const ClassForecasts& truth, const ClassForecasts& predicted) -> std::optional<arma::vec> {
        const std::optional<double> value = number(truth, predicted);
        if (!value) return std::nullopt;
        return arma::vec(sample_count(truth), arma::fill::value(is_gain ? 1.0 - *value : *value));
      }};
  loss.of_data = [=](const ClassForecasts& all) {
    number(all, all);
    return loss;
  };
  return loss;
}

Loss<ClassForecasts> log_loss() {
  return of_rows("log_loss", [](const arma::rowvec& p, arma::uword c) {
    return 0.0 - std::log(std::max(p(c), std::numeric_limits<double>::epsilon()));  // not -0
  });
}

Loss<ClassForecasts> brier_score_loss() {
  return of_rows("brier_score", [](const arma::rowvec& p, arma::uword c) {
    arma::rowvec off = p;
    off(c) -= 1.0;
    return arma::dot(off, off) / (p.n_elem == 2 ? 2.0 : 1.0);
  });
}

}  // namespace preimage::losses
