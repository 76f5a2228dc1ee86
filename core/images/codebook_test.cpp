#include "images/codebook.hpp"

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "images/testing_images.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace images = preimage::images;
using preimage::ConfigError;
using preimage::NumericalError;
using preimage::base::Random;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace {

/// Per sample, over all centres, by the definition of the distance.
arma::uvec slow_nearest(const arma::mat& centres, const arma::mat& samples) {
  arma::uvec nearest(samples.n_cols);
  for (arma::uword i = 0; i < samples.n_cols; ++i) {
    const arma::mat differences = centres.each_col() - samples.col(i);
    nearest(i) = arma::rowvec(arma::sum(arma::square(differences), 0)).index_min();
  }
  return nearest;
}

double within_clusters(const arma::mat& centres, const arma::mat& samples) {
  const arma::uvec nearest = slow_nearest(centres, samples);
  return arma::accu(arma::square(samples - centres.cols(nearest)));
}

/// Three scenes without cars, which a codebook does not look at.
std::vector<preimage::data::Scene> scenes() {
  return {{images::noise_image(60, 40, 1), {}},
          {images::noise_image(50, 70, 2), {}},
          {images::noise_image(40, 40, 3), {}}};
}

const images::CodebookOptions kSmall{.words = 12, .descriptors_per_image = 40, .iterations = 4};

}  // namespace

TEST_CASE("nearest_centres equals the search by definition, also over several blocks") {
  const arma::mat centres = gaussian_matrix(3, 2000, 1), samples = gaussian_matrix(3, 1100, 2);
  CHECK(arma::all(images::nearest_centres(centres, samples) == slow_nearest(centres, samples)));
  const arma::mat twice = arma::join_rows(centres.cols(0, 4), centres.cols(0, 4));
  CHECK(images::nearest_centres(twice, samples).max() < 5);  // the first of equally near ones
  CHECK(images::nearest_centres(centres, arma::mat(3, 0)).is_empty());
}

TEST_CASE("k_means finds groups that lie far apart") {
  arma::mat samples = 0.1 * gaussian_matrix(2, 90, 3);
  for (arma::uword i = 0; i < 90; ++i) samples.col(i) += i % 2 == 0 ? 10.0 : -10.0;
  Random random(1);
  const arma::mat centres = images::k_means(samples, 2, 20, random);
  CHECK(is_close(arma::sort(centres, "ascend", 1).t(), arma::mat{{-10.0, -10.0}, {10.0, 10.0}}, 0.01));
}

TEST_CASE("each iteration of k_means lowers the squares within clusters, down to a fixed point") {
  const arma::mat samples = gaussian_matrix(5, 300, 4);
  double before = arma::datum::inf;
  for (const std::size_t iterations : {0, 1, 2, 5}) {
    Random random(7);
    const double squares = within_clusters(images::k_means(samples, 10, iterations, random), samples);
    CHECK(squares < before);
    before = squares;
  }
  Random random(7);
  const arma::mat centres = images::k_means(samples, 10, 500, random);
  const arma::uvec nearest = slow_nearest(centres, samples);
  for (arma::uword k = 0; k < 10; ++k) {
    const arma::vec mean = arma::mean(samples.cols(arma::find(nearest == k)), 1);
    CHECK(is_close(centres.col(k), mean, 1e-12));
  }
}

TEST_CASE("k_means keeps a centre without samples, takes all samples as centres, and refuses the rest") {
  Random random(1);
  const arma::mat equal(3, 6, arma::fill::value(2.0));
  CHECK(is_close(images::k_means(equal, 4, 5, random), arma::mat(3, 4, arma::fill::value(2.0)), 1e-15));
  const arma::mat samples = gaussian_matrix(2, 5, 6);
  CHECK(within_clusters(images::k_means(samples, 5, 3, random), samples) == 0.0);
  const auto error = [&](const arma::mat& X, std::size_t K) {
    return thrown_message<NumericalError>([&] { images::k_means(X, K, 3, random); });
  };
  CHECK(error(samples, 6) == "6 clusters asked for among 5 samples");
  CHECK(error(samples, 0) == "0 clusters asked for among 5 samples");
  CHECK(error(samples * arma::datum::nan, 2).find("samples to cluster") != std::string::npos);
}

TEST_CASE("a codebook depends on the seed and not on global generators") {
  Random one(1), same(1), other(2);
  const auto first = images::learn_codebook(scenes(), kSmall, one);
  arma::arma_rng::set_seed(99);
  CHECK(arma::approx_equal(first.centres, images::learn_codebook(scenes(), kSmall, same).centres, "absdiff",
                           0.0));
  CHECK_FALSE(arma::approx_equal(first.centres, images::learn_codebook(scenes(), kSmall, other).centres,
                                 "absdiff", 1e-6));
  CHECK(first.centres.n_rows == 128);
  CHECK(first.n_words() == 13);
}

TEST_CASE("a codebook that cannot be learned is refused") {
  Random random(1);
  const auto error = [&](std::size_t words) {
    images::CodebookOptions options = kSmall;
    options.words = words;
    return thrown_message<ConfigError>([&] { images::learn_codebook(scenes(), options, random); });
  };
  CHECK(error(0) == "words: expected from 1 to 65534, found 0");
  CHECK(error(65535) == "words: expected from 1 to 65534, found 65535");
  images::CodebookOptions options = kSmall;
  options.words = 121;
  CHECK(thrown_message<NumericalError>([&] { images::learn_codebook(scenes(), options, random); }) ==
        "121 clusters asked for among 120 samples");
}

TEST_CASE("a word map holds the nearest word of every descriptor, and the last word where a patch is flat") {
  Random random(1);
  const auto codebook = images::learn_codebook(scenes(), kSmall, random);
  auto image = images::noise_image(90, 40, 5);
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    if (i % 90 >= 30) image.pixels[i] = 128;
  const images::WordMap map = images::word_map(image, codebook);
  CHECK(map.grid == images::descriptor_grid(image, codebook.descriptor));
  CHECK(map.n_words == 13);
  const arma::mat descriptors = images::gradient_descriptors(image, codebook.descriptor);
  const arma::uvec nearest = slow_nearest(codebook.centres, descriptors);
  REQUIRE(map.words.size() == descriptors.n_cols);
  std::set<unsigned> words;
  for (arma::uword i = 0; i < descriptors.n_cols; ++i) {
    CHECK(map.words[i] == (descriptors.col(i).is_zero() ? 12 : nearest(i)));
    words.insert(map.words[i]);
  }
  CHECK(words.size() > 3);
  CHECK(words.contains(12));
}
