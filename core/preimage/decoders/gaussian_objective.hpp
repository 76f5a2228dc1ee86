// What a pre-image under a Gaussian output kernel minimises, for all test samples at once.
#pragma once

#include <armadillo>

namespace preimage::decoders {

/// With Psi = sum_i w_i phi(y_i), as a function of z, up to what does not depend on z:
///   1/2 ||Psi - phi(z)||^2 = const - sum_i w_i k(y_i, z),  k(y, z) = exp(-||y - z||^2 / (2 sigma^2))
///                                                   [Bakir, Weston, Schoelkopf 2003, eq. (1)]
class GaussianObjective {
 public:
  /// weights  t x m;  Y  m x d.
  /// throws  NumericalError (not finite, sigma <= 0)
  GaussianObjective(const arma::mat& weights, const arma::mat& Y, double sigma);

  struct Values {
    arma::vec objective;  // t: -sum_i w_i k(y_i, z)
    arma::mat gradient;   // t x d: sum_i w_i k(y_i, z) (z - y_i) / sigma^2
    arma::vec scale;      // t: sum_i |w_i| k(y_i, z), what cancellation is held against
  };
  /// Z  t x d.
  /// cost  O(t m d), two matrix products
  Values operator()(const arma::mat& Z) const;

  const arma::mat& weights() const { return weights_; }
  const arma::mat& Y() const { return Y_; }
  double sigma() const { return sigma_; }

 private:
  arma::mat factors(const arma::mat& Z) const;  // t x m: k(y_i, z)

  arma::mat weights_;
  arma::mat Y_;
  double sigma_;
};

}  // namespace preimage::decoders
