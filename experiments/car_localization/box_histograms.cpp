#include "experiments/car_localization/box_histograms.hpp"

#include <stdexcept>
#include <utility>

namespace preimage::experiments::car_localization {

arma::mat box_histograms(const ImageRegions& regions, BoxHistogram histogram) {
  if (regions.empty()) return {};
  const std::size_t n_words = regions[0].words->n_words;
  arma::mat columns(kPyramidCells * n_words, regions.size());  // a histogram is written column by column
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const auto& [words, box] = regions[i];
    if (words->n_words != n_words) throw std::invalid_argument("regions of images with different codebooks");
    arma::vec counts = box_counts(*words, box);
    columns.col(i) = histogram == BoxHistogram::shares ? box_shares(std::move(counts), n_words) : counts;
  }
  return columns.t();
}

}  // namespace preimage::experiments::car_localization
