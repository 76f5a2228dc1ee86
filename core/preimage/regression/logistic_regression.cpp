#include "preimage/regression/logistic_regression.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <lbfgs.h>

#include "preimage/base/error.hpp"
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

lbfgsfloatval_t evaluate(void* instance, const lbfgsfloatval_t* x, lbfgsfloatval_t* gradient, int n,
                         lbfgsfloatval_t /*step*/) {
  const auto& objective = *static_cast<const Objective*>(instance);
  const arma::mat W(x, objective.Z.n_cols, objective.Y.n_cols);
  arma::mat G;
  const double value = objective(W, G);
  std::copy_n(G.memptr(), n, gradient);
  return value;
}

struct LbfgsDeleter {
  void operator()(lbfgsfloatval_t* x) const { lbfgs_free(x); }
};

/// The minimiser from 0 on.
arma::mat minimised(Objective& objective) {
  const int n = static_cast<int>(objective.Z.n_cols * objective.Y.n_cols);
  const std::unique_ptr<lbfgsfloatval_t, LbfgsDeleter> x(lbfgs_malloc(n));
  if (x == nullptr) throw NumericalError("logistic regression: out of memory");
  std::fill_n(x.get(), n, 0.0);
  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.m = 20;
  parameters.epsilon = std::numeric_limits<double>::epsilon();
  parameters.max_iterations = 10000;
  // What was reached is judged by its caller, whatever ended the search.
  lbfgs(n, x.get(), nullptr, evaluate, nullptr, &objective, &parameters);
  return arma::mat(x.get(), objective.Z.n_cols, objective.Y.n_cols);
}

}  // namespace

std::vector<DualFunction> logistic_regression(const arma::mat& K, const std::vector<int>& classes,
                                              const std::vector<int>& class_list, double C,
                                              const arma::vec& weights) {
  const arma::uword m = K.n_rows, c = class_list.size();
  if (classes.size() != m || (!weights.is_empty() && weights.n_elem != m))
    throw NumericalError(fmt::format("logistic regression: {} classes and {} weights for {} training samples",
                                     classes.size(), weights.n_elem, m));
  if (!(C > 0.0) || (!weights.is_empty() && !(weights.min() > 0.0)))
    throw NumericalError("logistic regression: C and weights have to be above 0");
  if (c < 2) throw NumericalError("logistic regression: the training samples are all of one class");
  const linalg::EigenDecomposition eigen = linalg::symmetric_eigen(K, "input Gram matrix");
  const arma::uvec kept = arma::find(
      eigen.values > static_cast<double>(m) * std::numeric_limits<double>::epsilon() * eigen.values.max());
  const arma::rowvec roots = arma::sqrt(eigen.values.elem(kept)).t();
  const arma::mat V = eigen.vectors.cols(kept);
  const arma::uword first = c == 2 ? 1 : 0;
  Objective objective{arma::join_rows(V.each_row() % roots, arma::vec(m, arma::fill::ones)),
                      arma::mat(m, c - first, arma::fill::zeros), arma::vec(m, arma::fill::value(C))};
  if (!weights.is_empty()) objective.loss_weights %= weights;
  for (arma::uword i = 0; i < m; ++i) {
    const auto found = std::find(class_list.begin(), class_list.end(), classes[i]);
    const auto k = static_cast<arma::uword>(found - class_list.begin());
    if (k >= first) objective.Y(i, k - first) = 1.0;
  }
  arma::mat start_gradient, gradient;
  objective(arma::mat(objective.Z.n_cols, objective.Y.n_cols, arma::fill::zeros), start_gradient);
  const arma::mat W = minimised(objective);
  objective(W, gradient);
  const bool converged =
      W.is_finite() && arma::abs(gradient).max() <= kLogisticTolerance * arma::abs(start_gradient).max();
  const arma::mat coefficients = (V.each_row() / roots) * W.head_rows(kept.n_elem);
  std::vector<DualFunction> functions;
  for (arma::uword k = 0; k < W.n_cols; ++k)
    functions.push_back({coefficients.col(k), W(kept.n_elem, k), converged});
  if (c == 2) {
    const DualFunction& g = functions.front();
    functions = {{-0.5 * g.coefficients, -0.5 * g.bias, converged},
                 {0.5 * g.coefficients, 0.5 * g.bias, converged}};
  }
  return functions;
}

}  // namespace preimage::regression
