// The images, boxes and machines of the localization benchmark.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/car_localization/box_search.hpp"
#include "experiments/car_localization/car_images.hpp"
#include "experiments/car_localization/chi_square_boxes.hpp"

namespace preimage::experiments::benchmarks {

struct Window {
  std::size_t sample = 0;
  samples::Box box;
};

/// What the contenders score: the training boxes, one machine of each kind, and all windows of the test
/// images.
struct LocalizationSetup {
  car_localization::Cars cars;
  std::string source;
  std::vector<experiments::car_localization::BoxPair> pairs;
  arma::mat shares;  // one row per pair
  arma::mat share_columns, count_columns;
  arma::vec coefficients;  // of a machine with nu = 1: every pair carries it
  experiments::car_localization::ScanOptions scan;
  std::vector<Window> windows;  // of all test images
  arma::vec weights;            // of the linear machine, on counts
  const std::vector<experiments::car_localization::LocalizationImage>& samples() const {
    return cars.images->samples;
  }
  std::size_t n_test() const { return samples().size() - cars.n_train; }
};

/// The windows that a scan of the image looks at.
std::vector<samples::Box> boxes_of(const car_localization::Cars& cars,
                                   const experiments::car_localization::LocalizationImage& sample,
                                   const experiments::car_localization::ScanOptions& scan);

LocalizationSetup make_localization_setup();

}  // namespace preimage::experiments::benchmarks
