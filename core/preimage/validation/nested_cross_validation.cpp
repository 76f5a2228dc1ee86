#include "preimage/validation/nested_cross_validation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/models/fit_notes.hpp"

namespace preimage::validation {

Learner::Learner(std::shared_ptr<const models::Method> method, samples::DataSet data)
    : method_(std::move(method)), data_(std::move(data)) {
  method_->require(data_);
}

Learner Learner::with(const regression::FitResources& resources) const {
  Learner learner = *this;
  learner.resources_ = resources;
  return learner;
}

Learner Learner::with(regression::Calibration calibration) const {
  Learner learner = *this;
  learner.calibration_ = calibration;
  return learner;
}

namespace {

const outputs::Scores& scores_of(const outputs::Prediction& prediction) {
  if (prediction.scores) return *prediction.scores;
  throw NumericalError("probabilities: the method has no decision values of these outputs");
}

}  // namespace

models::HeldOutScores Learner::held_out_scores(std::size_t g,
                                               const std::vector<samples::Split>& inner) const {
  models::HeldOutScores all;
  for (const samples::Split& fold : inner) {
    const outputs::Scores scores = scores_of(predict(g, fold));
    if (all.truth.empty()) all.scores.classes = scores.classes;
    if (scores.classes != all.scores.classes) throw models::classes_differ();
    all.scores.values = arma::join_cols(all.scores.values, scores.values);
    const auto truth = data_.outputs.subset(fold.test).get<kernels::Labels>();
    all.truth.insert(all.truth.end(), truth.begin(), truth.end());
  }
  return all;
}

models::FittedPtr Learner::with_probabilities(models::FittedPtr fitted, std::size_t g,
                                              const std::vector<samples::Split>& inner,
                                              const regression::KeptArrays& kept) const {
  if (!calibration_ || (inner.empty() && !kept.is_loading())) return fitted;
  const models::ClassProbabilities probabilities(
      *calibration_, [&] { return held_out_scores(g, inner); }, kept);
  const std::shared_ptr<const models::FittedMethod> model = std::move(fitted);
  return models::fitted([=](const samples::SampleSet& inputs) {
    outputs::Prediction prediction = model->predict(inputs);
    prediction.probabilities = probabilities.of(scores_of(prediction));
    return prediction;
  });
}

models::FittedPtr Learner::fit(std::size_t g, const arma::uvec& train, const regression::KeptArrays& kept,
                               const std::vector<samples::Split>& inner) const {
  return with_probabilities(models::fit_with_notes(*method_, g, data_.subset(train), kept), g, inner, kept);
}

outputs::Prediction Learner::predict(std::size_t g, const samples::Split& split,
                                     const std::vector<samples::Split>& inner) const {
  const regression::KeptArrays kept = regression::KeptArrays().with(resources_);
  return with_probabilities(method_->fit(g, data_.subset(split.train), kept), g, inner, kept)
      ->predict(data_.inputs.subset(split.test));
}

void Learner::predict_grid(const samples::Split& split, const models::Method::Sink& sink) const {
  method_->predict_grid(data_.subset(split.train), data_.inputs.subset(split.test), sink);
}

void Learner::predict_folds(const std::vector<samples::Split>& folds, const FoldSink& sink) const {
  const arma::uvec pool = arma::sort(arma::join_cols(folds.front().train, folds.front().test));
  const bool cut_one_set = std::all_of(folds.begin(), folds.end(), [&](const samples::Split& fold) {
    const arma::uvec cut = arma::sort(arma::join_cols(fold.train, fold.test));
    return cut.n_elem == pool.n_elem && arma::all(cut == pool);
  });
  if (!cut_one_set) {
    for (std::size_t f = 0; f < folds.size(); ++f)
      predict_grid(folds[f],
                   [&](std::size_t g, const outputs::Prediction& prediction) { sink(f, g, prediction); });
    return;
  }
  std::vector<samples::Split> positions;  // of the folds' samples in the pool
  for (const samples::Split& fold : folds) {
    const auto position_of = [&](arma::uword sample) {
      return static_cast<arma::uword>(std::lower_bound(pool.begin(), pool.end(), sample) - pool.begin());
    };
    samples::Split split = fold;
    split.train.transform(position_of);
    split.test.transform(position_of);
    positions.push_back(std::move(split));
  }
  method_->predict_held_out(data_.subset(pool), positions, sink);
}

namespace {

void require_inside(const arma::uvec& samples, const arma::uvec& allowed) {
  std::vector<char> is_allowed(allowed.max() + 1, 0);
  for (arma::uword sample : allowed) is_allowed[sample] = 1;
  for (arma::uword sample : samples) {
    if (sample >= is_allowed.size() || !is_allowed[sample]) {
      throw NumericalError(
          fmt::format("an inner fold looks at sample {}, which is not in the training set", sample));
    }
  }
}

}  // namespace

InnerLosses inner_losses(const Learner& learner, const std::vector<samples::Split>& inner,
                         const Criterion& criterion) {
  if (inner.empty()) throw NumericalError("an inner loss needs inner folds");
  InnerLosses losses{std::vector<double>(learner.grid().size(), 0.0),
                     std::vector<double>(learner.grid().size(), 0.0)};
  learner.predict_folds(inner, [&](std::size_t fold, std::size_t g, const outputs::Prediction& prediction) {
    const Judged judged = criterion(prediction, inner[fold].test);
    losses.means[g] += arma::accu(judged.losses);
    losses.errors[g] += arma::accu(judged.errors);
  });
  std::size_t count = 0;
  for (const samples::Split& split : inner) count += split.test.n_elem;
  for (std::size_t g = 0; g < losses.means.size(); ++g) {
    losses.means[g] /= static_cast<double>(count);
    losses.errors[g] /= static_cast<double>(count);
    if (!std::isfinite(losses.means[g]))
      throw NumericalError(fmt::format("the inner loss of grid point {} is not finite", g));
  }
  return losses;
}

std::size_t first_smallest_loss(const std::vector<double>& losses, const std::vector<double>& errors) {
  std::vector<double> roundings = errors;
  for (std::size_t g = 0; g < losses.size(); ++g) roundings[g] += 1e-12 * std::abs(losses[g]);
  return base::first_smallest(losses, roundings);
}

Choice choose(const Learner& learner, const std::vector<samples::Split>& inner, const Criterion& criterion) {
  if (learner.grid().size() == 1) return {};
  const InnerLosses losses = inner_losses(learner, inner, criterion);
  return {losses.best(), losses.means[losses.best()]};
}

OuterFold run_outer_fold(const Learner& learner, const samples::Split& outer,
                         const std::vector<samples::Split>& inner, const Criterion& criterion) {
  for (const samples::Split& split : inner) {
    require_inside(split.train, outer.train);
    require_inside(split.test, outer.train);
  }
  OuterFold result;
  result.choice = choose(learner, inner, criterion);
  result.prediction = learner.predict(result.choice.grid_point, outer, inner);
  return result;
}

}  // namespace preimage::validation
