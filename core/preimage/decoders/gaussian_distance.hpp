// What a simplex search compares under a Gaussian output kernel, for one prediction: to a known error, and exactly.
#pragma once

#include <armadillo>

namespace preimage::decoders {

/// A number that is known to +- error: 0 where it is exact, infinity where nothing is known.
struct Estimate {
  double value = 0.0;
  double error = 0.0;
};

/// ||Psi - phi(z)||^2 = |Psi|^2 + 1 - 2 sum_i w_i exp(-(z.z + y_i.y_i - 2 y_i.z) / (2 sigma^2)) of points z whose products
/// Y z are at hand. "Exact" means the bits of `exact`, not the real number.
class GaussianDistance {
 public:
  /// weights  m;  squared_norm  |Psi|^2;  Y_norms  m, y_i.y_i, which must outlive this;  d  length of z;  sigma > 0
  GaussianDistance(const arma::vec& weights, double squared_norm, const arma::vec& Y_norms, arma::uword d,
                   double sigma);

  /// column  d + m: z and, below it, Y z.  cost  O(d + m), m exponentials of the C library
  double exact(const double* column) const;
  /// The same within its error, which bounds all that rounding and an exponential of our own may do to either.
  /// cost  a fifth of `exact`
  Estimate estimate(const double* column) const;

 private:
  const arma::vec& Y_norms_;
  arma::vec weights_;
  arma::uword d_;
  double g_;  // 1 / (2 sigma^2)
  double squared_norm_, largest_Y_norm_, sum_of_weights_;
};

}  // namespace preimage::decoders
