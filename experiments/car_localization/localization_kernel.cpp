#include "experiments/car_localization/localization_kernel.hpp"

#include <stdexcept>
#include <utility>

namespace preimage::experiments::car_localization {

std::size_t sample_count(const ImageRegions& regions) {
  return regions.size();
}

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

LocalizationKernel::LocalizationKernel(kernels::KernelPtr<kernels::Vectors> base, BoxHistogram histogram)
    : base_(std::move(base)), histogram_(histogram) {}

arma::mat LocalizationKernel::cross_gram(const ImageRegions& a, const ImageRegions& b) const {
  return base_->cross_gram(box_histograms(a, histogram_), box_histograms(b, histogram_));
}

arma::vec LocalizationKernel::diagonal(const ImageRegions& a) const {
  return base_->diagonal(box_histograms(a, histogram_));
}

arma::mat LocalizationKernel::gram(const ImageRegions& a) const {
  return base_->gram(box_histograms(a, histogram_));
}

}  // namespace preimage::experiments::car_localization
