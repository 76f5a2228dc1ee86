#include <doctest/doctest.h>

#include "preimage/linalg/gaussian.hpp"
#include "suite/registry/bandwidth_grid.hpp"
#include "suite/registry/testing_runs.hpp"

namespace preimage::suite::registry {

namespace {

bool same_bits(const arma::mat& a, const arma::mat& b) {
  return arma::size(a) == arma::size(b) && arma::all(arma::vectorise(a == b));
}

}  // namespace

TEST_CASE("a symmetric block takes half the exponentials and the same bits; another keeps its asymmetry") {
  const config::Value root = config::parse_yaml("bandwidth: {sigma: [0.5, 2]}", "grid.yaml");
  const kernels::BandwidthGrid grid = parse_bandwidths(config::Reader(root));
  testing::Problem problem = testing::toy_problem(20);
  const arma::uvec rows = {11, 3, 4, 19, 0, 7};
  for (bool symmetric : {true, false}) {
    CAPTURE(symmetric);
    if (!symmetric) {
      problem.input_squared_distances(4, 19) += 0.25;
    }
    const kernels::Points x = kernels::points_of(problem.inputs()).subset(rows);
    const kernels::BandwidthGrid::SharedBlock block = grid.shared_block(x, x);
    const arma::mat distances = problem.input_squared_distances.submat(rows, rows);
    CHECK(block.lower.size() == (symmetric ? rows.n_elem * (rows.n_elem + 1) / 2 : 0));  // half, packed
    CHECK(same_bits(block.values, symmetric ? arma::mat() : distances));
    for (std::size_t b = 0; b < grid.size(); ++b) {
      const arma::mat K = grid.gram_of(block, b);
      CHECK(same_bits(K, linalg::gaussian_of_squared_distances(distances, grid.sigma(b).value())));
      CHECK(same_bits(K, grid.gram(x, x, b)));
      CHECK((K(2, 3) == K(3, 2)) == symmetric);
    }
  }
}

TEST_CASE("without bandwidths the shared block is the Gram matrix itself") {
  const config::Value root = config::parse_yaml("ridge: 1", "grid.yaml");
  const kernels::BandwidthGrid grid = parse_bandwidths(config::Reader(root));
  const testing::Problem problem = testing::toy_problem(9);
  const arma::uvec rows = {5, 1}, columns = {0, 8, 2};
  const kernels::Points x = kernels::points_of(problem.inputs());
  const auto block = grid.shared_block(x.subset(rows), x.subset(columns));
  CHECK(same_bits(block.values, problem.input_gram.submat(rows, columns)));
  CHECK(same_bits(grid.gram_of(block, 0), block.values));
}

}  // namespace preimage::suite::registry
