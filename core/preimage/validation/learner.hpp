// What cross-validation sees: something with a grid that predicts samples from other samples, all by their numbers.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "preimage/base/parameters.hpp"
#include "preimage/models/method.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/samples/folds.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::validation {

/// Grid point 0 is preferred among points of equal inner loss, then 1, and so on.
class Learner {
 public:
  using Sink = models::Method::Sink;
  using FoldSink = models::Method::FoldSink;

  virtual ~Learner() = default;
  virtual std::size_t grid_size() const = 0;
  virtual base::Parameters parameters(std::size_t grid_point) const = 0;
  /// Fits one grid point on `split.train` and predicts `split.test`.
  virtual outputs::Prediction predict(std::size_t grid_point, const samples::Split& split) const = 0;
  /// The same for every grid point. Any order.
  virtual void predict_grid(const samples::Split& split, const Sink& sink) const;
  /// All grid points on all folds, which cut one set of samples each. Any order, each pair once.
  virtual void predict_folds(const std::vector<samples::Split>& folds, const FoldSink& sink) const;
};

/// A method on the samples of one data set. The method is given training samples, and inputs to predict: of test samples it
/// sees no output.
class MethodLearner final : public Learner {
 public:
  /// throws  std::invalid_argument where the samples are not of the kind that the method needs
  MethodLearner(std::shared_ptr<const models::Method> method, samples::DataSet data);

  /// The same learner, which fits by other means than one thread where it fits one grid point for predictions.
  MethodLearner with(const linalg::FitMeans& means) const;

  std::size_t grid_size() const override { return method_->grid_size(); }
  base::Parameters parameters(std::size_t g) const override { return method_->parameters(g); }
  /// A model of these samples.  kept  as models::Method::fit
  models::FittedPtr fit(std::size_t g, const arma::uvec& train, const linalg::KeptArrays& kept = {}) const;
  outputs::Prediction predict(std::size_t g, const samples::Split& split) const override;
  void predict_grid(const samples::Split& split, const Sink& sink) const override;
  /// throws  NumericalError where the folds do not cut one and the same set of samples
  void predict_folds(const std::vector<samples::Split>& folds, const FoldSink& sink) const override;

 private:
  std::shared_ptr<const models::Method> method_;
  samples::DataSet data_;
  linalg::FitMeans means_ = {};
};

}  // namespace preimage::validation
