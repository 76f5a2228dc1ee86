// Nested cross-validation of a method on one data set. For samples of one C++ type each see
// cross_validate.hpp.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "preimage/base/parameters.hpp"
#include "preimage/models/class_probabilities.hpp"
#include "preimage/models/method.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/samples/folds.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::validation {

/// A method on the samples of one data set, which are named by their positions in it. The method is given
/// training samples, and inputs to predict: of test samples it sees no output.
class Learner {
 public:
  using FoldSink = models::Method::FoldSink;

  /// throws  std::invalid_argument where the samples are not of the kind that the method needs
  Learner(std::shared_ptr<const models::Method> method, samples::DataSet data);

  /// The same learner, which fits with other resources than one thread where it fits one grid point for
  /// predictions.
  Learner with(const regression::FitResources& resources) const;
  /// The same learner, whose predictions have probabilities: by calibrators of the decision values that the
  /// inner folds' held-out samples have at the grid point, of all folds together. The method is fitted to all
  /// training samples, as without.
  Learner with(regression::Calibration calibration) const;
  bool has_probabilities() const { return calibration_.has_value(); }

  const models::Grid& grid() const { return method_->grid(); }
  /// A model of these samples.  kept  as models::Method::fit
  /// inner   folds of `train`, of a learner with probabilities; without them, or `kept` that gives the
  ///         arrays, there are none
  /// throws  NumericalError, here and below, where probabilities are asked for and the method has no decision
  ///         values, or an inner fold trains without a class of `train`.
  /// cost    of probabilities: a fit per inner fold
  models::FittedPtr fit(std::size_t g, const arma::uvec& train, const regression::KeptArrays& kept = {},
                        const std::vector<samples::Split>& inner = {}) const;
  /// Fits one grid point on `split.train` and predicts `split.test`.  inner  as above
  outputs::Prediction predict(std::size_t g, const samples::Split& split,
                              const std::vector<samples::Split>& inner = {}) const;
  /// The same for every grid point. Any order.
  void predict_grid(const samples::Split& split, const models::Method::Sink& sink) const;
  /// All grid points on all folds. Any order, each pair once. Folds share work where all of them cut one set
  /// of samples, which those that train on the past do not.
  void predict_folds(const std::vector<samples::Split>& folds, const FoldSink& sink) const;

 private:
  models::HeldOutScores held_out_scores(std::size_t g, const std::vector<samples::Split>& inner) const;
  models::FittedPtr with_probabilities(models::FittedPtr fitted, std::size_t g,
                                       const std::vector<samples::Split>& inner,
                                       const regression::KeptArrays& kept) const;

  std::shared_ptr<const models::Method> method_;
  samples::DataSet data_;
  regression::FitResources resources_ = {};
  std::optional<regression::Calibration> calibration_ = {};
};

/// The loss of a prediction on the samples that it is for, one value each, and how far rounding may have
/// moved each value (losses::Loss::errors); no errors: of counts.
struct Judged {
  Judged(arma::vec values, arma::vec roundings = {})
      : losses(std::move(values)), errors(std::move(roundings)) {}
  arma::vec losses, errors;
};
using Criterion = std::function<Judged(const outputs::Prediction&, const arma::uvec& test)>;

/// The position of the smallest loss, known to 1e-12 of itself: a mean of losses, each of which rounding
/// moves by some units in its thirteenth digit; and to its own error. Counts are exact, and equal where they
/// are equal. Among losses that rounding does not tell apart the first (base/ties.hpp): of a grid the one
/// that the learner prefers, for methods sort their grids by what they prefer.
/// losses  one at least, finite;  errors  as many
std::size_t first_smallest_loss(const std::vector<double>& losses, const std::vector<double>& errors);

struct Choice {
  std::size_t grid_point = 0;
  double inner_loss = 0.0;  // of that point; 0 where the grid has one point only
};

/// Of every grid point.
struct InnerLosses {
  std::vector<double> means, errors;
  std::size_t best() const { return first_smallest_loss(means, errors); }
};

/// The mean loss of every grid point over all inner validation samples, and its error. Only the samples of
/// `inner` are looked at.
/// throws  NumericalError where one is not finite, or where there is no inner fold
InnerLosses inner_losses(const Learner& learner, const std::vector<samples::Split>& inner,
                         const Criterion& criterion);

/// The grid point with the smallest inner loss; of equals (first_smallest_loss) the one the learner prefers,
/// whatever the order in which its values were given. A grid of one point is returned unjudged.
/// throws  as inner_losses, where there is a choice
Choice choose(const Learner& learner, const std::vector<samples::Split>& inner, const Criterion& criterion);

struct OuterFold {
  Choice choice;
  outputs::Prediction prediction;  // of the outer test samples
};

/// Chooses on `inner` (splits of outer.train, or of a part of it), refits on outer.train, predicts
/// outer.test. A learner with probabilities uses `inner` twice: to choose, and for its calibrators.
/// throws  NumericalError where an inner fold holds a sample that is not in outer.train; as Learner::predict
OuterFold run_outer_fold(const Learner& learner, const samples::Split& outer,
                         const std::vector<samples::Split>& inner, const Criterion& criterion);

}  // namespace preimage::validation
