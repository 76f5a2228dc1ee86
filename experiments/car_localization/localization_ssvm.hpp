#pragma once

#include <utility>
#include <vector>

#include "experiments/car_localization/localization.hpp"
#include "experiments/car_localization/structured_svm.hpp"
#include "preimage/models/method.hpp"

namespace preimage::experiments::car_localization {

struct LocalizationSsvmOptions {
  std::vector<double> Cs = {1.0};  // weight of the slack
  StructuredSvmOptions training = {};
  std::vector<int> widths = {};  // of the boxes that training images are searched for, pixels
  double noise = 0.0;            // share of training boxes that are swapped
  ScanOptions scan = {};
};

/// The structured support vector machine on (image, box) pairs, linear in the counts of visual words: what
/// joint kernel support estimation is compared with.   [Blaschko and Lampert 2008; Lampert and Blaschko 2008,
/// sec. 3.2] C is not chosen on inner folds but by the area under the ROC curve of crops that are not among
/// the samples.
/// Of equal areas the C that comes first is taken.
models::MethodPtr localization_ssvm_method(LocalizationSsvmOptions options);

}  // namespace preimage::experiments::car_localization
