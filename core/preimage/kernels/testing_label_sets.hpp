// Drawn sets of labels, and their rows of 0 and 1; of kernels and of losses.
#pragma once

#include <armadillo>
#include <cstddef>

#include "preimage/base/random.hpp"
#include "preimage/kernels/label_kernels.hpp"

namespace preimage::testing {

/// Each of n sets holds each of these labels, from `first` on, with probability 1/3.
inline kernels::LabelSets random_label_sets(std::size_t n, int first, int labels, base::Random& random) {
  kernels::LabelSets sets(n);
  for (auto& set : sets) {
    for (int label = first; label < first + labels; ++label) {
      if (random.below(3) == 0) set.insert(label);
    }
  }
  return sets;
}

/// Rows of 0 and 1, a column per label.
inline arma::mat indicators(const kernels::LabelSets& sets, int first, int labels) {
  arma::mat rows(sets.size(), static_cast<arma::uword>(labels), arma::fill::zeros);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (const int label : sets[i]) rows(i, static_cast<arma::uword>(label - first)) = 1.0;
  }
  return rows;
}

}  // namespace preimage::testing
