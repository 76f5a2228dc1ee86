#include "experiments/car_localization/box_histograms.hpp"

#include <doctest/doctest.h>

#include "experiments/car_localization/testing_images.hpp"
#include "preimage/base/random.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::experiments::car_localization {

namespace {

constexpr Grid kBoxGrid{2, 4, 12, 6};

struct ToyHistograms {
  std::vector<WordMap> maps;
  ImageRegions regions;
};

/// The first box has no grid point in it; others leave their image.
ToyHistograms toy_regions() {
  base::Random random(8);
  ToyHistograms toy;
  for (std::uint64_t seed = 1; seed < 6; ++seed) toy.maps.push_back(random_words(kBoxGrid, 7, seed));
  toy.regions.push_back({&toy.maps[0], {500, 500, 10, 10}});
  for (std::size_t i = 1; i < 17; ++i) {
    const auto below = [&](std::uint64_t n) { return static_cast<int>(random.below(n)); };
    toy.regions.push_back({&toy.maps[i % 5], {below(30) - 5, below(15) - 3, 10 + below(20), 8 + below(10)}});
  }
  return toy;
}

}  // namespace

TEST_CASE("a row for each region: counts of its words, or their shares") {
  const ToyHistograms toy = toy_regions();
  const arma::mat counts = box_histograms(toy.regions, BoxHistogram::counts);
  const arma::mat shares = box_histograms(toy.regions, BoxHistogram::shares);
  REQUIRE(counts.n_rows == toy.regions.size());
  for (arma::uword k = 0; k < counts.n_rows; ++k) {
    const auto& [words, box] = toy.regions[k];
    const arma::vec expected = box_counts(*words, box);
    CHECK(arma::approx_equal(counts.row(k).t(), expected, "absdiff", 0.0));
    CHECK(arma::approx_equal(shares.row(k).t(), box_shares(expected, words->n_words), "absdiff", 0.0));
  }
}

TEST_CASE("regions of different codebooks do not compare") {
  const WordMap one = random_words(kBoxGrid, 7, 9), other = random_words(kBoxGrid, 8, 9);
  CHECK(testing::thrown_message<std::invalid_argument>([&] {
          box_histograms({{&one, {0, 0, 10, 10}}, {&other, {0, 0, 10, 10}}}, BoxHistogram::counts);
        }) == "regions of images with different codebooks");
}

}  // namespace preimage::experiments::car_localization
