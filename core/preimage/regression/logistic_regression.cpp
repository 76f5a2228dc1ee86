#include "preimage/regression/logistic_regression.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/lbfgs.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::regression {

namespace {

/// log(1 + exp(t)), without overflow.
arma::mat softplus(const arma::mat& t) {
  return arma::clamp(t, 0.0, arma::datum::inf) + arma::log1p(arma::exp(-arma::abs(t)));
}

/// The objective in coordinates z_i of the samples, with a row of ones for the bias.
struct Objective {
  arma::mat Z;             // m x (p + 1)
  arma::mat Y;             // m x q: one column of 0 and 1 for two classes, else one for each
  arma::vec loss_weights;  // C v_i

  /// W  (p + 1) x q
  double operator()(const arma::mat& W, arma::mat& gradient) const {
    const arma::mat F = Z * W;
    arma::mat P;  // probabilities
    arma::vec losses;
    if (Y.n_cols == 1) {
      P = 1.0 / (1.0 + arma::exp(-F));
      losses = softplus(F) - Y % F;
    } else {
      const arma::vec largest = arma::max(F, 1);
      P = arma::exp(F.each_col() - largest);
      const arma::vec sums = arma::sum(P, 1);
      P.each_col() /= sums;
      losses = largest + arma::log(sums) - arma::sum(Y % F, 1);
    }
    P -= Y;
    P.each_col() %= loss_weights;
    arma::mat penalised = W;
    penalised.tail_rows(1).zeros();
    gradient = Z.t() * P + penalised;
    return 0.5 * arma::accu(arma::square(penalised)) + arma::dot(loss_weights, losses);
  }
};

/// to_coefficients  m x p, takes functions of coordinates to those of kernel values
DualFunctions functions_of(const Objective& objective, const arma::mat& to_coefficients, bool of_two) {
  const arma::mat start(objective.Z.n_cols, objective.Y.n_cols, arma::fill::zeros);
  arma::mat start_gradient, gradient;
  objective(start, start_gradient);
  const arma::mat W =
      linalg::lbfgs_minimum(start, std::cref(objective), {std::numeric_limits<double>::epsilon(), 10000});
  objective(W, gradient);
  const bool converged =
      W.is_finite() && arma::abs(gradient).max() <= kLogisticTolerance * arma::abs(start_gradient).max();
  const arma::uword p = to_coefficients.n_cols;
  const arma::mat coefficients = to_coefficients * W.head_rows(p);
  if (of_two)
    return {{-0.5 * coefficients.col(0), -0.5 * W(p, 0), converged},
            {0.5 * coefficients.col(0), 0.5 * W(p, 0), converged}};
  DualFunctions functions;
  for (arma::uword k = 0; k < W.n_cols; ++k) functions.push_back({coefficients.col(k), W(p, k), converged});
  return functions;
}

}  // namespace

std::vector<DualFunctions> logistic_regression(const arma::mat& K, const std::vector<int>& classes,
                                               const std::vector<int>& class_list,
                                               const std::vector<double>& Cs, const arma::vec& weights) {
  const arma::uword m = K.n_rows, c = class_list.size(), first = c == 2 ? 1 : 0;
  if (classes.size() != m || (!weights.is_empty() && weights.n_elem != m))
    throw NumericalError(fmt::format("logistic regression: {} classes and {} weights for {} training samples",
                                     classes.size(), weights.n_elem, m));
  const bool are_positive = std::all_of(Cs.begin(), Cs.end(), [](double C) { return C > 0.0; });
  if (!are_positive || (!weights.is_empty() && !(weights.min() > 0.0)))
    throw NumericalError("logistic regression: C and weights have to be above 0");
  if (c < 2) throw NumericalError("logistic regression: the training samples are all of one class");
  const linalg::EigenDecomposition eigen = linalg::symmetric_eigen(K, "input Gram matrix");
  const arma::uvec kept = arma::find(
      eigen.values > static_cast<double>(m) * std::numeric_limits<double>::epsilon() * eigen.values.max());
  const arma::rowvec roots = arma::sqrt(eigen.values.elem(kept)).t();
  const arma::mat V = eigen.vectors.cols(kept), to_coefficients = V.each_row() / roots;
  const arma::vec ones(m, arma::fill::ones);
  Objective objective{
      arma::join_rows(V.each_row() % roots, ones), arma::mat(m, c - first, arma::fill::zeros), {}};
  for (arma::uword i = 0; i < m; ++i) {
    const auto found = std::find(class_list.begin(), class_list.end(), classes[i]);
    const auto k = static_cast<arma::uword>(found - class_list.begin());
    if (k >= first) objective.Y(i, k - first) = 1.0;
  }
  std::vector<DualFunctions> all;
  for (const double C : Cs) {
    objective.loss_weights = C * (weights.is_empty() ? ones : weights);
    all.push_back(functions_of(objective, to_coefficients, c == 2));
  }
  return all;
}

}  // namespace preimage::regression
