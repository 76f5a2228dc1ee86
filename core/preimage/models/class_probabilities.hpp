// Probabilities of classes, from decision values by calibrators.
#pragma once

#include <armadillo>
#include <functional>
#include <utility>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/regression/calibration.hpp"
#include "preimage/regression/kept_arrays.hpp"

namespace preimage::models {

/// Decision values of samples by models that did not see them, and the classes that they have.
struct HeldOutScores {
  outputs::Scores scores;  // n x c
  std::vector<int> truth;  // n
};

/// Where models that give calibrators their decision values know other classes than the model that is
/// calibrated.
NumericalError classes_differ();

/// A calibrator of each class against the rest, whose probabilities are divided by their sum; where all are
/// 0, 1/c each. Of two classes one calibrator of s_1 - s_0 says p_1, and p_0 = 1 - p_1. A single class has
/// probability 1. As scikit-learn's CalibratedClassifierCV(ensemble=False) makes them, given the same
/// decision values.
class ClassProbabilities {
 public:
  /// held_out  is asked for where `kept` does not give the array "calibrators"
  /// throws    DataError as KeptArrays::field, and for an array that is no calibrators
  ClassProbabilities(regression::Calibration kind, const std::function<HeldOutScores()>& held_out,
                     const regression::KeptArrays& kept = {});

  /// t x c, rows that sum to 1.
  /// throws  NumericalError classes_differ() where they are others than those of the calibrators
  outputs::Scores of(const outputs::Scores& scores) const;

 private:
  regression::Calibration kind_;
  std::vector<std::pair<int, arma::mat>>
      calibrators_;  // of a class, ascending; of two classes the second alone
};

}  // namespace preimage::models
