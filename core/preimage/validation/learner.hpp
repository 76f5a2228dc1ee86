#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "preimage/validation/prediction.hpp"

namespace preimage::validation {

/// Train and test sample numbers of one fold; disjoint.
struct Split {
  Indices train;
  Indices test;
};

/// A learner with its grid of hyper-parameters, bound to one draw of an experiment. It may look at the
/// outputs of `train` only. Grid point 0 is preferred among points of equal inner loss, then 1, and so on.
class Learner {
 public:
  using Sink = std::function<void(std::size_t grid_point, const Prediction&)>;
  using FoldSink = std::function<void(std::size_t fold, std::size_t grid_point, const Prediction&)>;

  virtual ~Learner() = default;
  virtual std::size_t grid_size() const = 0;
  virtual Parameters parameters(std::size_t grid_point) const = 0;
  /// Fits one grid point on `split.train` and predicts `split.test`.
  virtual Prediction predict(std::size_t grid_point, const Split& split) const = 0;
  /// The same for every grid point; overridden where grid points share work. Any order.
  virtual void predict_grid(const Split& split, const Sink& sink) const;
  /// All grid points on all inner folds; overridden where folds share work. Any order, each pair once.
  virtual void predict_folds(const std::vector<Split>& folds, const FoldSink& sink) const;
};

}  // namespace preimage::validation
