// libsvm on precomputed Gram matrices: what the support vector methods share. It accepts NaN without a word,
// so its callers check their input.
#pragma once

#include <armadillo>
#include <vector>

#include <svm.h>

#include "preimage/regression/support_vectors.hpp"

namespace preimage::regression {

/// The rows of a Gram matrix in libsvm's format: node 0 holds the 1-based sample number, node j holds K_ij.
class PrecomputedRows {
 public:
  /// K  K(i, j), symmetric: arma::mat, CentredGram
  template <class Gram>
  PrecomputedRows(const Gram& K, arma::uword m) : rows_(m), pointers_(m) {
    for (arma::uword i = 0; i < m; ++i) {
      std::vector<svm_node>& row = rows_[i];
      row.resize(m + 2);
      row[0] = {0, static_cast<double>(i + 1)};
      for (arma::uword j = 0; j < m; ++j) row[j + 1] = {static_cast<int>(j + 1), K(j, i)};
      row[m + 1] = {-1, 0.0};
      pointers_[i] = row.data();
    }
  }
  svm_node** pointers() { return pointers_.data(); }

 private:
  std::vector<std::vector<svm_node>> rows_;
  std::vector<svm_node*> pointers_;
};

/// Parameters of a machine of this type (C_SVC, EPSILON_SVR, ONE_CLASS) on precomputed rows, without
/// shrinking: with a few hundred samples it costs more than it saves.
svm_parameter precomputed_parameters(int svm_type);

/// Trains on one target per row; libsvm would read past the end of fewer. The bias is minus libsvm's rho. Whether it converged is not
/// known (`finish` of centred_dual.hpp tells).
/// throws  NumericalError with libsvm's complaint about its parameters
DualFunction train_libsvm(PrecomputedRows& rows, std::vector<double> targets,
                          const svm_parameter& parameters);

}  // namespace preimage::regression
