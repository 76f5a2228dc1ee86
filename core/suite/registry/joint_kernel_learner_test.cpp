// Joint kernel support estimation as a learner, against its equations pair by pair.
#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/one_class_svm.hpp"
#include "suite/config/config_error.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

using namespace testing;

namespace {

const std::string kLearner =
    "{method: joint_kernel_support_estimation, bandwidth: {sigma: [0.5, 2]}, nu: [0.1, 0.6, 1]}";

arma::uvec chosen(const outputs::Prediction& prediction) {
  return std::get<outputs::Chosen>(prediction.value).samples;
}

/// Eqs. (3) and (4), one pair at a time, over these training samples.
arma::uvec by_definition(const testing::Problem& problem, const arma::uvec& train, const arma::uvec& test,
                         double sigma, double nu) {
  const auto K = [&](arma::uword i, arma::uword j) {
    return std::exp(-problem.input_squared_distances(i, j) / (2.0 * sigma * sigma));
  };
  const arma::uword m = train.n_elem;
  arma::mat joint(m, m);
  for (arma::uword i = 0; i < m; ++i) {
    for (arma::uword j = 0; j < m; ++j) {
      joint(i, j) = K(train(i), train(j)) * problem.output_gram(train(i), train(j));
    }
  }
  regression::OneClassOptions options;
  options.nu = nu;
  const arma::vec a = regression::one_class_svm(joint, options).coefficients;
  arma::uvec result(test.n_elem);
  for (arma::uword t = 0; t < test.n_elem; ++t) {
    double largest = -arma::datum::inf;
    for (const arma::uword candidate : train) {
      double score = 0.0;
      for (arma::uword i = 0; i < m; ++i) {
        score += a(i) * K(test(t), train(i)) * problem.output_gram(train(i), candidate);
      }
      if (score <= largest) continue;
      largest = score;
      result(t) = candidate;
    }
  }
  return result;
}

}  // namespace

TEST_CASE("predictions are the argmax of the paper's decision function, larger nu and bandwidth first") {
  const testing::Problem problem = toy_problem();
  const samples::Split split = strided_split(problem.size(), 4);
  const auto learner = make_learner(kLearner, problem);
  REQUIRE(learner->grid().size() == 6);
  CHECK(learner->grid()[0] == base::Parameters{{"sigma", 2.0}, {"nu", 1.0}});
  CHECK(learner->grid()[3] == base::Parameters{{"sigma", 0.5}, {"nu", 0.6}});
  for (std::size_t g = 0; g < 6; ++g) {
    CAPTURE(g);
    const base::Parameters parameters = learner->grid()[g];
    CHECK(same_indices(
        chosen(learner->predict(g, split)),
        by_definition(problem, split.train, split.test, parameters[0].second, parameters[1].second)));
  }
}

TEST_CASE("pairs whose output has no length are neither candidates nor part of the machine") {
  testing::Problem problem = toy_problem();
  const samples::Split split = strided_split(problem.size(), 4);
  samples::Split others = split;
  const arma::uword empty = split.train(3);
  others.train.shed_row(3);
  arma::mat L = problem.output_gram;
  L.row(empty).zeros();
  L.col(empty).zeros();
  problem.output_gram = L;
  const auto same_without = [&] {  // the pair
    const auto learner = make_learner(kLearner, problem);
    return same_indices(chosen(learner->predict(2, split)), chosen(learner->predict(2, others)));
  };
  CHECK(same_without());  // also where others may choose it
  problem.is_candidate(empty) = 0;
  CHECK(same_without());
  problem.is_candidate.zeros();
  CHECK(thrown_message<NumericalError>([&] { make_learner(kLearner, problem)->predict(0, split); }) ==
        "one-class SVM: no training samples");
}

TEST_CASE("of outputs that score alike the first training sample is taken") {
  testing::Problem problem = toy_problem();
  const arma::uword n = problem.size();
  arma::mat L(n, n);
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword j = 0; j < n; ++j) L(i, j) = problem.classes[i] == problem.classes[j] ? 1.0 : 0.0;
  }
  problem.output_gram = L;
  samples::Split split = strided_split(n, 4);
  split.train = arma::reverse(split.train);
  const arma::uvec samples = chosen(make_learner(kLearner, problem)->predict(1, split));
  for (const arma::uword sample : samples) {
    for (const arma::uword earlier : split.train) {
      if (earlier == sample) break;
      CHECK(problem.classes[earlier] != problem.classes[sample]);
    }
  }
}

TEST_CASE("of outputs that are each other's mirror image the first is taken, for 60 inputs on the mirror") {
  constexpr arma::uword kPairs = 20, kTests = 60, kTrain = 2 * kPairs;
  arma::mat X(kTrain + kTests, 2), Y(kTrain + kTests, 2, arma::fill::zeros);
  X.head_rows(kPairs) = testing::gaussian_matrix(kPairs, 2, 41);
  Y.head_rows(kPairs) = X.head_rows(kPairs) + 0.3 * testing::gaussian_matrix(kPairs, 2, 42);
  const arma::mat mirror = {{1.0, 0.0}, {0.0, -1.0}};
  X.rows(kPairs, kTrain - 1) = arma::flipud(X.head_rows(kPairs)) * mirror;
  Y.rows(kPairs, kTrain - 1) = arma::flipud(Y.head_rows(kPairs)) * mirror;
  X.tail_rows(kTests) = testing::gaussian_matrix(kTests, 2, 43) * arma::diagmat(arma::vec{1.0, 0.0});
  testing::Problem problem;
  problem.input_squared_distances = testing::squared_distances_of_rows(X);
  problem.output_gram = arma::exp(-testing::squared_distances_of_rows(Y) / (2.0 * 0.7 * 0.7));
  problem.is_candidate.ones(X.n_rows);
  const samples::Split split{arma::regspace<arma::uvec>(0, kTrain - 1),
                             arma::regspace<arma::uvec>(kTrain, kTrain + kTests - 1)};
  const auto learner = make_learner(
      "{method: joint_kernel_support_estimation, bandwidth: {sigma: [0.3, 1, 3]}, nu: [0.05, 0.3, 0.8]}",
      problem);
  for (std::size_t g = 0; g < learner->grid().size(); ++g) {
    CAPTURE(g);
    CHECK(arma::all(chosen(learner->predict(g, split)) < kPairs));  // sample i and kTrain - 1 - i score alike
  }
}

TEST_CASE("outputs of different lengths are refused, where they are candidates") {
  testing::Problem problem = toy_problem();
  arma::mat L = 2.0 * problem.output_gram;
  problem.output_gram = L;
  const samples::Split split = strided_split(problem.size(), 4);
  CHECK_NOTHROW(make_learner(kLearner, problem)->predict(0, split));
  L.row(3) *= 3.0;
  L.col(3) *= 3.0;
  problem.output_gram = L;
  CHECK(thrown_message<std::invalid_argument>([&] { make_learner(kLearner, problem)->predict(0, split); }) ==
        "method joint_kernel_support_estimation needs an output kernel of one k(y, y) (wrap it: name: "
        "normalised), found 2 to 18");
  problem.is_candidate(3) = 0;
  CHECK_NOTHROW(make_learner(kLearner, problem)->predict(0, split));
}

TEST_CASE("nu is a share above 0") {
  const testing::Problem problem = toy_problem();
  for (const std::string nu : {"0", "1.5"}) {
    CHECK(thrown_message<ConfigError>([&] {
            make_learner("{method: joint_kernel_support_estimation, nu: " + nu + "}", problem);
          }).find("nu: expected a number ") != std::string::npos);
  }
}

}  // namespace preimage::suite::registry
