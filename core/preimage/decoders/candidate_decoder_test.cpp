#include "preimage/decoders/candidate_decoder.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

namespace {

using outputs::Centring;
using outputs::TrainingOutputs;

/// Outputs that are their own features, predictions as weights over them, and both along p principal
/// directions by a singular value decomposition of the outputs.
struct CutProblem {
  arma::mat Y, weights, coordinates, predicted;
  arma::mat predicted_vectors;  // the prediction as a point among the outputs, projected on the directions
  std::shared_ptr<const TrainingOutputs> space;

  CutProblem(arma::uword p, Centring centring)
      : Y(testing::gaussian_matrix(30, 5, 61) * arma::diagmat(arma::vec{3.0, 2.0, 1.0, 0.8, 0.5})),
        weights(testing::gaussian_matrix(200, 30, 62) / 6.0) {
    const bool is_centred = centring == Centring::training_mean;
    Y.each_row() += arma::rowvec{1.0, -1.0, 0.5, 0.0, 0.3};
    const arma::rowvec mean =
        is_centred ? arma::rowvec(arma::mean(Y, 0)) : arma::rowvec(5, arma::fill::zeros);
    const arma::mat from_mean = Y.each_row() - mean;
    arma::mat U, V;
    arma::vec s;
    REQUIRE(arma::svd_econ(U, s, V, from_mean));
    const arma::mat directions = V.head_cols(p);
    coordinates = from_mean * directions;
    predicted = weights * coordinates;
    predicted_vectors = predicted * directions.t();
    predicted_vectors.each_row() += mean;
    const auto kernel = std::make_shared<const kernels::LinearKernel>();
    space = std::make_shared<const TrainingOutputs>(
        outputs::with_output_kernel<kernels::Vectors>(kernel, Y),
        p < 5 ? outputs::ComponentCut{p, {}} : outputs::ComponentCut{}, centring);
  }
};

/// Row by row the candidate at the smallest squared distance.
arma::uvec nearest_by_force(const arma::mat& points, const arma::mat& candidates) {
  arma::uvec nearest(points.n_rows);
  for (arma::uword i = 0; i < points.n_rows; ++i)
    nearest(i) =
        arma::index_min(arma::vec(arma::sum(arma::square(candidates.each_row() - points.row(i)), 1)));
  return nearest;
}

arma::uvec chosen(const CutProblem& problem, const outputs::FeaturePoints& points) {
  const auto decoder = candidate_decoder().bind(samples::SampleSet(30), problem.space);
  return std::get<outputs::Chosen>(decoder->decode({points}, samples::SampleSet(200)).value).samples;
}

}  // namespace

TEST_CASE(
    "along some directions the distance is that between projections, along all that to the outputs, too") {
  for (const arma::uword directions : {arma::uword{2}, arma::uword{5}}) {
    for (const Centring centring : {Centring::training_mean, Centring::none}) {
      CAPTURE(directions);
      const CutProblem problem(directions, centring);
      const arma::uvec expected = nearest_by_force(problem.predicted, problem.coordinates);
      CHECK(arma::all(chosen(problem, outputs::Weights{problem.weights}) == expected));
      const arma::mat coordinates = problem.space->coordinates_of(outputs::Weights{problem.weights});
      CHECK(arma::all(chosen(problem, outputs::Coordinates{coordinates}) == expected));
      const arma::uvec to_outputs = nearest_by_force(problem.predicted_vectors, problem.Y);
      CHECK(arma::all(to_outputs == expected) == (directions == 5));
    }
  }
}

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
  CHECK(same(nearest_by_coordinates(predictions, F, allowed).positions, expected));
  CHECK(same(nearest_by_gram(weights, L, allowed).positions, expected));
}

TEST_CASE("of equal candidates the lowest index is taken, and a disallowed one never") {
  const arma::mat candidates = arma::vec{1.0, 0.0, 1.0, 0.0, -1.0};
  const arma::mat predictions = arma::vec{1.0, 0.1, -0.4, 0.5};
  CHECK(same(nearest_by_coordinates(predictions, candidates, everyone(5)).positions, {0, 1, 1, 0}));
  CHECK(same(nearest_by_coordinates(predictions, candidates, {0, 0, 1, 1, 1}).positions, {2, 3, 3, 2}));
  CHECK(same(nearest_by_coordinates(predictions, candidates, {0, 0, 0, 0, 1}).positions, {4, 4, 4, 4}));
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
  CHECK_FALSE(same(nearest_by_coordinates(weights * F, candidates, allowed).positions, expected));
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
  const arma::uvec none(3, arma::fill::zeros);
  CHECK(thrown_message<NumericalError>([&] { nearest_by_coordinates(predictions, F, none); }) ==
        kNothingAllowed);
  CHECK(thrown_message<NumericalError>([&] { nearest_by_gram(weights, L, none); }) == kNothingAllowed);
  CHECK(thrown_message<NumericalError>([&] { highest_by_gram(weights, L, none, 1e-12); }) == kNothingAllowed);
  for (double bad : {arma::datum::nan, arma::datum::inf}) {
    predictions(1, 0) = bad;
    weights(1, 0) = bad;
    CHECK(thrown_message<NumericalError>([&] { nearest_by_coordinates(predictions, F, everyone(3)); }) ==
          kNotFinite);
    CHECK(thrown_message<NumericalError>([&] { nearest_by_gram(weights, L, everyone(3)); }) == kNotFinite);
    CHECK(thrown_message<NumericalError>([&] { highest_by_gram(weights, L, everyone(3), 1e-12); }) ==
          kNotFinite);
  }
}

TEST_CASE("rounding does not decide between candidates at equal distance") {
  const arma::mat candidates = {{1.0, 0.0}, {0.0, 1.0}};
  for (const double rounding : {0.0, 1e-15, -1e-15}) {
    CAPTURE(rounding);
    const arma::mat middle = {{0.5, 0.5 + rounding}};
    CHECK(nearest_by_coordinates(middle, candidates, everyone(2)).positions(0) == 0);
    CHECK(nearest_by_gram(middle, arma::mat(2, 2, arma::fill::eye), everyone(2)).positions(0) == 0);
  }
  const arma::mat nearer_to_second = {{0.5, 0.5 + 1e-9}};
  CHECK(nearest_by_coordinates(nearer_to_second, candidates, everyone(2)).positions(0) == 1);
  CHECK(nearest_by_gram(nearer_to_second, arma::mat(2, 2, arma::fill::eye), everyone(2)).positions(0) == 1);
}

TEST_CASE("what a prediction of this size may be off by decides nothing between candidates close to it") {
  const auto nearest = [](double further) {
    const arma::mat candidates = arma::vec{1.0 + 1e-5 + further, 1.0 - 1e-5};
    return nearest_by_coordinates(arma::mat(1, 1, arma::fill::ones), candidates, everyone(2)).positions(0);
  };
  CHECK(nearest(9e-16) == 0);  // four last digits of the prediction
  CHECK(nearest(1e-12) == 1);
}

TEST_CASE("class scores are those of their definition, whatever the norms of the classes") {
  const ClassCandidates classes{{3, 8}, {0, 1}};
  const outputs::Scores scores =
      scores_by_products(classes, arma::mat{{1.0, 0.2}, {0.2, 4.0}}, arma::vec{1.0, 4.0});
  CHECK(scores.classes == classes.classes);
  // (2 <f, phi> - |phi|^2 + 4) / 8
  CHECK(arma::approx_equal(scores.values, arma::mat{{5.0 / 8.0, 0.4 / 8.0}, {3.4 / 8.0, 1.0}}, "absdiff",
                           1e-15));
}

TEST_CASE("only the candidates compared say what is equal, however large others are or the origin far") {
  arma::vec outlier = arma::regspace(0.0, 10.0);
  outlier(10) = 1.5e6;
  const arma::vec times = 1.7e9 + 600.0 * arma::regspace(0.0, 49.0);  // seconds, every ten minutes
  for (const arma::vec& y : {outlier, times}) {
    CAPTURE(y(0));
    const arma::uword n = y.n_elem;
    const arma::uvec each = arma::regspace<arma::uvec>(0, n - 1);
    CHECK(same(nearest_by_coordinates(y, y, everyone(n)).positions, each));
    CHECK(same(nearest_by_gram(arma::mat(n, n, arma::fill::eye), y * y.t(), everyone(n)).positions, each));
    // Halfway between two neighbours both are equal, whichever way the mean was rounded.
    const arma::vec middle = 0.5 * (y.head(n - 1) + y.tail(n - 1));
    CHECK(same(nearest_by_coordinates(middle, y, everyone(n)).positions, each.head(n - 1)));
  }
}

TEST_CASE("kernel values of one long string make no short strings equal") {
  // Counts of single letters: "aaa", "aab", "abb", and 400 letters a each of which counts a thousandfold.
  const arma::mat F = {{3.0, 0.0}, {2.0, 1.0}, {1.0, 2.0}, {1.05e7, 0.0}};
  const arma::mat L = F * F.t();  // up to 1.1e14
  CHECK(same(nearest_by_gram(arma::mat(4, 4, arma::fill::eye), L, everyone(4)).positions, {0, 1, 2, 3}));
}

TEST_CASE("the first of the smallest in each row, by errors that are given") {
  const arma::mat values = {{2.0, 1.0 + 1e-9, 1.0}, {-5.0, -5.0, -5.0 - 1e-9}};
  const arma::mat rough(2, 3, arma::fill::value(1e-9)), exact(2, 3, arma::fill::zeros);
  CHECK(same(first_smallest_in_rows(values, rough, everyone(3)), {1, 0}));
  CHECK(same(first_smallest_in_rows(values, exact, everyone(3)), {2, 2}));
  CHECK(same(first_smallest_in_rows(values, exact, {1, 1, 0}), {1, 0}));
}

TEST_CASE("a prediction that is known to r ties where the plane between two candidates lies within r") {
  // The plane between (0, 0) and (1, 0) is at .5; a third candidate far away is in no tie, whatever its own
  // distance is.
  const arma::mat candidates = {{1.0, 0.0}, {0.0, 0.0}, {0.0, 50.0}};
  const arma::mat L = candidates * candidates.t() + 1.0;  // the same distances
  for (const double r : {0.0, 1e-9, 1e-4}) {
    for (const double beside : {-2.0, -0.9, 0.9, 2.0}) {
      CAPTURE(r);
      CAPTURE(beside);
      const double x = 0.5 + beside * (r == 0.0 ? 1e-7 : r);
      const bool is_tie = std::abs(beside) < 1.0 && r > 0.0;
      const arma::uword expected = is_tie || beside > 0.0 ? 0 : 1;
      const Nearest found =
          nearest_by_coordinates(arma::mat{{x, 0.0}}, candidates, everyone(3), {arma::vec{r}});
      CHECK(found.positions(0) == expected);
      CHECK(found.wide_ties == (is_tie && r > 1e-6 ? 1 : 0));
      const Nearest by_gram = nearest_by_gram(arma::mat{{x, 1.0 - x, 0.0}}, L, everyone(3), {arma::vec{r}});
      CHECK(by_gram.positions(0) == expected);
      CHECK(by_gram.wide_ties == found.wide_ties);
    }
  }
}

TEST_CASE("the estimate of rounding is asked for where a tie lies within its bound, and decides") {
  const arma::mat candidates = {{1.0, 0.0}, {0.0, 1.0}};
  for (const double x : {0.4, 0.499999}) {
    bool is_asked = false;
    const regression::Rounding rounding(base::Lazy<arma::vec>(arma::vec{1e-3}), base::Lazy<arma::vec>([&] {
                                          is_asked = true;
                                          return arma::vec{1e-9};
                                        }));
    const Nearest found =
        nearest_by_coordinates(arma::mat{{x, 0.5}}, candidates, everyone(2), {rounding, 0.0});
    CHECK(found.positions(0) == 1);
    CHECK(found.wide_ties == 0);
    CHECK(is_asked == (x > 0.49));
  }
}

TEST_CASE("candidates that are known to c tie where both may be the prediction") {
  const arma::mat candidates = arma::vec{1.0, 3e-17, 0.0};
  CHECK(
      nearest_by_coordinates(arma::mat(1, 1, arma::fill::zeros), candidates, everyone(3), {}).positions(0) ==
      2);
  const Nearest found = nearest_by_coordinates(arma::mat(1, 1, arma::fill::zeros), candidates, everyone(3),
                                               {arma::vec(), 1e-15});
  CHECK(found.positions(0) == 1);
  CHECK(found.wide_ties == 0);
}

TEST_CASE("equal candidates make no tie wide, and errors that are no numbers decide nothing") {
  const arma::mat candidates = arma::vec{1.0, 1.0, 0.0};
  CHECK(nearest_by_coordinates(arma::mat(1, 1, arma::fill::value(0.9)), candidates, everyone(3),
                               {arma::vec{1e-3}})
            .wide_ties == 0);
  for (const double bad : {arma::datum::nan, arma::datum::inf})
    CHECK(nearest_by_coordinates(arma::mat(1, 1, arma::fill::value(0.1)), candidates, everyone(3),
                                 {arma::vec{bad}})
              .positions(0) == 2);
}

}  // namespace preimage::decoders
