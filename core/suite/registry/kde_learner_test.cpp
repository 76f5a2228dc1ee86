// Kernel dependency estimation against explicit formulas.
#include <string>

#include <doctest/doctest.h>

#include "preimage/samples/folds.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/is_close.hpp"

namespace preimage::suite::registry {

using namespace testing;

namespace {

const std::string kMethod = "{method: kernel_dependency_estimation, ";

arma::mat vectors_of(const outputs::Prediction& prediction) {
  return std::get<outputs::NewVectors>(prediction.value).vectors;
}

arma::uvec chosen_of(const outputs::Prediction& prediction) {
  return std::get<outputs::Chosen>(prediction.value).samples;
}

/// Inputs and outputs -2, -1, 0, 1, 2 and a test input at 0, for which every method predicts about 0. Output
/// 0 has no length, so it is no candidate unless `zero_is_candidate`.
testing::Problem symmetric_line(bool zero_is_candidate, bool with_features) {
  testing::Problem problem;
  const arma::mat X = arma::vec{-2.0, -1.0, 0.0, 1.0, 2.0, 0.0};
  problem.input_gram = X * X.t();
  problem.input_squared_distances = testing::squared_distances_of_rows(X);
  problem.output_vectors = X;
  problem.output_gram = X * X.t();
  if (with_features) problem.output_features = X;
  problem.is_candidate.ones(6);
  if (!zero_is_candidate) problem.is_candidate(2) = 0;
  return problem;
}
const samples::Split kLine{{0, 1, 2, 3, 4}, {5}};

}  // namespace

TEST_CASE("with a linear output kernel, all directions and the closed form it is ridge regression") {
  const samples::Split split = strided_split(45, 4);
  for (const testing::Problem& problem : {linear_output_problem(true), linear_output_problem(false)}) {
    for (double ridge : {1e-4, 0.1, 10.0}) {
      const arma::mat expected = ridge_prediction(problem, split, problem.output_vectors, 1.5, ridge);
      const std::string grid = kMethod + "bandwidth: {sigma: 1.5}, ridge: " + std::to_string(ridge);
      for (const char* cut : {"", ", n_components: 1000", ", component_threshold: 0"}) {
        CAPTURE(ridge);
        CAPTURE(cut);
        const auto learner = make_learner(grid + cut + ", decoder: {name: closed_form}}", problem);
        CHECK(is_close(vectors_of(learner->predict(0, split)), expected, 1e-10));
      }
    }
  }
}

TEST_CASE("with the class kernel it is one-hot ridge regression and argmax") {
  testing::Problem problem = toy_problem();
  arma::mat one_hot(45, 3, arma::fill::zeros);
  for (arma::uword i = 0; i < 45; ++i) one_hot(i, static_cast<arma::uword>(problem.classes[i])) = 1.0;
  problem.output_gram = 0.5 * one_hot * one_hot.t();
  testing::Problem with_features = problem;
  with_features.output_features = std::sqrt(0.5) * one_hot;
  const samples::Split split = strided_split(45, 4);
  for (double sigma : {0.3, 1.0, 5.0}) {
    for (double ridge : {1e-3, 0.1, 10.0}) {
      CAPTURE(sigma);
      CAPTURE(ridge);
      const arma::uvec expected = arma::index_max(ridge_prediction(problem, split, one_hot, sigma, ridge), 1);
      const std::string yaml = kMethod + "bandwidth: {sigma: " + std::to_string(sigma) +
                               "}, ridge: " + std::to_string(ridge) + "}";
      for (const testing::Problem* p : {&problem, &with_features}) {
        const arma::uvec chosen = chosen_of(make_learner(yaml, *p)->predict(0, split));
        for (arma::uword i = 0; i < chosen.n_elem; ++i) {
          CHECK(p->classes[chosen(i)] == static_cast<int>(expected(i)));
        }
      }
    }
  }
}

TEST_CASE("a cut that keeps every direction changes nothing; one that does not is a projection") {
  const samples::Split split = strided_split(45, 4);
  const std::string grid = kMethod + "bandwidth: {sigma: [1, 3]}, ridge: [0.01, 1]";
  for (const testing::Problem& problem : {toy_problem(), linear_output_problem(true)}) {
    const auto all = make_learner(grid + "}", problem);
    const auto kept = make_learner(grid + ", n_components: 1000}", problem);
    for (std::size_t g = 0; g < 4; ++g) {
      CHECK(same_prediction(kept->predict(g, split), all->predict(g, split), 0.0));
    }
  }
  // One direction of a linear output kernel: predictions lie on a line through the mean, along the first
  // principal component.
  const testing::Problem problem = linear_output_problem(false);
  const auto learner = make_learner(
      kMethod + "bandwidth: {sigma: 1}, ridge: 0.1, n_components: 1, decoder: {name: closed_form}}", problem);
  const arma::mat Y = problem.output_vectors.rows(split.train);
  const arma::rowvec mean = arma::mean(Y, 0);
  arma::mat U;
  arma::vec s;
  arma::mat V;
  REQUIRE(arma::svd_econ(U, s, V, arma::mat(Y.each_row() - mean)));
  arma::mat expected = ridge_prediction(problem, split, problem.output_vectors, 1.0, 0.1);
  expected.each_row() -= mean;
  expected = expected * V.col(0) * V.col(0).t();
  expected.each_row() += mean;
  CHECK(is_close(vectors_of(learner->predict(0, split)), expected, 1e-10));
}

TEST_CASE("the grid runs from the smoothest to the roughest point") {
  const testing::Problem problem = toy_problem();
  const auto learner = make_learner(kMethod + "bandwidth: {sigma: [1, 3]}, ridge: [0.01, 1]}", problem);
  REQUIRE(learner->grid().size() == 4);
  CHECK(learner->grid()[0] == base::Parameters{{"sigma", 3.0}, {"ridge", 1.0}});
  CHECK(learner->grid()[1] == base::Parameters{{"sigma", 1.0}, {"ridge", 1.0}});
  CHECK(learner->grid()[2] == base::Parameters{{"sigma", 3.0}, {"ridge", 0.01}});
  CHECK(learner->grid()[3] == base::Parameters{{"sigma", 1.0}, {"ridge", 0.01}});
  const auto own_gram = make_learner(kMethod + "ridge: 1}", problem);
  CHECK(own_gram->grid()[0] == base::Parameters{{"ridge", 1.0}});
  const auto regression = make_learner(kMethod + "map: support_vector_regression}", problem);
  CHECK(regression->grid()[0] == base::Parameters{});
}

TEST_CASE("inner folds that do not cut one and the same set of samples are fitted one by one") {
  const testing::Problem problem = toy_problem();
  const auto learner = make_learner(kMethod + "ridge: [0.1, 1]}", problem);
  std::vector<samples::Split> folds =
      samples::make_splits({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, samples::TrainOn::the_rest);
  const auto check = [&] {
    std::size_t pairs = 0;
    learner->predict_folds(folds, [&](std::size_t f, std::size_t g, const outputs::Prediction& prediction) {
      ++pairs;
      CHECK(same_prediction(prediction, learner->predict(g, folds[f]), 1e-10));
    });
    CHECK(pairs == folds.size() * learner->grid().size());
  };
  folds[1].test(0) = 10;  // as many samples, but another one
  check();
  folds[1].test.shed_row(0);
  check();
  folds = samples::ordered_splits(arma::regspace<arma::uvec>(1, 9), arma::regspace(1.0, 9.0), 2);
  check();
}

TEST_CASE("an output without length is never a pre-image") {
  for (bool with_features : {false, true}) {
    for (const char* rest : {"ridge: 0.1}", "ridge: 0.1, ridge_form: squared}",
                             "ridge: 0.1, n_components: 1}", "map: support_vector_regression, C: 10}"}) {
      CAPTURE(rest);
      const std::string yaml = kMethod + "bandwidth: {sigma: 2}, " + rest;
      const testing::Problem open = symmetric_line(true, with_features);
      CHECK(same_indices(chosen_of(make_learner(yaml, open)->predict(0, kLine)), {2}));
      const testing::Problem masked = symmetric_line(false, with_features);
      const arma::uword chosen = chosen_of(make_learner(yaml, masked)->predict(0, kLine))(0);
      CHECK((chosen == 1 || chosen == 3));
    }
  }
}

TEST_CASE("nearest neighbours return such an output for no k, unless one neighbour may answer with any") {
  const auto answer = [](const char* k, bool zero_is_candidate) {
    const testing::Problem problem = symmetric_line(zero_is_candidate, false);
    const auto learner = make_learner(std::string("{method: nearest_neighbours, k: ") + k + "}", problem);
    return chosen_of(learner->predict(0, kLine))(0);
  };
  CHECK(answer("1", true) == 2);
  CHECK(answer("1", false) == 1);
  CHECK(answer("1, one_neighbour: any", false) == 2);
  CHECK(answer("3, one_neighbour: any", false) == 1);
  CHECK(answer("3", true) == 2);
  CHECK(answer("3", false) == 1);
  CHECK(answer("5", false) == 1);
}

}  // namespace preimage::suite::registry
