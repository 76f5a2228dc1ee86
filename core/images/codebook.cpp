#include "images/codebook.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/error.hpp"
#include "linalg/symmetric.hpp"

namespace preimage::images {

namespace {

constexpr arma::uword kBlockEntries = arma::uword{1} << 20;

/// The columns of descriptors that are not flat.
arma::uvec textured(const arma::mat& descriptors) {
  return arma::find(arma::any(descriptors, 0));
}

/// The means of the samples of each centre; a centre without samples stays.
arma::mat cluster_means(const arma::mat& samples, const arma::uvec& nearest, const arma::mat& centres) {
  arma::mat means(arma::size(centres), arma::fill::zeros);
  arma::vec counts(centres.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < samples.n_cols; ++i) {
    means.col(nearest(i)) += samples.col(i);
    counts(nearest(i)) += 1.0;
  }
  for (arma::uword k = 0; k < centres.n_cols; ++k) {
    if (counts(k) > 0.0) {
      means.col(k) /= counts(k);
    } else {
      means.col(k) = centres.col(k);
    }
  }
  return means;
}

/// `count` different numbers below n, or all of them.
arma::uvec draw(std::size_t n, std::size_t count, base::Random& random) {
  const std::vector<std::size_t> order = random.permutation(n);
  arma::uvec drawn(std::min(n, count));
  for (arma::uword i = 0; i < drawn.n_elem; ++i) drawn(i) = order[i];
  return drawn;
}

}  // namespace

arma::uvec nearest_centres(const arma::mat& centres, const arma::mat& samples) {
  const arma::rowvec norms = arma::sum(arma::square(centres), 0);
  const arma::uword block =
      std::max(arma::uword{1}, kBlockEntries / std::max(arma::uword{1}, centres.n_cols));
  arma::uvec nearest(samples.n_cols);
  for (arma::uword first = 0; first < samples.n_cols; first += block) {
    const arma::uword last = std::min(first + block, samples.n_cols) - 1;
    // ||c - x||^2 without ||x||^2, which is the same for every c.
    arma::mat distances = -2.0 * (centres.t() * samples.cols(first, last));
    distances.each_col() += norms.t();
    nearest.subvec(first, last) = arma::index_min(distances, 0).t();
  }
  return nearest;
}

arma::mat k_means(const arma::mat& samples, std::size_t K, std::size_t iterations, base::Random& random) {
  if (K < 1 || K > samples.n_cols)
    throw NumericalError(fmt::format("{} clusters asked for among {} samples", K, samples.n_cols));
  linalg::require_finite(samples, "samples to cluster");
  arma::mat centres = samples.cols(draw(samples.n_cols, K, random));
  arma::uvec previous;
  for (std::size_t i = 0; i < iterations; ++i) {
    const arma::uvec nearest = nearest_centres(centres, samples);
    if (i > 0 && arma::all(nearest == previous)) break;
    centres = cluster_means(samples, nearest, centres);
    previous = nearest;
  }
  return centres;
}

Codebook learn_codebook(const std::vector<data::Scene>& scenes, const CodebookOptions& options,
                        base::Random& random) {
  constexpr std::size_t kMostWords = std::numeric_limits<std::uint16_t>::max() - 1;
  if (options.words < 1 || options.words > kMostWords)
    throw ConfigError(fmt::format("words: expected from 1 to {}, found {}", kMostWords, options.words));
  options.descriptor.require_valid();
  arma::mat samples(options.descriptor.length(), scenes.size() * options.descriptors_per_image);
  arma::uword n = 0;
  for (const data::Scene& scene : scenes) {
    const arma::mat descriptors = gradient_descriptors(scene.image, options.descriptor);
    const arma::uvec candidates = textured(descriptors);
    const arma::uvec drawn = draw(candidates.n_elem, options.descriptors_per_image, random);
    for (const arma::uword i : drawn) samples.col(n++) = descriptors.col(candidates(i));
  }
  samples.resize(samples.n_rows, n);
  return {options.descriptor, k_means(samples, options.words, options.iterations, random)};
}

WordMap word_map(const data::GreyImage& image, const Codebook& codebook) {
  const arma::mat descriptors = gradient_descriptors(image, codebook.descriptor);
  const arma::uvec candidates = textured(descriptors);
  const arma::uvec nearest = nearest_centres(codebook.centres, descriptors.cols(candidates));
  const auto flat = static_cast<std::uint16_t>(codebook.centres.n_cols);
  WordMap map{descriptor_grid(image, codebook.descriptor), codebook.n_words(), {}};
  map.words.assign(descriptors.n_cols, flat);
  for (arma::uword i = 0; i < nearest.n_elem; ++i)
    map.words[candidates(i)] = static_cast<std::uint16_t>(nearest(i));
  return map;
}

}  // namespace preimage::images
