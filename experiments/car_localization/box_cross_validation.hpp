// Which of several machines localises best, by cross-validation on the training images: what Lampert and
// Blaschko 2008, sec. 3.2, name as possible for joint kernel support estimation and did not do.
#pragma once

#include <armadillo>
#include <cstdint>
#include <functional>
#include <vector>

#include "experiments/car_localization/box_scorer.hpp"

namespace preimage::experiments::car_localization {

struct BoxCrossValidation {
  std::size_t folds = 5;
  std::vector<int> widths;  // of the boxes that are sought, pixels; heights in the window's proportions
  std::uint64_t seed = 1;   // of the folds
};

/// The machines of a training set, by number.
using BoxMachines = std::function<BoxScorer(std::size_t machine)>;

/// For each of n machines the mean over the images of `pairs` of
///   1 - max_{(x, y) in pairs} overlap(y, argmax_{y'} f(x, y')),
/// f trained on the pairs of the other folds, y' the boxes inside the image at every stride of the words; the
/// boxes of an image, right or wrong, are in one fold. Labels are those of `pairs`: with noise in them, the
/// held-out ones are as wrong as the others.
///
/// train   what the machines of some pairs are; called once per fold
/// throws  std::invalid_argument where there are more folds than images, or an image is too small for all
///         widths
/// cost    folds trainings and n scans of every image
arma::vec held_out_losses(const LocalizationImages& images, const std::vector<BoxPair>& pairs,
                          const BoxCrossValidation& options, std::size_t n,
                          const std::function<BoxMachines(const std::vector<BoxPair>&)>& train);

}  // namespace preimage::experiments::car_localization
