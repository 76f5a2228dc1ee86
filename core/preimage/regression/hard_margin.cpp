#include "preimage/regression/hard_margin.hpp"

#include <algorithm>
#include <cmath>

#include "preimage/base/error.hpp"
#include "preimage/regression/smo_steps.hpp"

namespace preimage::regression {

namespace {

/// State of one training. With y_t G_t, G the gradient of the dual, for G itself the signs are gone from all loops.
struct Duals {
  std::vector<double> y, alpha;
  std::vector<double> signed_gradient;  // y_t G_t
  std::vector<double> may_rise;         // y_t a_t may: 0, else -infinity; an addend
  std::vector<double> may_fall;
  std::vector<double> rises;      // -y_t G_t where a_t may rise so, else -infinity
  std::vector<double> decreases;  // of the objective by second order, with i given

  Duals(const std::vector<int>& signs, arma::uword stride)
      : y(stride, 0.0),
        alpha(stride, 0.0),
        signed_gradient(stride, 0.0),
        may_rise(stride, smo::kNone),
        may_fall(stride, smo::kNone),
        rises(stride, smo::kNone),
        decreases(stride, smo::kNone) {
    for (arma::uword t = 0; t < signs.size(); ++t) {
      y[t] = signs[t];
      signed_gradient[t] = -y[t];
      refresh(t);
      rises[t] = may_rise[t] - signed_gradient[t];
    }
  }

  void refresh(arma::uword t) {
    may_rise[t] = y[t] > 0.0 || alpha[t] > 0.0 ? 0.0 : smo::kNone;
    may_fall[t] = y[t] < 0.0 || alpha[t] > 0.0 ? 0.0 : smo::kNone;
  }
};

/// The exact minimum along a pair of duals, cut where one of them reaches 0.
void step_pair(Duals& duals, arma::uword i, arma::uword j, double curvature) {
  double &a_i = duals.alpha[i], &a_j = duals.alpha[j];
  const double g_i = duals.y[i] * duals.signed_gradient[i], g_j = duals.y[j] * duals.signed_gradient[j];
  if (duals.y[i] != duals.y[j]) {
    const double delta = (-g_i - g_j) / curvature;
    const double difference = a_i - a_j;
    a_i += delta;
    a_j += delta;
    if (difference > 0.0 && a_j < 0.0) {
      a_j = 0.0;
      a_i = difference;
    } else if (!(difference > 0.0) && a_i < 0.0) {
      a_i = 0.0;
      a_j = -difference;
    }
    return;
  }
  const double delta = (g_i - g_j) / curvature;
  const double sum = a_i + a_j;
  a_i -= delta;
  a_j += delta;
  if (a_j < 0.0) {
    a_j = 0.0;
    a_i = sum;
  }
  if (a_i < 0.0) {
    a_i = 0.0;
    a_j = sum;
  }
}

/// y_t G_t at the support vectors; without any the middle of what the others allow.
double threshold(const Duals& duals, arma::uword m) {
  double sum = 0.0, upper = -smo::kNone, lower = smo::kNone;
  arma::uword free = 0;
  for (const double sign : {1.0, -1.0}) {  // libsvm's order of a sum
    for (arma::uword t = 0; t < m; ++t) {
      if (duals.y[t] != sign) continue;
      const double value = duals.signed_gradient[t];
      if (duals.alpha[t] > 0.0) {
        ++free;
        sum += value;
      } else if (sign > 0.0) {
        upper = std::min(upper, value);
      } else {
        lower = std::max(lower, value);
      }
    }
  }
  return free > 0 ? sum / static_cast<double>(free) : (upper + lower) / 2.0;
}

}  // namespace

HardMarginSolver::HardMarginSolver(const arma::mat& K, const arma::vec& diagonal, double tolerance)
    : m_(K.n_rows),
      stride_(smo::whole_blocks(m_)),
      rows_(m_ * stride_, 0.0F),
      diagonal_(stride_, 1.0),
      tolerance_(tolerance) {
  scale_ = smo::scale_to_float(K.is_empty() ? 1.0 : std::max(arma::abs(K).max(), diagonal.max()));
  for (arma::uword i = 0; i < m_; ++i) {
    float* const row = rows_.data() + i * stride_;
    std::transform(K.colptr(i), K.colptr(i) + m_, row,
                   [this](double k) { return static_cast<float>(k * scale_); });
    diagonal_[i] = K(i, i) * scale_ + diagonal(i) * scale_;
    row[i] = static_cast<float>(diagonal_[i]);
  }
}

DualFunction HardMarginSolver::train(const std::vector<int>& signs) const {
  Duals duals(signs, stride_);
  double* const gradient = duals.signed_gradient.data();
  const auto row = [&](arma::uword i) { return rows_.data() + i * stride_; };
  smo::Violations worst{1.0, 1.0};  // of alpha = 0
  const arma::uword most = std::max<arma::uword>(10000000, 100 * m_);
  bool converged = false;
  for (arma::uword step = 0; step < most && worst.rise > smo::kNone; ++step) {
    const arma::uword i = smo::last_with(duals.rises.data(), worst.rise, duals.y.data(), stride_);
    const double best = smo::second_order(duals.decreases.data(), gradient, row(i), diagonal_.data(),
                                          diagonal_[i], worst.rise, duals.may_fall.data(), stride_);
    converged = worst.rise + worst.fall < tolerance_ || best == smo::kNone;
    if (converged) break;
    const arma::uword j = smo::last_with(duals.decreases.data(), best, duals.y.data(), stride_);
    const double curvature = diagonal_[i] + diagonal_[j] - 2.0 * static_cast<double>(row(i)[j]);
    const double before_i = duals.alpha[i], before_j = duals.alpha[j];
    step_pair(duals, i, j, curvature > 0.0 ? curvature : smo::kFlat);
    duals.refresh(i);
    duals.refresh(j);
    worst = smo::move(gradient, duals.rises.data(), row(i), row(j), duals.y[i] * (duals.alpha[i] - before_i),
                      duals.y[j] * (duals.alpha[j] - before_j), duals.may_rise.data(), duals.may_fall.data(),
                      stride_);
  }
  DualFunction function{arma::vec(m_), 0.0, converged};
  for (arma::uword t = 0; t < m_; ++t)
    function.coefficients(t) = duals.alpha[t] > 0.0 ? duals.alpha[t] * duals.y[t] * scale_ : 0.0;
  function.bias = -threshold(duals, m_);
  if (!function.coefficients.is_finite() || !std::isfinite(function.bias))
    throw NumericalError(
        "support vector machine: its dual variables left the range of numbers; raise the ridge");
  return function;
}

}  // namespace preimage::regression
