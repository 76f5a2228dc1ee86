#include "preimage/validation/cross_validate.hpp"

#include <doctest/doctest.h>

#include "preimage/decoders/fixed_point.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/models/nearest_neighbours.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::validation {

namespace {

using kernels::Labels;
using kernels::Vectors;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

/// Three clouds.
struct Clouds {
  arma::mat X = gaussian_matrix(60, 2, 3);
  Labels classes;
  Clouds() {
    for (arma::uword i = 0; i < 60; ++i) {
      classes.push_back(static_cast<int>(i % 3) * 10 - 10);
      X(i, 0) += 1.2 * static_cast<double>(i % 3);
    }
  }
};

}  // namespace

TEST_CASE("each sample is predicted once, by the refit of a point that was chosen without it") {
  const Clouds d;
  const auto estimator =
      models::kde(kernels::gaussian(1.0), kernels::same_class(), {.ridges = {10.0, 0.1, 1e-3}});
  const auto result =
      cross_validate(estimator, d.X, d.classes, losses::zero_one_loss(), {.outer = 4, .inner = 3});
  REQUIRE(result.folds.size() == 4);
  arma::uvec times(60, arma::fill::zeros);
  for (const FoldResult& fold : result.folds) {
    times.elem(fold.test) += 1;
    // The same fold by hand: one ridge, fitted to the others.
    arma::uvec is_other(60, arma::fill::ones);
    is_other.elem(fold.test).zeros();
    const arma::uvec others = arma::find(is_other);
    const auto model = models::kde(kernels::gaussian(1.0), kernels::same_class(),
                                   {.ridges = {fold.parameters.front().second}})
                           .fit(d.X.rows(others), samples::select(d.classes, others));
    const Labels expected = model.predict(d.X.rows(fold.test)).outputs;
    CHECK(samples::select(result.predictions, fold.test) == expected);
    arma::vec losses(fold.test.n_elem);
    for (arma::uword i = 0; i < fold.test.n_elem; ++i) losses(i) = expected[i] != d.classes[fold.test(i)];
    CHECK(is_close(arma::vec(result.losses.elem(fold.test)), losses, 0.0));
    CHECK(is_close(fold.loss, arma::mean(losses), 1e-15));
    for (const int label : {-10, 0, 10}) {  // stratified
      int count = 0;
      for (const arma::uword i : fold.test) count += d.classes[i] == label;
      CHECK(count == 5);
    }
  }
  CHECK(arma::all(times == 1));
  CHECK(is_close(result.mean(), arma::mean(result.losses), 0.0));
  CHECK(cross_validate(estimator, d.X, d.classes, losses::zero_one_loss(), {.outer = 4, .inner = 3})
            .predictions == result.predictions);
}

TEST_CASE("outputs of test samples change no prediction") {
  Clouds d;
  const auto estimator =
      models::nearest_neighbours(kernels::linear(), kernels::same_class(), {.ks = {1, 5, 15}});
  const FoldOptions options{.stratified = false};
  const auto before = cross_validate(estimator, d.X, d.classes, losses::zero_one_loss(), options);
  const arma::uvec& test = before.folds.front().test;
  for (const arma::uword i : test) d.classes[i] = 77;
  const auto after = cross_validate(estimator, d.X, d.classes, losses::zero_one_loss(), options);
  CHECK(samples::select(after.predictions, test) == samples::select(before.predictions, test));
  CHECK(after.folds.front().parameters == before.folds.front().parameters);
}

TEST_CASE("a grid search gives all losses and the model of the best point; of a gain the largest") {
  const Clouds d;
  const auto estimator =
      models::nearest_neighbours(kernels::linear(), kernels::same_class(), {.ks = {1, 9, 40}});
  const auto by_loss = grid_search(estimator, d.X, d.classes, losses::zero_one_loss());
  const auto by_gain =
      grid_search(estimator, d.X, d.classes, losses::percent_correct("accuracy", losses::zero_one_loss()));
  REQUIRE(by_loss.grid.size() == 3);
  CHECK(by_loss.parameters == by_gain.parameters);
  double least = 1.0, best = 2.0;
  for (std::size_t g = 0; g < 3; ++g) {
    least = std::min(least, by_loss.grid[g].loss);
    CHECK(is_close(by_gain.grid[g].loss, 100.0 * (1.0 - by_loss.grid[g].loss), 1e-12));
    if (by_loss.grid[g].parameters == by_loss.parameters) best = by_loss.grid[g].loss;
  }
  CHECK(best == least);
  CHECK(by_loss.model.parameters() == by_loss.parameters);
  const auto direct =
      models::nearest_neighbours(kernels::linear(), kernels::same_class(),
                                 {.ks = {static_cast<arma::uword>(by_loss.parameters.front().second)}})
          .fit(d.X, d.classes);
  CHECK(by_loss.model.predict(d.X).outputs == direct.predict(d.X).outputs);
  CHECK(is_close(by_loss.model.scores(d.X).values, direct.scores(d.X).values, 0.0));
}

TEST_CASE("vectors, and what cannot be cross-validated") {
  const Clouds d;
  const arma::mat Y = arma::join_rows(arma::sin(d.X.col(0)), d.X.col(1));
  const auto estimator = models::kde(kernels::gaussian(1.0), kernels::linear(),
                                     {.ridges = {1.0, 0.01}, .decoder = decoders::closed_form_decoder()});
  const auto result = cross_validate(estimator, d.X, Y, losses::squared_error_loss());
  CHECK(result.predictions.n_rows == 60);
  CHECK(is_close(result.losses, arma::vec(arma::sum(arma::square(Y - result.predictions), 1)), 1e-13));
  CHECK(thrown_message<std::invalid_argument>([&] {
          estimator.with(models::at_grid_point(estimator.method(), 0)).fit(d.X, Y).scores(d.X);
        }).starts_with("the model has no scores"));
  CHECK_THROWS_AS(cross_validate(estimator, d.X, Y.rows(0, 3), losses::squared_error_loss()),
                  std::invalid_argument);
  CHECK_THROWS_AS(cross_validate(estimator, d.X, Y, losses::squared_error_loss(), {.outer = 61}),
                  std::invalid_argument);
  CHECK_THROWS_AS(cross_validate(estimator, d.X, Y, losses::squared_error_loss(), {.outer = 1}),
                  std::invalid_argument);
}

TEST_CASE("of grid points whose losses differ by the rounding of large targets the preferred one is chosen") {
  // Every input is the same, so that each prediction is the mean of the others, at every ridge.
  const arma::mat X(40, 1, arma::fill::ones), noise = gaussian_matrix(40, 1, 8);
  for (const double offset : {0.0, 1.0, 1e3, 1e6, 1e9}) {
    CAPTURE(offset);
    const arma::mat Y = noise + offset;
    for (const auto& loss : {losses::squared_error_loss(), losses::absolute_error_loss()}) {
      const auto of = [&](const std::vector<double>& ridges) {
        const auto estimator = models::kde(kernels::gaussian(1.0), kernels::linear(),
                                           {.ridges = ridges, .decoder = decoders::closed_form_decoder()});
        return grid_search(estimator, X, Y, loss).parameters.front().second;
      };
      CHECK(of({0.01, 0.1, 1.0, 10.0, 100.0}) == 100.0);
      CHECK(of({1e-8, 1e-4, 1.0}) == 1.0);
    }
  }
}

TEST_CASE("losses that differ by more than their rounding are told apart, at any size of the targets") {
  const arma::mat X = gaussian_matrix(40, 1, 9), Y = arma::sin(X) + 1e6;
  const auto estimator = models::kde(kernels::gaussian(1.0), kernels::linear(),
                                     {.ridges = {1e-2, 1e-3}, .decoder = decoders::closed_form_decoder()});
  CHECK(grid_search(estimator, X, Y, losses::squared_error_loss()).parameters.front().second == 1e-3);
}

}  // namespace preimage::validation
