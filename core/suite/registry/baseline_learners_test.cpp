// The learners that KDE is compared with, each against the methods that it is made of.
#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/support_vectors.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

using namespace testing;

namespace {

/// Brute force: for every row the training sample whose output is nearest to the mean of its k nearest
/// neighbours' outputs, by distances in a linear output space.
arma::uvec neighbour_answers(const testing::Problem& problem, const samples::Split& split, arma::uword k) {
  arma::uvec answers(split.test.n_elem);
  const arma::mat Y = problem.output_vectors.rows(split.train);
  for (arma::uword i = 0; i < split.test.n_elem; ++i) {
    const arma::rowvec distances =
        problem.input_squared_distances.submat(arma::uvec{split.test(i)}, split.train);
    const arma::uvec order = arma::stable_sort_index(distances);
    const arma::rowvec mean = arma::mean(Y.rows(order.head(k)), 0);
    const arma::mat differences = Y.each_row() - mean;
    answers(i) = split.train(arma::vec(arma::sum(arma::square(differences), 1)).index_min());
  }
  return answers;
}

}  // namespace

TEST_CASE("nearest neighbours average outputs, then search; the grid prefers the smallest k") {
  const testing::Problem problem = testing::linear_output_problem(false);
  const samples::Split split = strided_split(45, 4);
  const auto learner = make_learner("{method: nearest_neighbours, k: [5, 1, 3]}", problem);
  const arma::uword ks[] = {1, 3, 5};
  REQUIRE(learner->grid().size() == 3);
  for (std::size_t g = 0; g < 3; ++g) {
    CHECK(learner->grid()[g] == base::Parameters{{"k", static_cast<double>(ks[g])}});
    const outputs::Prediction prediction = learner->predict(g, split);
    CHECK(same_indices(std::get<outputs::Chosen>(prediction.value).samples,
                       neighbour_answers(problem, split, ks[g])));
  }
  const auto greedy = make_learner("{method: nearest_neighbours, k: [1, 35]}", problem);
  CHECK(thrown_message<NumericalError>([&] {
          greedy->predict_grid(split, [](std::size_t, const outputs::Prediction&) {});
        }) == "35 neighbours asked for among 34 training samples");
}

TEST_CASE("one neighbour answers only with a candidate, as several do; so the choice of k has one rule") {
  testing::Problem problem = testing::linear_output_problem(false);
  const samples::Split split = strided_split(45, 4);
  const auto learner = make_learner("{method: nearest_neighbours, k: [1, 3]}", problem);
  const arma::uvec before = std::get<outputs::Chosen>(learner->predict(0, split).value).samples;
  const arma::uword left_out = before(0);
  problem.is_candidate(left_out) = 0;
  const auto without = make_learner("{method: nearest_neighbours, k: [1, 3]}", problem);
  const arma::uvec after = std::get<outputs::Chosen>(without->predict(0, split).value).samples;
  const arma::mat distances = testing::squared_distances_of_rows(problem.output_vectors);
  for (arma::uword i = 0; i < split.test.n_elem; ++i) {
    if (before(i) != left_out) {
      CHECK(after(i) == before(i));
      continue;
    }
    // The output nearest to the neighbour's own.
    arma::vec from_neighbour = arma::vec(distances.col(left_out)).elem(split.train);
    from_neighbour.elem(arma::find(split.train == left_out)).fill(arma::datum::inf);
    CHECK(after(i) == split.train(from_neighbour.index_min()));
  }
  CHECK(arma::all(std::get<outputs::Chosen>(without->predict(1, split).value).samples != left_out));
  without->predict_grid(split, [&](std::size_t g, const outputs::Prediction& prediction) {
    if (g == 0) CHECK(same_indices(std::get<outputs::Chosen>(prediction.value).samples, after));
  });
  const auto any = make_learner("{method: nearest_neighbours, k: [1, 3], one_neighbour: any}", problem);
  CHECK(same_indices(std::get<outputs::Chosen>(any->predict(0, split).value).samples, before));
  CHECK(same_prediction(any->predict(1, split), without->predict(1, split), 0.0));
}

TEST_CASE("of equal outputs one neighbour answers with itself, not with the first of them") {
  testing::Problem problem = testing::linear_output_problem(false);
  problem.output_gram = arma::mat(45, 45, arma::fill::ones);
  const samples::Split split = strided_split(45, 4);
  const auto learner = make_learner("{method: nearest_neighbours, k: 1}", problem);
  const arma::uvec answers = std::get<outputs::Chosen>(learner->predict(0, split).value).samples;
  for (arma::uword i = 0; i < split.test.n_elem; ++i) {
    const arma::rowvec row = problem.input_squared_distances.submat(arma::uvec{split.test(i)}, split.train);
    CHECK(answers(i) == split.train(row.index_min()));
  }
}

TEST_CASE("the SVM's class is the largest of the one-vs-rest decisions") {
  const testing::Problem problem = toy_problem();
  const samples::Split split = strided_split(45, 4);
  const auto learner =
      make_learner("{method: one_vs_rest_svm, bandwidth: {sigma: [1, 2]}, ridge: [0.1, 1]}", problem);
  CHECK(learner->grid()[1] == base::Parameters{{"sigma", 1.0}, {"ridge", 1.0}});
  const arma::mat K = arma::exp(-problem.input_squared_distances / 2.0);
  std::vector<int> classes;
  for (arma::uword sample : split.train) classes.push_back(problem.classes[sample]);
  const arma::mat decisions = regression::evaluate(
      regression::one_vs_rest_svm(K.submat(split.train, split.train), classes, {0, 1, 2}, {1.0})[0],
      K.submat(split.test, split.train));
  const outputs::Prediction prediction = learner->predict(1, split);
  for (arma::uword i = 0; i < split.test.n_elem; ++i) {
    CHECK(std::get<outputs::Classes>(prediction.value).classes[i] ==
          static_cast<int>(decisions.row(i).index_max()));
  }
}

TEST_CASE("a class that only the test samples have is unknown to the SVM") {
  // Linear kernel in four dimensions: there is a point at which every training class scores -3, below the -1
  // of a class without training samples.
  testing::Problem problem = toy_problem(13);
  arma::mat X = gaussian_matrix(13, 4, 101);
  const arma::uvec train = arma::regspace<arma::uvec>(0, 11);
  const arma::mat K = X.rows(train) * X.rows(train).t();
  const std::vector<int> classes(problem.classes.begin(), problem.classes.begin() + 12);
  const auto functions = regression::one_vs_rest_svm(K, classes, {0, 1, 2}, {1.0})[0];
  arma::mat W(3, 4);
  arma::vec right(3);
  for (arma::uword c = 0; c < 3; ++c) {
    W.row(c) = functions[c].coefficients.t() * X.rows(train);
    right(c) = -3.0 - functions[c].bias;
  }
  X.row(12) = arma::vec(arma::pinv(W) * right).t();
  problem.input_gram = X * X.t();
  problem.classes[12] = 99;
  const samples::Split split{train, {12}};
  CHECK(is_close(regression::evaluate(functions, problem.input_gram.submat(split.test, split.train)),
                 arma::mat(1, 3, arma::fill::value(-3.0)), 1e-8));
  const outputs::Prediction prediction =
      make_learner("{method: one_vs_rest_svm, ridge: 1}", problem)->predict(0, split);
  CHECK(std::get<outputs::Classes>(prediction.value).classes.front() != 99);
}

}  // namespace preimage::suite::registry
