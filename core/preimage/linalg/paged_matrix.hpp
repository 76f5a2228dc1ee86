// A large matrix that is kept, apart from the heap.
#pragma once

#include <armadillo>
#include <memory>

#include "preimage/base/available_memory.hpp"

namespace preimage::linalg {

/// Zeros in pages of their own (base::large_pages), which take no memory until they are touched. The matrix
/// keeps its shape.
template <class Number>
struct PagedMatrix {
  PagedMatrix(arma::uword n_rows, arma::uword n_cols)
      : pages(base::large_pages(n_rows * n_cols * sizeof(Number))),
        values(static_cast<Number*>(pages.get()), n_rows, n_cols, false, true) {}

  std::shared_ptr<void> pages;
  arma::Mat<Number> values;  // there
};

}  // namespace preimage::linalg
