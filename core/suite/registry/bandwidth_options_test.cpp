#include "suite/registry/bandwidth_options.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

using namespace testing;

namespace {

kernels::BandwidthGrid grid(const std::string& yaml) {
  const config::Value root = config::parse_yaml(yaml, "f.yaml");
  const config::Reader reader(root);
  kernels::BandwidthGrid result = parse_bandwidths(reader);
  reader.finish();
  return result;
}

std::string message(const std::string& yaml) {
  return thrown_message<ConfigError>([&] { grid(yaml); });
}

}  // namespace

TEST_CASE("sigma and 1 / (2 sigma^2) say the same, and the largest sigma comes first") {
  const kernels::BandwidthGrid by_sigma = grid("bandwidth: {sigma: [0.5, 2, 1]}");
  const kernels::BandwidthGrid by_inverse = grid("bandwidth: {inverse_two_sigma_squared: [0.5, 2, 0.125]}");
  REQUIRE(by_sigma.size() == 3);
  REQUIRE(by_inverse.size() == 3);
  const double expected[] = {2.0, 1.0, 0.5};
  for (std::size_t b = 0; b < 3; ++b) {
    CHECK(by_sigma.sigma(b) == expected[b]);
    CHECK(is_close(by_inverse.sigma(b).value(), expected[b], 1e-15));
  }
}

TEST_CASE("the Gram matrix is a Gaussian of the distances, or the experiment's own") {
  const testing::Problem problem = testing::toy_problem(10);
  const arma::uvec rows = {7, 2};
  const arma::uvec columns = {0, 9, 2};
  const arma::mat D = problem.input_squared_distances.submat(rows, columns);
  const kernels::Points all = kernels::points_of(problem.inputs());
  const kernels::Points a = all.subset(rows), b = all.subset(columns);
  const kernels::BandwidthGrid gaussian = grid("bandwidth: {inverse_two_sigma_squared: [0.3, 4]}");
  CHECK(is_close(gaussian.gram(a, b, 0).all(), arma::exp(-0.3 * D), 1e-14));
  CHECK(is_close(gaussian.gram(a, b, 1).all(), arma::exp(-4.0 * D), 1e-14));
  const kernels::BandwidthGrid own = grid("{}");
  CHECK(own.size() == 1);
  CHECK_FALSE(own.sigma(0).has_value());
  CHECK(is_close(own.gram(a, b, 0).all(), arma::mat(problem.input_gram.submat(rows, columns)), 0.0));
}

TEST_CASE("bandwidths of the library are above 0, and numbers") {
  for (const double sigma : {0.0, -1.0, arma::datum::nan})
    CHECK_THROWS_AS(kernels::BandwidthGrid({1.0, sigma}), NumericalError);
}

TEST_CASE("a component threshold of 1 would keep no direction") {
  const config::Value root = config::parse_yaml("component_threshold: 1\n", "f.yaml");
  CHECK(testing::thrown_message<ConfigError>([&] { parse_component_cut(config::Reader(root)); }) ==
        "f.yaml:1:22: component_threshold: no eigenvalue exceeds the largest; write less than 1");
}

TEST_CASE("a bandwidth is given in one of two ways, and above 0") {
  const std::string one =
      "f.yaml:1:12: bandwidth: expected exactly one of 'sigma' and 'inverse_two_sigma_squared'";
  CHECK(message("bandwidth: {sigma: 1, inverse_two_sigma_squared: 1}") == one);
  CHECK(message("bandwidth: {}") == one);
  CHECK(message("bandwidth: {sigma: 0}") == "f.yaml:1:20: bandwidth.sigma: expected a number > 0, found '0'");
  CHECK(message("bandwidth: {sigma: []}") ==
        "f.yaml:1:20: bandwidth.sigma: expected a number > 0 or a list of at least one, found an empty list");
  CHECK(message("bandwidth: {sigma: 1, sgima: 2}") ==
        "f.yaml:1:23: bandwidth.sgima: unknown key, did you mean 'sigma'?");
}

}  // namespace preimage::suite::registry
