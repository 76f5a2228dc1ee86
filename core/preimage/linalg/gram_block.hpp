// A Gram matrix that is computed by blocks, and never stands as a whole.
#pragma once

#include <armadillo>
#include <functional>

namespace preimage::linalg {

/// Rows `rows` and columns `columns` of a Gram matrix, both ends included. Must be a pure function.
using GramBlock = std::function<arma::mat(const arma::span& rows, const arma::span& columns)>;

}  // namespace preimage::linalg
