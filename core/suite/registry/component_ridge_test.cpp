#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

namespace {

using namespace testing;

/// Two kernels: one that tells the first output feature, one that tells the others.
testing::Problem divided_problem() {
  testing::Problem problem = linear_output_problem(true);
  const arma::mat& F = *problem.output_features;
  const arma::mat first = F.col(0) * F.col(0).t() + 1.0;
  const arma::mat others = F.tail_cols(2) * F.tail_cols(2).t() + 1.0;
  problem.input_kernels = {{{{"kernel", 1.0}}, first}, {{{"kernel", 2.0}}, others}};
  return problem;
}

}  // namespace

TEST_CASE("with one kernel and one ridge every component is kernel dependency estimation's") {
  const testing::Problem problem = linear_output_problem(true);
  const samples::Split split = strided_split(problem.size(), 4);
  const auto model_1 = make_learner("{method: kernel_dependency_estimation, ridge: 0.3}", problem);
  const auto model_2 = make_learner("{method: component_ridge, ridge: 0.3}", problem);
  CHECK(same_prediction(model_2->predict(0, split), model_1->predict(0, split), 0.0));
}

TEST_CASE("each component takes the kernel that tells it") {
  const testing::Problem problem = divided_problem();
  const samples::Split split = strided_split(problem.size(), 4);
  const auto learner = make_learner("{method: component_ridge, ridge: [1e-6, 1]}", problem);
  CHECK(learner->grid().size() == 1);
  const arma::uvec chosen = std::get<outputs::Chosen>(learner->predict(0, split).value).samples;
  const arma::mat& F = *problem.output_features;
  for (arma::uword i = 0; i < split.test.n_elem; ++i) {  // all components are right: so is the nearest output
    arma::vec distances(split.train.n_elem);
    for (arma::uword j = 0; j < split.train.n_elem; ++j) {
      distances(j) = arma::norm(F.row(split.test(i)) - F.row(split.train(j)));
    }
    CHECK(chosen(i) == split.train(distances.index_min()));
  }
}

TEST_CASE("component ridge: a decoder that takes no features is refused") {
  const testing::Problem problem = linear_output_problem(false);
  CHECK(thrown_message<ConfigError>([&] {
          make_learner("{method: component_ridge, ridge: 1, decoder: {name: fixed_point}}", problem);
        }).find("decoder fixed_point does not take explicit output features") != std::string::npos);
}

TEST_CASE("an error that is no finite number fails, in place of a feature that is predicted 0") {
  testing::Problem problem = linear_output_problem(true);
  problem.output_features = arma::mat(*problem.output_features * 1e200);  // their squares overflow
  const samples::Split split = strided_split(problem.size(), 4);
  const auto learner = make_learner("{method: component_ridge, ridge: [1e-3, 1]}", problem);
  CHECK(thrown_message<NumericalError>([&] { learner->predict(0, split); }) ==
        "component_ridge: the leave-one-out error of output feature 0 at ridge 1 is not finite");
}

}  // namespace preimage::suite::registry
