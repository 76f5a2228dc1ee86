#include "experiments/car_localization/localization_kernel.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/chi_square_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/testing_kernel_properties.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::experiments::car_localization {

using testing::is_close;

namespace {

WordMap random_words(base::Random& random, std::size_t n_words) {
  WordMap map{{2, 4, 12, 6}, n_words, {}};
  for (std::size_t i = 0; i < map.grid.columns * map.grid.rows; ++i)
    map.words.push_back(static_cast<std::uint16_t>(random.below(n_words)));
  return map;
}

struct Toy {
  std::vector<WordMap> maps;
  ImageRegions regions;
};

/// The first box has no grid point in it; others leave their image.
Toy toy_regions() {
  base::Random random(8);
  Toy toy;
  for (int i = 0; i < 5; ++i) toy.maps.push_back(random_words(random, 7));
  toy.regions.push_back({&toy.maps[0], {500, 500, 10, 10}});
  for (std::size_t i = 1; i < 17; ++i) {
    const auto below = [&](std::uint64_t n) { return static_cast<int>(random.below(n)); };
    toy.regions.push_back({&toy.maps[i % 5], {below(30) - 5, below(15) - 3, 10 + below(20), 8 + below(10)}});
  }
  return toy;
}

}  // namespace

TEST_CASE("the localisation kernel is a kernel, on any base") {
  const Toy toy = toy_regions();
  const LocalizationKernel linear(std::make_unique<kernels::LinearKernel>(), BoxHistogram::counts);
  testing::check_is_kernel(linear, toy.regions);
  const LocalizationKernel chi_square(std::make_unique<kernels::ChiSquareKernel>(), BoxHistogram::shares);
  testing::check_is_kernel(chi_square, toy.regions);
}

TEST_CASE("the localisation kernel is its base on the histograms of the boxes") {
  const Toy toy = toy_regions();
  for (const BoxHistogram histogram : {BoxHistogram::counts, BoxHistogram::shares}) {
    const arma::mat K =
        LocalizationKernel(std::make_unique<kernels::LinearKernel>(), histogram).gram(toy.regions);
    const auto phi = [&](std::size_t k) {
      const auto& [words, box] = toy.regions[k];
      const arma::vec counts = box_counts(*words, box);
      return histogram == BoxHistogram::counts ? counts : box_shares(counts, words->n_words);
    };
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) CHECK(is_close(K(i, j), arma::dot(phi(i), phi(j)), 1e-12));
    }
  }
}

TEST_CASE("regions of different codebooks do not compare") {
  base::Random random(9);
  const WordMap one = random_words(random, 7), other = random_words(random, 8);
  CHECK(testing::thrown_message<std::invalid_argument>([&] {
          box_histograms({{&one, {0, 0, 10, 10}}, {&other, {0, 0, 10, 10}}}, BoxHistogram::counts);
        }) == "regions of images with different codebooks");
}

}  // namespace preimage::experiments::car_localization
