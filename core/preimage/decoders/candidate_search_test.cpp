#include "preimage/decoders/candidate_search.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

using testing::gaussian_matrix;
using testing::thrown_message;

namespace {

const std::string kNothingAllowed = "candidate search: no training output may be a pre-image";
const std::string kNotFinite = "candidate search: a prediction is not finite";

bool same(const arma::uvec& a, const arma::uvec& b) {
  return a.n_elem == b.n_elem && arma::all(a == b);
}

arma::uvec everyone(arma::uword n) {
  return arma::uvec(n, arma::fill::ones);
}

}  // namespace

TEST_CASE("the nearest candidate is found by coordinates and by the Gram matrix alike") {
  const arma::mat F = gaussian_matrix(25, 4, 71);
  const arma::mat weights = gaussian_matrix(40, 25, 72) / 10.0;
  const arma::mat predictions = weights * F;
  arma::uvec allowed = everyone(25);
  allowed.elem(arma::uvec{0, 7, 19}).zeros();
  arma::uvec expected(40);
  for (arma::uword i = 0; i < 40; ++i) {
    double best = arma::datum::inf;
    for (arma::uword j = 0; j < 25; ++j) {
      const double distance = arma::norm(F.row(j) - predictions.row(i));
      if (allowed(j) && distance < best) {
        best = distance;
        expected(i) = j;
      }
    }
  }
  const arma::mat L = F * F.t();
  CHECK(same(nearest_by_coordinates(predictions, F, allowed), expected));
  CHECK(same(nearest_by_gram(weights, L, L.diag(), allowed), expected));
}

TEST_CASE("candidates need not be the training outputs") {
  const arma::mat F = gaussian_matrix(6, 3, 73);
  const arma::mat candidates = gaussian_matrix(9, 3, 74);
  const arma::mat weights = gaussian_matrix(10, 6, 75);
  const arma::vec norms = arma::sum(arma::square(candidates), 1);
  CHECK(same(nearest_by_gram(weights, F * candidates.t(), norms, everyone(9)),
             nearest_by_coordinates(weights * F, candidates, everyone(9))));
}

TEST_CASE("of equal candidates the lowest index is taken, and a disallowed one never") {
  const arma::mat candidates = arma::vec{1.0, 0.0, 1.0, 0.0, -1.0};
  const arma::mat predictions = arma::vec{1.0, 0.1, -0.4, 0.5};
  CHECK(same(nearest_by_coordinates(predictions, candidates, everyone(5)), {0, 1, 1, 0}));
  CHECK(same(nearest_by_coordinates(predictions, candidates, {0, 0, 1, 1, 1}), {2, 3, 3, 2}));
  CHECK(same(nearest_by_coordinates(predictions, candidates, {0, 0, 0, 0, 1}), {4, 4, 4, 4}));
}

TEST_CASE("the highest candidate has the largest score, of whatever norm and scale") {
  const arma::mat F = gaussian_matrix(6, 3, 77);
  const arma::mat candidates = gaussian_matrix(9, 3, 78);
  const arma::mat weights = gaussian_matrix(20, 6, 79);
  arma::uvec allowed = everyone(9);
  allowed(4) = 0;
  const arma::mat L = F * candidates.t();
  arma::mat scores = weights * L;
  scores.col(4).fill(-arma::datum::inf);
  const arma::uvec expected = arma::index_max(scores, 1);
  for (const double scale : {1e-200, 1.0, 1e200}) {
    CHECK(same(highest_by_gram(scale * weights, L, allowed, 1e-12), expected));
    CHECK(same(highest_by_gram(weights, scale * L, allowed, 1e-12), expected));
  }
  CHECK_FALSE(same(nearest_by_gram(weights, L, arma::vec(arma::sum(arma::square(candidates), 1)), allowed),
                   expected));
}

TEST_CASE("of equally high candidates the lowest index is taken, and rounding does not decide") {
  const arma::mat L = {{1.0, 0.0, 1.0}, {0.0, 1.0, 0.0}};
  const arma::mat weights = {{1.0, 0.0}, {0.5, 0.5 + 1e-15}, {0.5, 0.5 + 1e-9}, {0.0, 0.0}};
  CHECK(same(highest_by_gram(weights, L, everyone(3), 1e-12), {0, 0, 1, 0}));
  CHECK(same(highest_by_gram(weights, L, {0, 1, 1}, 1e-12), {2, 1, 1, 1}));
}

TEST_CASE("scores are equal to the accuracy that the caller has, relative to the row's weights") {
  const arma::mat L = 3.0 * arma::mat(2, 2, arma::fill::eye);
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const arma::mat weights = scale * arma::mat{{0.5, 0.5 + 1e-8}, {0.5, 0.5 + 3e-7}};
    CHECK(same(highest_by_gram(weights, L, everyone(2), 1e-7), {0, 1}));
    CHECK(same(highest_by_gram(weights, L, everyone(2), 1e-9), {1, 1}));
    CHECK(same(highest_by_gram(weights, L, everyone(2), 1e-6), {0, 0}));
  }
}

TEST_CASE("nothing allowed and predictions that are no numbers are errors") {
  const arma::mat F = gaussian_matrix(3, 2, 76);
  const arma::mat L = F * F.t();
  arma::mat predictions(2, 2, arma::fill::ones);
  arma::mat weights(2, 3, arma::fill::ones);
  const arma::uvec nobody(3, arma::fill::zeros);
  CHECK(thrown_message<NumericalError>([&] { nearest_by_coordinates(predictions, F, nobody); }) ==
        kNothingAllowed);
  CHECK(thrown_message<NumericalError>([&] { nearest_by_gram(weights, L, L.diag(), nobody); }) ==
        kNothingAllowed);
  CHECK(thrown_message<NumericalError>([&] { highest_by_gram(weights, L, nobody, 1e-12); }) ==
        kNothingAllowed);
  for (double bad : {arma::datum::nan, arma::datum::inf}) {
    predictions(1, 0) = bad;
    weights(1, 0) = bad;
    CHECK(thrown_message<NumericalError>([&] { nearest_by_coordinates(predictions, F, everyone(3)); }) ==
          kNotFinite);
    CHECK(thrown_message<NumericalError>([&] { nearest_by_gram(weights, L, L.diag(), everyone(3)); }) ==
          kNotFinite);
    CHECK(thrown_message<NumericalError>([&] { highest_by_gram(weights, L, everyone(3), 1e-12); }) ==
          kNotFinite);
  }
}

}  // namespace preimage::decoders

TEST_CASE("rounding does not decide between candidates at equal distance") {
  const arma::mat candidates = {{1.0, 0.0}, {0.0, 1.0}};
  const arma::uvec both = {1, 1};
  for (const double rounding : {0.0, 1e-15, -1e-15}) {
    const arma::mat middle = {{0.5, 0.5 + rounding}};
    CHECK(preimage::decoders::nearest_by_coordinates(middle, candidates, both)(0) == 0);
  }
  const arma::mat nearer_to_second = {{0.5, 0.5 + 1e-9}};
  CHECK(preimage::decoders::nearest_by_coordinates(nearer_to_second, candidates, both)(0) == 1);
}
