// The simplex search of Nelder and Mead as MATLAB's fminsearch runs it, for one sample.
#pragma once

#include <armadillo>
#include <functional>

#include "preimage/decoders/gaussian_objective.hpp"
#include "preimage/decoders/preimages.hpp"
#include "preimage/decoders/search_decoder.hpp"

namespace preimage::decoders {

/// fminsearch's defaults: it stops where all vertices lie within TolX = 1e-4 of the best (largest coordinate)
/// and their values within TolFun = 1e-4, or after 200 d evaluations, or 200 d iterations.
struct NelderMeadOptions {
  double x_tolerance = 1e-4;
  double value_tolerance = 1e-4;
  double evaluations_per_coordinate = 200.0;  // MaxFunEvals and MaxIter, over d
};

struct SimplexResult {
  arma::vec point;  // the best vertex
  double value = 0.0;
  arma::uword evaluations = 0;
  double spread = 0.0;  // largest coordinate difference of a vertex to the best
  bool converged = false;
};

/// Reflection 1, expansion 2, contraction 1/2, shrinkage 1/2; the first simplex adds 5 % to each coordinate
/// in turn (0.00025 to one that is 0).                          [Lagarias et al. 1998; MATLAB's fminsearch]
///
/// `image` of a point travels with it: A x for a fixed matrix A (q x d; may be empty). Every vertex is an
/// affine combination of earlier ones, so its image is the same combination of theirs and costs O(q), not O(q
/// d). objective(x, A x) must be finite.
/// cost  O(d (d + q)) per iteration beside the objective
SimplexResult nelder_mead(
    const std::function<double(const arma::vec& point, const arma::vec& image)>& objective,
    const arma::vec& start, const arma::mat& A, const NelderMeadOptions& options = {});

/// Gaussian output kernel: the pre-image of each sample by its own search, on
///   ||Psi - phi(z)||^2 = |Psi|^2 + 1 - 2 sum_i w_i exp(-(z . z + y_i . y_i - 2 y_i . z) / (2 sigma^2))
/// whose scale matters to TolFun.
/// DEVIATION: outputs far from the origin for their spread are measured from search_origin (preimages.hpp),
/// the first simplex, too: |z|^2 + |y|^2 - 2 y . z has no digits left there.
/// start  t x d;  L  m x m Gram matrix of Y;  iterations counts evaluations; residual is the spread of the
///        simplex
/// throws  NumericalError (not finite)
/// cost    O(t evaluations (d + m)) and O(t evaluations d) per vertex moved
Preimages nelder_mead(const GaussianObjective& objective, const arma::mat& L, const arma::mat& start,
                      const NelderMeadOptions& options = {});
DecoderRecipe nelder_mead_decoder(Start start, const NelderMeadOptions& options = {});

}  // namespace preimage::decoders
