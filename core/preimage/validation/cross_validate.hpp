// Cross-validation of an estimator on samples of your own: how large its loss is on samples that it did not
// see, with hyper-parameters chosen on others; and the choice of one grid point for a fit.
#pragma once

#include <armadillo>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/losses/loss.hpp"
#include "preimage/models/estimator.hpp"
#include "preimage/validation/nested_cross_validation.hpp"

namespace preimage::validation {

struct FoldOptions {
  std::size_t outer = 5;   // folds that are tested in turn
  std::size_t inner = 4;   // folds of each outer training set, on which the grid point is chosen
  std::uint64_t seed = 1;  // of the random partitions
  bool stratified = true;  // each fold has the classes in proportion, where the outputs are classes
};

struct FoldResult {
  arma::uvec test;              // positions of the test samples
  base::Parameters parameters;  // that were chosen
  double inner_loss = 0.0;      // of these, 0 where the grid has one point
  double loss = 0.0;            // mean over the test samples
};

/// Of nested cross-validation: each sample is predicted once, by a model that was chosen and fitted without
/// it.
template <class Y>
struct CrossValidation {
  Y predictions;     // n, in the order of the samples
  arma::vec losses;  // n
  std::vector<FoldResult> folds;

  double mean() const { return arma::mean(losses); }
  /// Standard deviation of the folds' losses over sqrt(their number). Training sets overlap, so it is no
  /// confidence interval.
  double standard_error() const {
    arma::vec of_folds(folds.size());
    for (std::size_t f = 0; f < folds.size(); ++f) of_folds(f) = folds[f].loss;
    return arma::stddev(of_folds) / std::sqrt(static_cast<double>(folds.size()));
  }
};

struct GridPoint {
  base::Parameters parameters;
  double loss = 0.0;  // mean over all held-out samples
};

template <class X, class Y>
struct GridSearch {
  models::Model<X, Y> model;    // of the best grid point, fitted to all samples
  base::Parameters parameters;  // of it
  std::vector<GridPoint> grid;  // all points, in the method's order of preference
};

namespace detail {

/// A loss of outputs as the criterion of predictions; of a gain the negative, so that less is better.
template <class Y>
Criterion criterion_of(const losses::Loss<Y>& loss, const Y& outputs) {
  return [loss = losses::loss_for(loss, outputs), &outputs](const outputs::Prediction& prediction,
                                                            const arma::uvec& test) -> Judged {
    using samples::select;
    const Y truth = select(outputs, test), predicted = models::outputs_of(prediction, outputs);
    const std::optional<arma::vec> values = loss(truth, predicted);
    if (!values) throw NumericalError("loss " + loss.name + " is not defined on these samples");
    const auto* vectors = std::get_if<outputs::NewVectors>(&prediction.value);
    arma::vec errors;
    if (loss.errors)
      errors = loss.errors(truth, predicted, vectors != nullptr ? *vectors->errors : arma::vec());
    return {loss.is_gain ? arma::vec(-*values) : *values, std::move(errors)};
  };
}

/// Puts `some` at these positions of `all`.
inline void replace(arma::mat& all, const arma::uvec& positions, const arma::mat& some) {
  all.rows(positions) = some;
}
template <class Sample>
void replace(std::vector<Sample>& all, const arma::uvec& positions, std::vector<Sample> some) {
  for (arma::uword i = 0; i < positions.n_elem; ++i) all[positions(i)] = std::move(some[i]);
}

/// The classes of some samples, where they are classes and folds are to have them in proportion.
template <class Y>
std::vector<int> strata_of(const Y& outputs, const arma::uvec& some, bool stratified) {
  if constexpr (std::is_same_v<Y, kernels::Labels>) {
    if (stratified) return samples::select(outputs, some);
  }
  return {};
}

}  // namespace detail

/// Nested cross-validation: of each outer fold's training samples alone the grid point is chosen on inner
/// folds, fitted again, and tested on the fold.
/// loss    of predicted outputs; what is averaged
/// throws  std::invalid_argument as Estimator::data, and for fewer samples than folds; NumericalError (a loss
///         that is not finite, a singular matrix)
/// cost    outer (inner + 1) fits of each grid point, less where the method shares work between folds
template <class X, class Y>
CrossValidation<Y> cross_validate(const models::Estimator<X, Y>& estimator,
                                  const std::type_identity_t<X>& inputs,
                                  const std::type_identity_t<Y>& outputs,
                                  const std::type_identity_t<losses::Loss<Y>>& loss,
                                  const FoldOptions& options = {}) {
  const samples::DataSet data = estimator.data(inputs, outputs);
  const Learner learner(estimator.method(), data);
  const Criterion criterion = detail::criterion_of(loss, outputs);
  base::Random random(options.seed);
  const arma::uword n = data.size();
  const arma::uvec all = arma::regspace<arma::uvec>(0, n - 1);
  const auto splits = [&](const arma::uvec& samples, std::size_t folds) {
    return samples::make_splits(
        samples::cut_into_folds(samples, folds, detail::strata_of(outputs, samples, options.stratified),
                                random),
        samples::TrainOn::the_rest);
  };
  CrossValidation<Y> result{outputs, arma::vec(n), {}};
  for (const samples::Split& outer : splits(all, options.outer)) {
    const bool has_choice = learner.grid().size() > 1;
    const OuterFold fold = run_outer_fold(
        learner, outer, has_choice ? splits(outer.train, options.inner) : std::vector<samples::Split>(),
        criterion);
    const arma::vec values = criterion(fold.prediction, outer.test).losses * (loss.is_gain ? -1.0 : 1.0);
    result.losses.elem(outer.test) = values;
    detail::replace(result.predictions, outer.test, models::outputs_of(fold.prediction, outputs));
    result.folds.push_back({outer.test, learner.grid()[fold.choice.grid_point],
                            fold.choice.inner_loss * (loss.is_gain ? -1.0 : 1.0), arma::mean(values)});
  }
  return result;
}

/// The grid point of the smallest held-out loss over `options.inner` folds of all samples, fitted to all of
/// them. Of equal losses the one that the method prefers (a larger ridge, fewer neighbours). Its loss was
/// chosen by: that of new samples is what cross_validate tells.
/// throws  as cross_validate
template <class X, class Y>
GridSearch<X, Y> grid_search(const models::Estimator<X, Y>& estimator, const std::type_identity_t<X>& inputs,
                             const std::type_identity_t<Y>& outputs,
                             const std::type_identity_t<losses::Loss<Y>>& loss,
                             const FoldOptions& options = {}) {
  const Learner learner(estimator.method(), estimator.data(inputs, outputs));
  base::Random random(options.seed);
  const arma::uvec all = arma::regspace<arma::uvec>(0, samples::sample_count(inputs) - 1);
  const InnerLosses losses =
      inner_losses(learner,
                   samples::make_splits(
                       samples::cut_into_folds(all, options.inner,
                                               detail::strata_of(outputs, all, options.stratified), random),
                       samples::TrainOn::the_rest),
                   detail::criterion_of(loss, outputs));
  const std::size_t best = losses.best();
  std::vector<GridPoint> grid;
  for (std::size_t g = 0; g < losses.means.size(); ++g)
    grid.push_back({learner.grid()[g], loss.is_gain ? -losses.means[g] : losses.means[g]});
  return {estimator.with(models::at_grid_point(estimator.method(), best)).fit(inputs, outputs),
          grid[best].parameters, std::move(grid)};
}

}  // namespace preimage::validation
