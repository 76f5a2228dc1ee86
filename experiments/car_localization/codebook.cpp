#include "experiments/car_localization/codebook.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/k_means.hpp"

namespace preimage::experiments::car_localization {

namespace {

/// The columns of descriptors that are not flat.
arma::uvec textured(const arma::mat& descriptors) {
  return arma::find(arma::any(descriptors, 0));
}

/// `count` different numbers below n, or all of them.
arma::uvec draw(std::size_t n, std::size_t count, base::Random& random) {
  const std::vector<std::size_t> order = random.permutation(n);
  arma::uvec drawn(std::min(n, count));
  for (arma::uword i = 0; i < drawn.n_elem; ++i) drawn(i) = order[i];
  return drawn;
}

}  // namespace

Codebook learn_codebook(const std::vector<Scene>& scenes, const CodebookOptions& options,
                        base::Random& random) {
  constexpr std::size_t kMaxWords = std::numeric_limits<std::uint16_t>::max() - 1;
  if (options.words < 1 || options.words > kMaxWords)
    throw std::invalid_argument(
        fmt::format("words: expected from 1 to {}, found {}", kMaxWords, options.words));
  options.descriptor.require_valid();
  arma::mat samples(options.descriptor.length(), scenes.size() * options.descriptors_per_image);
  arma::uword n = 0;
  for (const Scene& scene : scenes) {
    const arma::mat descriptors = gradient_descriptors(scene.image, options.descriptor);
    const arma::uvec candidates = textured(descriptors);
    const arma::uvec drawn = draw(candidates.n_elem, options.descriptors_per_image, random);
    for (const arma::uword i : drawn) samples.col(n++) = descriptors.col(candidates(i));
  }
  samples.resize(samples.n_rows, n);
  const arma::mat start = linalg::drawn_centres(samples, options.words, random);
  return {options.descriptor, linalg::k_means(samples, start, options.iterations)};
}

WordMap word_map(const suite::figures::GreyImage& image, const Codebook& codebook) {
  const arma::mat descriptors = gradient_descriptors(image, codebook.descriptor);
  const arma::uvec candidates = textured(descriptors);
  const arma::uvec nearest = linalg::nearest_centres(codebook.centres, descriptors.cols(candidates));
  const auto flat = static_cast<std::uint16_t>(codebook.centres.n_cols);
  WordMap map{descriptor_grid(image, codebook.descriptor), codebook.n_words(), {}};
  map.words.assign(descriptors.n_cols, flat);
  for (arma::uword i = 0; i < nearest.n_elem; ++i)
    map.words[candidates(i)] = static_cast<std::uint16_t>(nearest(i));
  return map;
}

}  // namespace preimage::experiments::car_localization
