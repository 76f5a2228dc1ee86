#pragma once

#include <armadillo>
#include <functional>

namespace preimage::decoders {

/// What an iterative decoder found for t test samples.
struct Preimages {
  arma::mat outputs;      // t x d
  arma::uvec converged;   // per sample, 1 or 0
  arma::uvec iterations;  // per sample; of a simplex search, evaluations of the objective
  arma::vec residual;     // per sample, in the decoder's own measure of how far it is from a solution
};

/// The point that a search measures outputs from, since z . z and steps of z lose the digits of what lies far
/// from the origin for its spread: the mean of coordinate j where its size exceeds 100 times the spread, else
/// 0.
/// Y  m x d;  returns  1 x d
arma::rowvec search_origin(const arma::mat& Y);

/// max_j (max_i Y_ij - min_i Y_ij), but not more than max |Y_ij|, and not 0: the length by which steps of a
/// search are judged.
double spread(const arma::mat& Y);

/// What `search` finds for training outputs and starts that are both measured from search_origin(Y), moved
/// back.
/// search  of a problem that does not change when Y and z are moved alike
Preimages from_search_origin(
    const arma::mat& Y, const arma::mat& start,
    const std::function<Preimages(const arma::mat& Y, const arma::mat& start)>& search);

}  // namespace preimage::decoders
