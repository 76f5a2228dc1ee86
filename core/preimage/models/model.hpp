// What a method is: an estimator is fitted to samples and gives a model, and a model predicts outputs of new inputs.
#pragma once

#include <armadillo>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace preimage::models {

template <class Y>
struct Predictions {
  Y outputs;  // one per input
  std::map<std::string, arma::vec> diagnostics =
      {};                               // one value per input: "converged" (1 or 0), "iterations"
  std::vector<std::string> notes = {};  // "pre-image not converged for 3 of 800 samples"
};

/// Fitted; it never changes.
template <class X, class Y>
class Model {
 public:
  virtual ~Model() = default;
  /// throws  std::invalid_argument where the inputs are of another kind than those it was fitted to
  virtual Predictions<Y> predict(const X& inputs) const = 0;
};

template <class X, class Y>
class Estimator {
 public:
  virtual ~Estimator() = default;
  /// inputs, outputs  m training samples each
  /// throws           std::invalid_argument where they are not as many; NumericalError (not finite, singular)
  virtual std::unique_ptr<const Model<X, Y>> fit(const X& inputs, const Y& outputs) const = 0;
};

}  // namespace preimage::models
