// Fashion-MNIST as the benchmarks of landmarks take it: one-hot classes minus their mean.
#pragma once

#include <armadillo>
#include <iosfwd>
#include <vector>

namespace preimage::experiments::benchmarks {

/// Of pixels as bytes: 5 where they are in [0, 1].
inline constexpr double kFashionSigma = 5.0 * 255.0;

struct FashionSetup {
  arma::mat train, test;  // n x 784, bytes
  arma::mat targets;      // n x 10, centred
  arma::rowvec mean;      // of the classes
  std::vector<int> test_labels;
};

/// Says in `out` what it took. throws DataError where the images are not there
FashionSetup fashion_setup(std::ostream& out);

/// Share of test images whose class is the largest prediction.
double accuracy_of(const FashionSetup& setup, const arma::mat& predicted);

}  // namespace preimage::experiments::benchmarks
