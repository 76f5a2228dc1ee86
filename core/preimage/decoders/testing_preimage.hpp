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

/// Five outputs on a unit circle around `centre`, sigma 1, one prediction. The pre-image is the centre plus
/// `preimage`: the fixed point from the first output around 0, by NumPy's long double; SciPy's minimum agrees
/// to 8 digits.
struct CircleToy {
  explicit CircleToy(double centre) : Y(5, 2), start(Y.row(0)) {
    for (arma::uword i = 0; i < 5; ++i) {
      const double angle = 1.2566370614359172 * static_cast<double>(i);
      Y(i, 0) = centre + std::cos(angle);
      Y(i, 1) = centre + std::sin(angle);
    }
    start = Y.row(0);
    L = arma::exp(-0.5 * linalg::squared_euclidean_distances(Y, Y));
  }
  arma::rowvec preimage = {0.6721467831710660, 0.3627459062336206};
  arma::mat weights = {{0.5, 0.4, 0.1, -0.1, 0.1}};
  arma::mat Y, start, L;
};

}  // namespace preimage::testing
