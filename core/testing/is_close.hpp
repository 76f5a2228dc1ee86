// The one matcher for numbers. doctest::Approx without arguments is banned: its default accepts
// 5e-6 == 1e-7, because its tolerance is relative to 1 + |value|.
#pragma once

#include <armadillo>
#include <cmath>

namespace preimage::testing {

/// |actual - expected| <= atol + rtol |expected|; false for NaN.
inline bool is_close(double actual, double expected, double rtol, double atol = 0.0) {
  return std::abs(actual - expected) <= atol + rtol * std::abs(expected);
}

/// The same for matrices, relative to the largest entry of `expected`; false where shapes differ or an entry
/// is NaN.
inline bool is_close(const arma::mat& actual, const arma::mat& expected, double rtol, double atol = 0.0) {
  if (arma::size(actual) != arma::size(expected)) return false;
  if (!actual.is_finite() || !expected.is_finite()) return false;  // max() below would skip a NaN
  if (expected.is_empty()) return true;
  const double scale = arma::abs(expected).max();
  return arma::abs(actual - expected).max() <= atol + rtol * scale;
}

inline bool same_indices(const arma::uvec& a, const arma::uvec& b) {
  return a.n_elem == b.n_elem && arma::all(a == b);
}

}  // namespace preimage::testing
