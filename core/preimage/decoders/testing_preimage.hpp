// A small pre-image problem with a Gaussian output kernel, for tests of decoders.
#pragma once

#include "preimage/decoders/gaussian_objective.hpp"
#include "preimage/linalg/distances.hpp"
#include "testing/toy_data.hpp"

namespace preimage::testing {

/// 6 predictions over 15 training outputs in 4 dimensions; each weighs a few outputs near each other, so that
/// a pre-image is close by.
struct PreimageToy {
  double sigma = 2.5;
  arma::mat Y = gaussian_matrix(15, 4, 71);
  arma::mat L = arma::exp(-linalg::squared_distances_by_product(Y, Y) / (2.0 * sigma * sigma));
  arma::mat weights = arma::abs(gaussian_matrix(6, 15, 72)) / 10.0;
  arma::mat start = gaussian_matrix(6, 4, 73);
  decoders::GaussianObjective objective{weights, Y, sigma};
};

}  // namespace preimage::testing
