#include "preimage/regression/calibration.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"

namespace preimage::regression {

namespace {

double sigmoid(double z) {  // 1 / (1 + exp(z)), without overflow
  return z >= 0.0 ? std::exp(-z) / (1.0 + std::exp(-z)) : 1.0 / (1.0 + std::exp(z));
}

arma::mat sigmoid_fit(const arma::vec& scores, const arma::vec& outcomes) {
  constexpr int kMaxSteps = 200;
  constexpr double kRidge = 1e-12;  // of values that are all equal, where A may be anything
  const double n1 = arma::accu(outcomes), n0 = static_cast<double>(outcomes.n_elem) - n1;
  const arma::vec t = outcomes * ((n1 + 1.0) / (n1 + 2.0)) + (1.0 - outcomes) / (n0 + 2.0);
  // From -1 to 1, so that no limit depends on the scores' units.
  const double centre = scores.max() / 2.0 + scores.min() / 2.0;
  const double half = scores.max() / 2.0 - scores.min() / 2.0, unit = half > 0.0 ? half : 1.0;
  const arma::mat design = arma::join_rows((scores - centre) / unit, arma::ones(scores.n_elem));
  arma::vec found = {0.0, std::log((n0 + 1.0) / (n1 + 1.0))};
  for (int step = 0; step < kMaxSteps; ++step) {
    const arma::vec z = design * found;
    arma::vec p = z;
    p.transform(sigmoid);
    const arma::vec gradient = design.t() * (t - p);
    arma::mat hessian = design.t() * (design.each_col() % (p % (1.0 - p)));
    hessian.diag() += kRidge;
    const double determinant = hessian(0, 0) * hessian(1, 1) - hessian(0, 1) * hessian(0, 1);
    const arma::vec move = {(hessian(0, 1) * gradient(1) - hessian(1, 1) * gradient(0)) / determinant,
                            (hessian(0, 1) * gradient(0) - hessian(0, 0) * gradient(1)) / determinant};
    // It lowers such a sum wherever it starts, and is Newton's near the minimum.    [Sun and Tran-Dinh 2019]
    const double most = arma::abs(design * move).max();
    if (most <= 1e-15 * (1.0 + arma::abs(found).max())) break;
    found += std::log1p(most) / most * move;
  }
  return arma::vec{found(0) / unit, found(1) - found(0) / unit * centre};
}

arma::mat isotonic_fit(const arma::vec& scores, const arma::vec& outcomes) {
  struct Step {
    double first, last, sum, weight;
    double mean() const { return sum / weight; }
  };
  const double same = base::kRoundingOfSums * arma::abs(scores).max();
  std::vector<Step> points, steps;
  for (const arma::uword i : arma::uvec(arma::stable_sort_index(scores))) {
    if (points.empty() || scores(i) - points.back().last > same)
      points.push_back({scores(i), scores(i), 0.0, 0.0});
    points.back().last = scores(i);
    points.back().sum += outcomes(i);
    points.back().weight += 1.0;
  }
  for (Step point : points) {
    for (; !steps.empty() && steps.back().mean() >= point.mean(); steps.pop_back())
      point = {steps.back().first, point.last, steps.back().sum + point.sum,
               steps.back().weight + point.weight};
    steps.push_back(point);
  }
  std::vector<double> knots;
  for (const Step& step : steps) {
    knots.insert(knots.end(), {step.first, step.mean()});
    if (step.last > step.first) knots.insert(knots.end(), {step.last, step.mean()});
  }
  return arma::mat(knots.data(), 2, knots.size() / 2);
}

}  // namespace

arma::mat calibrator_fit(Calibration kind, const arma::vec& scores, const std::vector<bool>& is_positive) {
  if (scores.is_empty() || scores.n_elem != is_positive.size())
    throw NumericalError(
        fmt::format("a calibrator of {} scores and {} outcomes: expected as many, one at least",
                    scores.n_elem, is_positive.size()));
  if (!scores.is_finite()) throw NumericalError("a calibrator: a score is not finite");
  arma::vec outcomes(scores.n_elem);
  for (arma::uword i = 0; i < scores.n_elem; ++i) outcomes(i) = is_positive[i] ? 1.0 : 0.0;
  return kind == Calibration::sigmoid ? sigmoid_fit(scores, outcomes) : isotonic_fit(scores, outcomes);
}

arma::vec calibrated(Calibration kind, const arma::mat& calibrator, const arma::vec& scores) {
  arma::vec found = scores;
  if (kind == Calibration::sigmoid)
    return found.transform([&](double f) { return sigmoid(calibrator(0, 0) * f + calibrator(1, 0)); });
  const arma::rowvec x = calibrator.row(0), p = calibrator.row(1);
  return found.transform([&](double f) {
    const auto above = static_cast<arma::uword>(std::upper_bound(x.begin(), x.end(), f) - x.begin());
    if (above == 0 || above == x.n_elem) return p(above == 0 ? 0 : above - 1);
    return p(above - 1) + (f - x(above - 1)) / (x(above) - x(above - 1)) * (p(above) - p(above - 1));
  });
}

}  // namespace preimage::regression
