// K K' V for a V of few columns, where K is so large that reading it is the work.
#pragma once

#include <armadillo>

#include "preimage/armadillo.hpp"

namespace preimage::linalg {

/// result += K (K' V). Of up to 15 columns K is read from memory once, by one thread; two products of BLAS, which more columns
/// take, read it twice. The last digits depend on the CPU, as those of BLAS do.
/// K  m x n;  V, result  m x q
/// throws  std::invalid_argument where they do not fit;  cost 4 m n q flops, more where q is no multiple of 5; memory 2 m (q + 4) + 4 m numbers
void add_normal_product(const arma::mat& K, const arma::mat& V, arma::mat& result);

}  // namespace preimage::linalg
