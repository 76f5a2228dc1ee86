#include "preimage/validation/lost_digits.hpp"

#include <doctest/doctest.h>

#include "suite/registry/testing_problem.hpp"

namespace preimage::suite::registry {

namespace {

/// Of which every second input and the first output have lost their digits; the distances are as they should
/// be.
validation::Problem with_losses() {
  validation::Problem problem = testing::toy_problem();
  const arma::uword n = problem.size();
  problem.input_gram = problem.input_gram.with_lost_digits([n] {
    arma::uvec lost(n, arma::fill::zeros);
    for (arma::uword i = 1; i < n; i += 2) lost(i) = 1;
    return lost;
  });
  problem.output_gram = problem.output_gram.with_lost_digits([n] {
    arma::uvec lost(n, arma::fill::zeros);
    lost(0) = 1;
    return lost;
  });
  return problem;
}

}  // namespace

TEST_CASE("who looks at kernel values that lost their digits is told so, once for each look") {
  const validation::Problem problem = with_losses();
  for (int round = 0; round < 2; ++round) {
    const validation::LostDigits lost(problem);
    CHECK(lost.of({0, 1, 2, 3}).empty());
    problem.input_gram.submat(validation::Indices{5}, validation::Indices{6});
    const auto found = lost.of({0, 1, 2, 3});
    REQUIRE(found.size() == 1);
    CHECK(arma::all(found.at("lost_input_digits") == arma::vec{0.0, 1.0, 0.0, 1.0}));
    CHECK(lost.of({0, 2}).empty());
  }
}

TEST_CASE("who looks at distances alone is told what they have lost") {
  validation::Problem problem = with_losses();
  {
    const validation::LostDigits lost(problem);
    problem.input_squared_distances.submat(validation::Indices{5}, validation::Indices{6});
    CHECK(lost.of({0, 1}).empty());
  }
  problem.input_squared_distances = problem.input_squared_distances.with_lost_digits(
      [gram = problem.input_gram] { return gram.lost_digits().value(); });
  const validation::LostDigits lost(problem);
  problem.input_squared_distances.submat(validation::Indices{5}, validation::Indices{6});
  problem.output_gram.submat(validation::Indices{5}, validation::Indices{6});
  const auto found = lost.of({0, 1});
  REQUIRE(found.size() == 2);
  CHECK(arma::all(found.at("lost_input_digits") == arma::vec{0.0, 1.0}));
  CHECK(arma::all(found.at("lost_output_digits") == arma::vec{1.0, 0.0}));
}

}  // namespace preimage::suite::registry
