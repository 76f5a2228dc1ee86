#include "experiments/car_localization/codebook.hpp"

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "experiments/car_localization/testing_images.hpp"
#include "preimage/base/error.hpp"
#include "preimage/linalg/testing_centres.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage::experiments::car_localization;

using preimage::NumericalError;
using preimage::base::Random;
using preimage::testing::slow_nearest;
using preimage::testing::thrown_message;

namespace {

/// Three scenes without cars, which a codebook does not look at.
std::vector<preimage::experiments::car_localization::Scene> scenes() {
  return {{noise_image(60, 40, 1), {}}, {noise_image(50, 70, 2), {}}, {noise_image(40, 40, 3), {}}};
}

const CodebookOptions kSmall{.words = 12, .descriptors_per_image = 40, .iterations = 4};

}  // namespace

TEST_CASE("a codebook depends on the seed and not on global generators") {
  Random one(1), same(1), other(2);
  const auto first = learn_codebook(scenes(), kSmall, one);
  arma::arma_rng::set_seed(99);
  CHECK(arma::approx_equal(first.centres, learn_codebook(scenes(), kSmall, same).centres, "absdiff", 0.0));
  CHECK_FALSE(
      arma::approx_equal(first.centres, learn_codebook(scenes(), kSmall, other).centres, "absdiff", 1e-6));
  CHECK(first.centres.n_rows == 128);
  CHECK(first.n_words() == 13);
}

TEST_CASE("a codebook that cannot be learned is refused") {
  Random random(1);
  const auto error = [&](std::size_t words) {
    CodebookOptions options = kSmall;
    options.words = words;
    return thrown_message<std::invalid_argument>([&] { learn_codebook(scenes(), options, random); });
  };
  CHECK(error(0) == "words: expected from 1 to 65534, found 0");
  CHECK(error(65535) == "words: expected from 1 to 65534, found 65535");
  CodebookOptions options = kSmall;
  options.words = 121;
  CHECK(thrown_message<NumericalError>([&] { learn_codebook(scenes(), options, random); }) ==
        "121 clusters asked for among 120 samples");
}

TEST_CASE("a word map holds the nearest word of every descriptor, and the last word where a patch is flat") {
  Random random(1);
  const auto codebook = learn_codebook(scenes(), kSmall, random);
  auto image = noise_image(90, 40, 5);
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    if (i % 90 >= 30) image.pixels[i] = 128;
  const WordMap map = word_map(image, codebook);
  CHECK(map.grid == descriptor_grid(image, codebook.descriptor));
  CHECK(map.n_words == 13);
  const arma::mat descriptors = gradient_descriptors(image, codebook.descriptor);
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
