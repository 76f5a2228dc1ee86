#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "experiments/car_localization/box_cross_validation.hpp"
#include "experiments/car_localization/localization.hpp"
#include "preimage/models/method.hpp"
#include "preimage/regression/one_class_svm.hpp"

namespace preimage::experiments::car_localization {

struct LocalizationJkseOptions {
  BoxKernel base = BoxKernel::linear;
  BoxHistogram histogram = BoxHistogram::counts;
  regression::Enclosure enclosure = regression::Enclosure::hyperplane;
  std::vector<double> nus = {0.5};                          // share of pairs that may lie outside
  std::optional<BoxCrossValidation> cross_validation = {};  // nothing: nu by the crops
  double noise = 0.0;                                       // share of training boxes that are swapped
  ScanOptions scan = {};
};

/// Joint kernel support estimation of (image, box) pairs: a one-class machine on the training pairs with the
/// localisation kernel, detections by the largest f(x, y) = sum_i a_i k((x_i, y_i), (x, y)).
///                                            [Lampert and Blaschko 2008, sec. 3]
/// nu is not chosen on inner folds but, as there, by the area under the ROC curve of crops that are not among
/// the samples, or by localising on held-out training images. Of equally good nu the one that comes first is
/// taken.
models::MethodPtr localization_jkse_method(LocalizationJkseOptions options);

}  // namespace preimage::experiments::car_localization
