#pragma once

#include <armadillo>

#include "preimage/decoders/decoder.hpp"
#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::decoders {

struct LearnedPreimageOptions {
  double sigma = 1.0;  // of kappa(z, z') = exp(-||z - z'||^2 / (2 sigma^2))
  double ridge = 1.0;  // lambda
  /// The paper solves (6) like (3): squared. Its text calls it kernel ridge regression, whose form is plain.
  regression::RidgeForm form = regression::RidgeForm::plain;
  bool centre_targets = false;  // learn y - ybar, and add ybar to what is predicted
};

/// The pre-image map Gamma from kernel PCA coordinates to outputs, learned from the training outputs
/// themselves:
///   Gamma_j(P phi(y)) = sum_r beta_r^j kappa(P phi(y), P phi(y_r))
///   beta = (kappa + ridge I)^-1 Y,  or, with the squared penalty, (kappa' kappa + ridge I)^-1 kappa' Y
///                                            [Bakir, Weston, Schoelkopf 2003, sec. 3.1, eq. (6)]
class LearnedPreimage {
 public:
  /// coordinates  m x p of the training outputs;  Y  m x d.
  /// throws  NumericalError
  /// cost    O(m^2 (m + p + d))
  LearnedPreimage(const arma::mat& coordinates, const arma::mat& Y, const LearnedPreimageOptions& options,
                  const regression::KeptArrays& kept = {});
  /// coordinates  t x p;  returns t x d
  /// cost  O(t m (p + d)), three matrix products
  arma::mat operator()(const arma::mat& coordinates) const;
  /// Of the solved equations (linalg/condition.hpp); below linalg::kFewDigits predictions may have lost all
  /// but four digits, as the decoder says.
  double rcond() const { return rcond_; }

 private:
  arma::mat kappa(const arma::mat& coordinates) const;

  arma::mat coordinates_;
  double sigma_, rcond_ = 1.0;
  arma::mat beta_;
  arma::rowvec offset_;
};

/// The same as a decoder, of the kernel PCA coordinates of its points.
DecoderRecipe learned_preimage_decoder(const LearnedPreimageOptions& options);

}  // namespace preimage::decoders
