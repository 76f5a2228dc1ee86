// The loss-augmented search of a structured support vector machine whose outputs are boxes.
#pragma once

#include <map>
#include <vector>

#include "experiments/car_localization/localization.hpp"
#include "experiments/car_localization/structured_svm.hpp"

namespace preimage::experiments::car_localization {

/// The boxes that a training image is searched for: of each width, and of the window's proportions, all
/// sliding_boxes with the words' stride as the step. Features are box_counts, the loss of a
/// box y as an answer to y_i is one minus their overlap,
///   loss(y_i, y) = 1 - |y n y_i| / |y u y_i|          [Blaschko and Lampert 2008, eq. (5)]
class BoxSearch {
 public:
  /// images, pairs  must outlive the search.
  /// throws         std::invalid_argument naming the first sample of `pairs` whose image is too small for any
  ///                box
  BoxSearch(const LocalizationImages& images, const std::vector<BoxPair>& pairs,
            const std::vector<int>& widths, double outside);

  /// The candidate y with the largest loss(y_i, y) + w . phi(x_i, y) for pair i, the first of equals; a
  /// LossAugmentedArgmax.
  /// cost  O(kPyramidCells (points of the grid + candidates))
  JointAnswer operator()(arma::uword pair, const arma::vec& w) const;

 private:
  const LocalizationImages& images_;
  const std::vector<BoxPair>& pairs_;
  std::map<arma::uword, std::vector<BoxRaster>> rasters_;  // by sample, width by width
  std::vector<std::vector<double>> losses_;                // by pair, candidate by candidate
};

}  // namespace preimage::experiments::car_localization
