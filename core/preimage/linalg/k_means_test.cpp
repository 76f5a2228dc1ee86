#include "preimage/linalg/k_means.hpp"

#include <string>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/testing_centres.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

using base::Random;
using testing::gaussian_matrix;
using testing::is_close;
using testing::slow_nearest;
using testing::thrown_message;

namespace {

double within_clusters(const arma::mat& centres, const arma::mat& samples) {
  const arma::uvec nearest = slow_nearest(centres, samples);
  return arma::accu(arma::square(samples - centres.cols(nearest)));
}

}  // namespace

TEST_CASE("nearest_centres equals the search by definition, also over several blocks") {
  const arma::mat centres = gaussian_matrix(3, 2000, 1), samples = gaussian_matrix(3, 1100, 2);
  CHECK(arma::all(nearest_centres(centres, samples) == slow_nearest(centres, samples)));
  const arma::mat twice = arma::join_rows(centres.cols(0, 4), centres.cols(0, 4));
  CHECK(nearest_centres(twice, samples).max() < 5);  // the first of equally near ones
  CHECK(nearest_centres(centres, arma::mat(3, 0)).is_empty());
}

TEST_CASE("k_means finds groups that lie far apart") {
  arma::mat samples = 0.1 * gaussian_matrix(2, 90, 3);
  for (arma::uword i = 0; i < 90; ++i) samples.col(i) += i % 2 == 0 ? 10.0 : -10.0;
  Random random(1);
  const arma::mat centres = k_means(samples, drawn_centres(samples, 2, random), 20);
  CHECK(is_close(arma::sort(centres, "ascend", 1).t(), arma::mat{{-10.0, -10.0}, {10.0, 10.0}}, 0.01));
}

TEST_CASE("each iteration of k_means lowers the squares within clusters, down to a fixed point") {
  const arma::mat samples = gaussian_matrix(5, 300, 4);
  double before = arma::datum::inf;
  for (const std::size_t iterations : {0, 1, 2, 5}) {
    Random random(7);
    const double squares =
        within_clusters(k_means(samples, drawn_centres(samples, 10, random), iterations), samples);
    CHECK(squares < before);
    before = squares;
  }
  Random random(7);
  const arma::mat centres = k_means(samples, drawn_centres(samples, 10, random), 500);
  const arma::uvec nearest = slow_nearest(centres, samples);
  for (arma::uword k = 0; k < 10; ++k) {
    const arma::vec mean = arma::mean(samples.cols(arma::find(nearest == k)), 1);
    CHECK(is_close(centres.col(k), mean, 1e-12));
  }
}

TEST_CASE("k_means keeps a centre without samples, takes all samples as centres, and refuses the rest") {
  Random random(1);
  const arma::mat equal(3, 6, arma::fill::value(2.0));
  CHECK(is_close(k_means(equal, drawn_centres(equal, 4, random), 5), arma::mat(3, 4, arma::fill::value(2.0)),
                 1e-15));
  const arma::mat samples = gaussian_matrix(2, 5, 6);
  CHECK(within_clusters(k_means(samples, drawn_centres(samples, 5, random), 3), samples) == 0.0);
  for (const auto& start : {drawn_centres, plus_plus_centres}) {
    const auto error = [&](const arma::mat& X, std::size_t K) {
      return thrown_message<NumericalError>([&] { start(X, K, random); });
    };
    CHECK(error(samples, 6) == "6 clusters asked for among 5 samples");
    CHECK(error(samples, 0) == "0 clusters asked for among 5 samples");
    CHECK(error(samples * arma::datum::nan, 2).find("samples to cluster") != std::string::npos);
  }
}

TEST_CASE("k-means++ starts from different samples, far ones first, and refuses more than there are") {
  arma::mat samples = 0.01 * gaussian_matrix(2, 90, 8);
  for (arma::uword i = 0; i < 90; ++i) samples(0, i) += 10.0 * static_cast<double>(i % 3);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Random random(seed);
    const arma::mat centres = plus_plus_centres(samples, 3, random);
    CHECK(is_close(arma::sort(centres.row(0)), arma::mat{{0.0, 10.0, 20.0}}, 0.01));  // one of each group
    CHECK(within_clusters(plus_plus_centres(samples, 90, random), samples) == 0.0);
  }
  Random random(1);
  CHECK(thrown_message<NumericalError>([&] {
          plus_plus_centres(arma::repmat(samples.cols(0, 3), 1, 3), 5, random);
        }) == "5 clusters asked for among 4 distinct samples");
}

TEST_CASE("of centres that are equally far the first is nearest, whatever its coordinates round to") {
  const arma::mat samples = arma::floor(100.0 * gaussian_matrix(3, 50, 81)) / 10.0;
  const arma::mat steps = arma::floor(100.0 * gaussian_matrix(3, 50, 82)) / 10.0;
  for (arma::uword i = 0; i < samples.n_cols; ++i) {
    const arma::mat above = samples.col(i) + steps.col(i), below = samples.col(i) - steps.col(i);
    CHECK(nearest_centres(arma::join_rows(above, below), samples.col(i))(0) == 0);
    CHECK(nearest_centres(arma::join_rows(below, above), samples.col(i))(0) == 0);
  }
}

}  // namespace preimage::linalg
