#include <doctest/doctest.h>

#include "preimage/linalg/gaussian.hpp"
#include "suite/registry/bandwidth_grid.hpp"
#include "suite/registry/testing_problem.hpp"

namespace preimage::suite::registry {

namespace {

bool same_bits(const arma::mat& a, const arma::mat& b) {
  return arma::size(a) == arma::size(b) && arma::all(arma::vectorise(a == b));
}

}  // namespace

TEST_CASE("a symmetric block takes half the exponentials and the same bits; another keeps its asymmetry") {
  const config::Value root = config::parse_yaml("bandwidth: {sigma: [0.5, 2]}", "grid.yaml");
  const BandwidthGrid grid{config::Reader(root)};
  validation::Problem problem = testing::toy_problem(20);
  const validation::Indices rows = {11, 3, 4, 19, 0, 7};
  for (bool symmetric : {true, false}) {
    CAPTURE(symmetric);
    if (!symmetric) {
      arma::mat distances = problem.input_squared_distances.all();
      distances(4, 19) += 0.25;
      problem.input_squared_distances = distances;
    }
    const arma::mat block = grid.shared_block(problem, rows, rows);
    CHECK(same_bits(block, problem.input_squared_distances.submat(rows, rows)));
    for (std::size_t b = 0; b < grid.size(); ++b) {
      const arma::mat K = grid.gram_of(block, b);
      CHECK(same_bits(K, linalg::gaussian_of_squared_distances(block, grid.sigma(b).value())));
      CHECK(same_bits(K, grid.gram(problem, b, rows, rows)));
      CHECK((K(2, 3) == K(3, 2)) == symmetric);
    }
  }
}

TEST_CASE("without bandwidths the shared block is the Gram matrix itself") {
  const config::Value root = config::parse_yaml("ridge: 1", "grid.yaml");
  const BandwidthGrid grid{config::Reader(root)};
  const validation::Problem problem = testing::toy_problem(9);
  const validation::Indices rows = {5, 1}, columns = {0, 8, 2};
  const arma::mat block = grid.shared_block(problem, rows, columns);
  CHECK(same_bits(block, problem.input_gram.submat(rows, columns)));
  CHECK(same_bits(grid.gram_of(block, 0), block));
}

}  // namespace preimage::suite::registry
