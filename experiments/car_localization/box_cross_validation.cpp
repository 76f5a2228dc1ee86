#include "experiments/car_localization/box_cross_validation.hpp"

#include <algorithm>
#include <cmath>

#include "preimage/base/random.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/samples/folds.hpp"

namespace preimage::experiments::car_localization {

namespace {

arma::uvec images_of(const std::vector<BoxPair>& pairs) {
  arma::uvec samples(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) samples(i) = pairs[i].sample;
  return arma::unique(samples);
}

std::vector<BoxPair> pairs_in(const std::vector<BoxPair>& pairs, const arma::uvec& samples) {
  std::vector<BoxPair> result;
  std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(result),
               [&](const BoxPair& pair) { return arma::any(samples == pair.sample); });
  return result;
}

/// The first of the boxes whose score may be the largest (base/ties.hpp). A score is a difference of sums
/// over the image, of the size of the largest score at most.
samples::Box best_box(const std::vector<BoxRaster>& rasters, const BoxScore& score) {
  constexpr double kRounding = 1e-12;
  std::vector<samples::Box> all;
  std::vector<double> scores;
  double largest = 0.0;
  for (const BoxRaster& raster : rasters) {
    for (std::size_t b = 0; b < raster.boxes.size(); ++b) {
      all.push_back(raster.boxes[b]);
      scores.push_back(score(raster.columns_of(b), raster.rows_of(b)));
      largest = std::max(largest, std::abs(scores.back()));
    }
  }
  return all[base::first_largest(scores, std::vector<double>(scores.size(), kRounding * largest))];
}

double loss_of(const samples::Box& found, arma::uword sample, const std::vector<BoxPair>& labels) {
  double overlap = 0.0;
  for (const BoxPair& label : labels) {
    if (label.sample == sample)
      overlap = std::max(overlap, samples::intersection_over_union(found, label.box));
  }
  return 1.0 - overlap;
}

}  // namespace

arma::vec held_out_losses(const LocalizationImages& images, const std::vector<BoxPair>& pairs,
                          const BoxCrossValidation& options, std::size_t n,
                          const std::function<BoxMachines(const std::vector<BoxPair>&)>& train) {
  const arma::uvec numbers = images_of(pairs);
  base::Random random(options.seed);
  arma::vec losses(n, arma::fill::zeros);
  const auto parts = samples::cut_into_folds(numbers, options.folds, {}, random);
  for (const samples::Split& split : samples::make_splits(parts, samples::TrainOn::the_rest)) {
    const BoxMachines machines = train(pairs_in(pairs, split.train));
    std::vector<std::vector<BoxRaster>> boxes;
    for (const arma::uword sample : split.test)
      boxes.push_back(rasters_of_widths(images, sample, options.widths, 0.0));
    for (std::size_t m = 0; m < n; ++m) {
      const BoxScorer machine = machines(m);
      for (arma::uword i = 0; i < split.test.n_elem; ++i) {
        const arma::uword sample = split.test(i);
        losses(m) += loss_of(best_box(boxes[i], machine.on(images.samples[sample].words)), sample, pairs);
      }
    }
  }
  return losses / static_cast<double>(numbers.n_elem);
}

}  // namespace preimage::experiments::car_localization
