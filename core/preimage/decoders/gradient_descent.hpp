#pragma once

#include "preimage/decoders/gaussian_objective.hpp"
#include "preimage/decoders/preimages.hpp"
#include "preimage/decoders/search_decoder.hpp"

namespace preimage::decoders {

struct GradientDescentOptions {
  int max_iterations = 1000;
  double tolerance = 1e-6;  // of the residual
};

/// Gaussian output kernel: minimises each sample's objective by L-BFGS (libLBFGS) with the analytic gradient,
/// sample by sample, so that what is found does not depend on the others; outputs are measured from
/// search_origin (preimages.hpp).
///                                  [Bakir, Weston, Schoelkopf 2003, sec. 3: gradient descent on (1)]
/// start     t x d
/// residual  sigma ||gradient|| / sum_i |w_i| k(y_i, z), infinity where a sample ran away from all y_i
/// throws    NumericalError (start not finite or of another size, less than 1 iteration)
/// cost      O(iterations t m d)
Preimages gradient_descent(const GaussianObjective& objective, const arma::mat& start,
                           const GradientDescentOptions& options = {});
DecoderRecipe gradient_descent_decoder(Start start, const GradientDescentOptions& options = {});

}  // namespace preimage::decoders
