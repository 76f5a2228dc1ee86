// What a box cuts out of its image, as a histogram of visual words.
#pragma once

#include <armadillo>
#include <vector>

#include "experiments/car_localization/spatial_pyramid.hpp"

namespace preimage::experiments::car_localization {

/// A pair (x, y): an image as its visual words, which must outlive the pair, and a box in it.
struct ImageRegion {
  const WordMap* words = nullptr;
  samples::Box box;
};
using ImageRegions = std::vector<ImageRegion>;  // all of one codebook

/// How the words in a box are counted.
enum class BoxHistogram {
  counts,  // box_counts: long boxes have long vectors
  shares,  // box_shares: every box has the same L1 norm
};

/// phi(x, y), one row per region.  returns  |regions| x kPyramidCells n_words;  cost  see box_counts
arma::mat box_histograms(const ImageRegions& regions, BoxHistogram histogram);

}  // namespace preimage::experiments::car_localization
