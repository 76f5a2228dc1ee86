#include "preimage/regression/one_class_solver.hpp"

#include <algorithm>
#include <limits>

#include "preimage/regression/smo_steps.hpp"

namespace preimage::regression {

namespace {

/// State of one training.
struct Training {
  std::vector<double> alpha, gradient;
  std::vector<double> may_rise, may_fall;  // as in smo_steps.hpp
  std::vector<double> rises, decreases;

  explicit Training(arma::uword stride)
      : alpha(stride, 0.0),
        gradient(stride, 0.0),
        may_rise(stride, smo::kNone),
        may_fall(stride, smo::kNone),
        rises(stride, smo::kNone),
        decreases(stride, smo::kNone) {}

  void refresh(arma::uword t) {
    may_rise[t] = alpha[t] < 1.0 ? 0.0 : smo::kNone;
    may_fall[t] = alpha[t] > 0.0 ? 0.0 : smo::kNone;
  }
};

/// The exact minimum along a pair, cut where one of them reaches 0 or 1; their sum stays.
void step_shares(double& a_i, double& a_j, double delta) {
  const double sum = a_i + a_j;
  a_i -= delta;
  a_j += delta;
  if (sum > 1.0) {
    if (a_i > 1.0) {
      a_i = 1.0;
      a_j = sum - 1.0;
    }
  } else if (a_j < 0.0) {
    a_j = 0.0;
    a_i = sum;
  }
  if (sum > 1.0) {
    if (a_j > 1.0) {
      a_j = 1.0;
      a_i = sum - 1.0;
    }
  } else if (a_i < 0.0) {
    a_i = 0.0;
    a_j = sum;
  }
}

}  // namespace

OneClassSolver::OneClassSolver(const arma::mat& K)
    : m_(K.n_rows), stride_(smo::whole_blocks(m_)), rows_(m_ * stride_, 0.0F), diagonal_(stride_, 1.0) {
  for (arma::uword i = 0; i < m_; ++i) {
    std::transform(K.colptr(i), K.colptr(i) + m_, rows_.data() + i * stride_,
                   [](double k) { return static_cast<float>(k); });
    diagonal_[i] = K(i, i);
  }
}

Shares OneClassSolver::train(double nu, double tolerance) const {
  Training shares(stride_);
  const double sum = nu * static_cast<double>(m_);
  const auto whole = static_cast<arma::uword>(sum);
  std::fill_n(shares.alpha.begin(), std::min(whole, m_), 1.0);
  if (whole < m_) shares.alpha[whole] = sum - static_cast<double>(whole);
  double* const gradient = shares.gradient.data();
  for (arma::uword i = 0; i < m_; ++i) {
    shares.refresh(i);
    if (shares.alpha[i] > 0.0) smo::add_row(row(i), shares.alpha[i], stride_, gradient);
  }
  const auto move = [&](arma::uword i, arma::uword j, double step_i, double step_j) {
    return smo::move(gradient, shares.rises.data(), row(i), row(j), step_i, step_j, shares.may_rise.data(),
                     shares.may_fall.data(), stride_);
  };
  smo::Violations worst = move(0, 0, 0.0, 0.0);
  const arma::uword most = std::max<arma::uword>(10000000, 100 * m_);
  // Rounded to single precision, a singular matrix need not be positive semi-definite, and steps may go in circles below its rounding.
  const arma::uword patience = 100000 + 100 * m_;
  const double rounding = sum * static_cast<double>(std::numeric_limits<float>::epsilon());
  bool converged = worst.rise == smo::kNone;  // no share may rise
  for (arma::uword step = 0; step < most && worst.rise > smo::kNone; ++step) {
    const arma::uword i = smo::last_with(shares.rises.data(), worst.rise, stride_);
    const double best = smo::second_order(shares.decreases.data(), gradient, row(i), diagonal_.data(),
                                          diagonal_[i], worst.rise, shares.may_fall.data(), stride_);
    converged = worst.rise + worst.fall < tolerance || best == smo::kNone;
    if (converged || (step >= patience && worst.rise + worst.fall < rounding)) break;
    const arma::uword j = smo::last_with(shares.decreases.data(), best, stride_);
    const double curvature = diagonal_[i] + diagonal_[j] - 2.0 * static_cast<double>(row(i)[j]);
    const double before_i = shares.alpha[i], before_j = shares.alpha[j];
    step_shares(shares.alpha[i], shares.alpha[j],
                (gradient[i] - gradient[j]) / (curvature > 0.0 ? curvature : smo::kFlat));
    shares.refresh(i);
    shares.refresh(j);
    worst = move(i, j, shares.alpha[i] - before_i, shares.alpha[j] - before_j);
  }
  return {arma::vec(shares.alpha.data(), m_), converged};
}

}  // namespace preimage::regression
