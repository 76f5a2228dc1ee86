// Joint kernels of (image, box) pairs.
#pragma once

#include <armadillo>
#include <cstddef>
#include <vector>

#include "experiments/car_localization/spatial_pyramid.hpp"
#include "preimage/kernels/kernel.hpp"

namespace preimage::experiments::car_localization {

/// A pair (x, y): an image as its visual words, which must outlive the pair, and a box in it.
struct ImageRegion {
  const WordMap* words = nullptr;
  samples::Box box;
};
using ImageRegions = std::vector<ImageRegion>;  // all of one codebook

std::size_t sample_count(const ImageRegions& regions);

/// How the words in a box are counted.
enum class BoxHistogram {
  counts,  // box_counts: long boxes have long vectors
  shares,  // box_shares: every box has the same L1 norm
};

/// phi(x, y), one row per region.  returns  |regions| x kPyramidCells n_words;  cost  see box_counts
arma::mat box_histograms(const ImageRegions& regions, BoxHistogram histogram);

/// The localisation kernel: a restriction kernel, which compares what the boxes cut out of their images,
///   k((x, y), (x', y')) = base(x|y, x'|y'),  x|y the histogram of the box.
///                                  [Blaschko and Lampert 2008, eq. (8); Lampert and Blaschko 2008, sec. 3.1]
class LocalizationKernel final : public kernels::Kernel<ImageRegions> {
 public:
  LocalizationKernel(kernels::KernelPtr<kernels::Vectors> base, BoxHistogram histogram);
  arma::mat cross_gram(const ImageRegions& a, const ImageRegions& b) const override;
  arma::vec diagonal(const ImageRegions& a) const override;
  arma::mat gram(const ImageRegions& a) const override;

 private:
  kernels::KernelPtr<kernels::Vectors> base_;
  BoxHistogram histogram_;
};

}  // namespace preimage::experiments::car_localization
