// Steps 1 and 2 of kernel dependency estimation on Gram matrices: from kernel values between inputs to points in the
// output feature space.
#pragma once

#include <armadillo>
#include <functional>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "preimage/models/fit_notes.hpp"
#include "preimage/outputs/output_space.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/support_vectors.hpp"

namespace preimage::models {

/// One of
///   ridge           c(x) = K_test_train S,  S the dual operator            [Weston et al., TR-098, eq. (6) and sec. 3]
///   support vector  a regression function per principal direction of the training outputs         [TR-098, sec. 3 step 2]
class KdeMap {
 public:
  /// dual_operator       m x m, of regression::ridge_dual_operator or SquaredRidgePath
  /// may_give_features   the decoder takes explicit features: points come in them where they have fewer columns than
  ///                     there are training samples, which costs O(t m q) instead of O(t m^2)
  static KdeMap ridge(arma::mat dual_operator, const outputs::OutputSpace& outputs, bool may_give_features);

  /// The same in explicit features alone.  Requires predicts_features.
  /// coefficients  m x q, (K + ridge I)^-1 (F - mean)
  static KdeMap of_coefficients(arma::mat coefficients, const outputs::OutputSpace& outputs);

  /// Whether points of a ridge come in explicit features, to a decoder that takes them.
  static bool predicts_features(const outputs::OutputSpace& outputs);

  /// K  m x m;  throws NumericalError
  static KdeMap support_vectors(const arma::mat& K, const outputs::OutputSpace& outputs,
                                const regression::SupportVectorRegressionOptions& options);

  /// The map that `fit` gives, with its arrays kept: the dual operator, or the coefficients of explicit features; or the
  /// functions.
  /// is_ridge  else it is of support vectors;  may_give_features  as above
  static KdeMap keep(const linalg::KeptArrays& kept, const outputs::OutputSpace& outputs, bool is_ridge,
                     bool may_give_features, const std::function<KdeMap()>& fit);

  /// K_test_train  t x m, rows = test samples;  t points
  outputs::FeaturePoints operator()(const arma::mat& K_test_train) const;

  /// Whether the map is no more than coefficients of explicit features, so that points come block by block.
  bool has_blocks() const;
  /// The same from blocks of K_test_train, which never exists as a whole. Requires has_blocks.
  /// threads  that ask for blocks; no bit depends on their number
  outputs::FeaturePoints by_blocks(const kernels::Gram& K_test_train, std::size_t threads) const;

  /// What is to be said of predictions; nothing of a map of kept arrays.
  const FitNotes& notes() const { return notes_; }
  KdeMap with_rcond(double rcond) &&;

  /// The points of the training samples, each by the map fitted to the others. Requires the plain ridge.
  outputs::FeaturePoints held_out() const;

 private:
  struct Ridge {
    arma::mat dual_operator;
    std::optional<arma::mat> coefficients;  // m x q, of explicit features
    arma::rowvec mean;                      // of the training outputs' features
  };
  using Functions = std::vector<regression::DualFunction>;
  KdeMap(std::variant<Ridge, Functions> map, bool are_centred)
      : map_(std::move(map)), are_centred_(are_centred) {}

  static KdeMap kept_map(const linalg::KeptArrays& kept, const outputs::OutputSpace& outputs, bool is_ridge,
                         bool may_give_features, const std::function<KdeMap()>& fit);

  std::variant<Ridge, Functions> map_;
  bool are_centred_;  // the outputs
  FitNotes notes_;
};

}  // namespace preimage::models
