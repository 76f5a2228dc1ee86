// Learners among several input kernels.
#include <doctest/doctest.h>

#include "preimage/samples/folds.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/registry/testing_runs.hpp"

namespace preimage::suite::registry {

namespace {

using namespace testing;

const std::string kLearner = "{method: kernel_dependency_estimation, ridge: [0.01, 1]}";

/// The toy problem with two kernels to choose from: one of noise, and its own.
struct TwoKernels {
  testing::Problem noise, own, both;
};

TwoKernels two_kernels() {
  TwoKernels problems{toy_problem(), toy_problem(), toy_problem()};
  const arma::mat X = testing::gaussian_matrix(problems.own.size(), 2, 7);
  problems.noise.input_gram = X * X.t();
  problems.both.input_kernels = {{{{"kernel", 1.0}}, problems.noise.input_gram},
                                 {{{"kernel", 2.0}}, problems.own.input_gram}};
  return problems;
}

}  // namespace

TEST_CASE("the grid is that of each kernel, one after the other, and each point predicts as with it alone") {
  const TwoKernels problems = two_kernels();
  const auto noise = make_learner(kLearner, problems.noise), own = make_learner(kLearner, problems.own);
  const auto both = make_learner(kLearner, problems.both);
  const samples::Split split = strided_split(problems.own.size(), 4);
  REQUIRE(both->grid().size() == 4);
  CHECK(both->grid()[0] == base::Parameters{{"kernel", 1.0}, {"ridge", 1.0}});
  CHECK(both->grid()[3] == base::Parameters{{"kernel", 2.0}, {"ridge", 0.01}});
  for (std::size_t g = 0; g < 2; ++g) {
    CHECK(same_prediction(both->predict(g, split), noise->predict(g, split), 0.0));
    CHECK(same_prediction(both->predict(2 + g, split), own->predict(g, split), 0.0));
  }
}

TEST_CASE("whole grids and folds agree with one prediction at a time, though the folds share a block") {
  const TwoKernels problems = two_kernels();
  const auto both = make_learner(kLearner, problems.both);
  const samples::Split split = strided_split(problems.own.size(), 4);
  base::Random random(3);
  const auto folds =
      samples::make_splits(samples::cut_into_folds(split.train, 3, {}, random), samples::TrainOn::the_rest);
  int seen = 0;
  both->predict_grid(split, [&](std::size_t g, const outputs::Prediction& prediction) {
    ++seen;
    CHECK(same_prediction(prediction, both->predict(g, split), 1e-10));
  });
  both->predict_folds(folds, [&](std::size_t f, std::size_t g, const outputs::Prediction& prediction) {
    ++seen;
    CHECK(same_prediction(prediction, both->predict(g, folds[f]), 1e-10));
  });
  CHECK(seen == 4 + 3 * 4);
}

TEST_CASE("inner folds choose the kernel that tells something, and of equal kernels the first") {
  TwoKernels problems = two_kernels();
  const validation::Criterion criterion = testing::toy_criterion(problems.both);
  const samples::Split split = strided_split(problems.own.size(), 4);
  base::Random random(3);
  const auto folds =
      samples::make_splits(samples::cut_into_folds(split.train, 3, {}, random), samples::TrainOn::the_rest);
  CHECK(validation::choose(*make_learner(kLearner, problems.both), folds, criterion).grid_point >= 2);
  problems.both.input_kernels[0].second = problems.own.input_gram;
  CHECK(validation::choose(*make_learner(kLearner, problems.both), folds, criterion).grid_point < 2);
}

}  // namespace preimage::suite::registry
