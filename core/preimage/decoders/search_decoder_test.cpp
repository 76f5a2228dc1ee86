#include "preimage/decoders/search_decoder.hpp"

#include <set>

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

namespace {

using kernels::Vectors;

constexpr double kSigma = 1.5;

struct Problem {
  arma::mat Y = testing::gaussian_matrix(12, 3, 81);
  arma::mat weights = arma::normalise(arma::abs(testing::gaussian_matrix(40, 12, 82)), 1, 1);
  arma::mat observed = testing::gaussian_matrix(40, 3, 83);

  /// Where searches of the inputs with these numbers begin, 0 to 39: a search that stays there.
  arma::mat starts(Start start, const arma::uvec& numbers) const {
    const PreimageSearch stay = [](const GaussianObjective&, const arma::mat&, const arma::mat& from) {
      const arma::uvec all(from.n_rows, arma::fill::ones);
      return Preimages{from, all, all, arma::vec(from.n_rows, arma::fill::zeros)};
    };
    const auto space = std::make_shared<const outputs::TrainingOutputs>(
        outputs::with_output_kernel<Vectors>(std::make_shared<const kernels::GaussianKernel>(kSigma), Y));
    const samples::SampleSet inputs =
        samples::SampleSet(numbers).with(outputs::Observed{observed.rows(numbers), {}});
    const auto decoder = search_decoder("stay", start, stay, "").bind(samples::SampleSet(12), space);
    const auto found = decoder->decode({outputs::Weights{weights.rows(numbers)}}, inputs);
    return std::get<outputs::NewVectors>(found.value).vectors;
  }
};

}  // namespace

TEST_CASE(
    "searches begin at the observed outputs, the mean, or the training output nearest in feature space") {
  const Problem problem;
  const arma::uvec all = arma::regspace<arma::uvec>(0, 39);
  CHECK(arma::approx_equal(problem.starts(Start::observed, all), problem.observed, "absdiff", 0.0));
  const arma::mat means = problem.starts(Start::mean, all), nearest = problem.starts(Start::nearest, all);
  for (arma::uword i = 0; i < 40; ++i) {
    arma::uword best = 0;
    double largest = -1.0;  // all outputs have norm 1
    for (arma::uword j = 0; j < 12; ++j) {
      double product = 0.0;
      for (arma::uword k = 0; k < 12; ++k) {
        const double distance = arma::norm(problem.Y.row(j) - problem.Y.row(k));
        product += problem.weights(i, k) * std::exp(-distance * distance / (2.0 * kSigma * kSigma));
      }
      if (product > largest) largest = product, best = j;
    }
    CHECK(testing::is_close(means.row(i), arma::mean(problem.Y, 0), 1e-14));
    CHECK(arma::approx_equal(nearest.row(i), problem.Y.row(best), "absdiff", 0.0));
  }
}

TEST_CASE(
    "a random start is a training output, the sample's own whatever stands beside it, all of them equally "
    "likely") {
  const Problem problem;
  const arma::mat starts = problem.starts(Start::random, arma::regspace<arma::uvec>(0, 39));
  std::set<arma::uword> drawn;
  for (arma::uword i = 0; i < 40; ++i) {
    const arma::uvec at = arma::find(arma::sum(arma::abs(problem.Y.each_row() - starts.row(i)), 1) == 0.0);
    REQUIRE(at.n_elem == 1);
    drawn.insert(at(0));
  }
  CHECK(drawn.size() >= 9);  // of 12: 8 or fewer with probability 4e-5
  const arma::uvec some = {31, 4, 17};
  CHECK(arma::approx_equal(problem.starts(Start::random, some), starts.rows(some), "absdiff", 0.0));
}

}  // namespace preimage::decoders
