#include "preimage/regression/centred_dual.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "preimage/base/error.hpp"

namespace preimage::regression {

namespace {

constexpr double kAllowed = 1.5;  // times the tolerance, of a violation
constexpr double kWorthIt = 4.0;  // two bits of the 24 of single precision

/// Rows of scale (K' + diag(d)), repeated for duals beyond m, made where they are read.
class RowsInDouble {
 public:
  RowsInDouble(const CentredGram& K, const smo::Duals& duals, double scale)
      : K_(K), scale_(scale), n_(duals.n), buffers_{arma::vec(duals.stride), arma::vec(duals.stride)} {}

  const double* operator()(arma::uword t, std::size_t which) const {
    const arma::uword m = K_.size(), i = t % m;
    double* const row = buffers_[which].memptr();
    for (arma::uword j = 0; j < m; ++j) row[j] = K_(j, i) * scale_;
    row[i] = K_.diagonal(i) * scale_;
    for (arma::uword j = m; j < n_; ++j) row[j] = row[j - m];
    return row;
  }

 private:
  const CentredGram& K_;
  double scale_;
  arma::uword n_;
  mutable std::array<arma::vec, 2> buffers_;
};

arma::vec coefficients_of(const smo::Duals& duals, arma::uword m, double scale) {
  arma::vec coefficients(m, arma::fill::zeros);
  for (arma::uword t = 0; t < duals.n; ++t)
    if (duals.alpha[t] > 0.0) coefficients(t % m) += duals.alpha[t] * duals.y[t] * scale;
  return coefficients;
}

/// y_t G_t at the duals inside their bounds; without any the middle of what the others allow.
double threshold(const smo::Duals& duals) {
  double sum = 0.0, upper = -smo::kNone, lower = smo::kNone;
  arma::uword free = 0;
  for (const double sign : {1.0, -1.0}) {  // libsvm's order of a sum
    for (arma::uword t = 0; t < duals.n; ++t) {
      if (duals.y[t] != sign) continue;
      const double value = duals.gradient[t];
      if (duals.alpha[t] > 0.0 && duals.alpha[t] < duals.upper) {
        ++free;
        sum += value;
      } else if ((duals.alpha[t] > 0.0) == (sign < 0.0)) {
        upper = std::min(upper, value);
      } else {
        lower = std::max(lower, value);
      }
    }
  }
  return free > 0 ? sum / static_cast<double>(free) : (upper + lower) / 2.0;
}

void renew_gradient(const CentredGram& K, smo::Duals& duals, double scale) {
  const arma::vec product = K.times(coefficients_of(duals, K.size(), scale));
  for (arma::uword t = 0; t < duals.n; ++t) duals.gradient[t] = product(t % K.size()) + duals.linear[t];
  duals.restart();
  if (!product.is_finite()) duals.worst.rise = -smo::kNone;
}

void train_in_double(const CentredGram& K, smo::Duals& duals, double scale, double tolerance) {
  std::vector<double> diagonal(duals.stride, 1.0);
  for (arma::uword t = 0; t < duals.n; ++t) diagonal[t] = K.diagonal(t % K.size()) * scale;
  const auto never = [](arma::uword) { return false; };
  smo::solve(duals, RowsInDouble(K, duals, scale), diagonal, tolerance, never);
}

}  // namespace

CentredGram::CentredGram(const arma::mat& K, arma::vec diagonal)
    : K_(K), common_(arma::mean(K, 0).t()), added_(std::move(diagonal)) {
  common_ -= arma::mean(common_) / 2.0;
  if (kWorthIt * (K.diag() - 2.0 * common_).max() > K.diag().max()) common_.zeros();
}

arma::vec CentredGram::times(const arma::vec& coefficients) const {
  return K_ * coefficients - common_ * arma::accu(coefficients) - common(coefficients) +
         added_ % coefficients;
}

double CentredGram::rounding(const arma::vec& coefficients) const {
  constexpr double kRounding = std::numeric_limits<double>::epsilon() / 2.0;
  return kRounding * arma::abs(K_.diag()).max() * arma::accu(arma::abs(coefficients));
}

DualFunction finish(const CentredGram& K, smo::Duals& duals, double scale, bool is_right, double tolerance) {
  const auto holds = [&] { return duals.violation() < kAllowed * tolerance; };
  if (!is_right) {
    smo::Duals none = duals;
    none.reset();
    renew_gradient(K, duals, scale);
    if (!holds()) {
      if (!(duals.violation() < none.violation())) duals = std::move(none);  // worse than none at all
      train_in_double(K, duals, scale, tolerance);
      renew_gradient(K, duals, scale);
    }
  }
  DualFunction function{coefficients_of(duals, K.size(), scale)};
  function.bias = -threshold(duals) - K.common(function.coefficients);
  function.converged = holds() && K.rounding(function.coefficients) < tolerance / 2.0;
  if (!function.coefficients.is_finite() || !std::isfinite(function.bias))
    throw NumericalError(
        "support vector machine: its dual variables left the range of numbers; raise the ridge, or scale the "
        "inputs to a "
        "mean of 0");
  return function;
}

}  // namespace preimage::regression
