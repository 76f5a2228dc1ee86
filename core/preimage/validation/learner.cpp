#include "preimage/validation/learner.hpp"

#include <algorithm>
#include <utility>

#include "preimage/base/error.hpp"

namespace preimage::validation {

void Learner::predict_grid(const samples::Split& split, const Sink& sink) const {
  for (std::size_t g = 0; g < grid_size(); ++g) sink(g, predict(g, split));
}

void Learner::predict_folds(const std::vector<samples::Split>& folds, const FoldSink& sink) const {
  for (std::size_t f = 0; f < folds.size(); ++f) {
    predict_grid(folds[f],
                 [&](std::size_t g, const outputs::Prediction& prediction) { sink(f, g, prediction); });
  }
}

MethodLearner::MethodLearner(std::shared_ptr<const models::Method> method, samples::DataSet data)
    : method_(std::move(method)), data_(std::move(data)) {
  method_->require(data_);
}

MethodLearner MethodLearner::with(const linalg::FitMeans& means) const {
  MethodLearner learner = *this;
  learner.means_ = means;
  return learner;
}

models::FittedPtr MethodLearner::fit(std::size_t g, const arma::uvec& train,
                                     const linalg::KeptArrays& kept) const {
  return method_->fit(g, data_.subset(train), kept);
}

outputs::Prediction MethodLearner::predict(std::size_t g, const samples::Split& split) const {
  const linalg::KeptArrays kept = linalg::KeptArrays().with(means_);
  return method_->fit(g, data_.subset(split.train), kept)->predict(data_.inputs.subset(split.test));
}

void MethodLearner::predict_grid(const samples::Split& split, const Sink& sink) const {
  method_->predict_grid(data_.subset(split.train), data_.inputs.subset(split.test), sink);
}

void MethodLearner::predict_folds(const std::vector<samples::Split>& folds, const FoldSink& sink) const {
  const arma::uvec pool = arma::sort(arma::join_cols(folds.front().train, folds.front().test));
  std::vector<samples::Split> positions;  // of the folds' samples in the pool
  for (const samples::Split& fold : folds) {
    const arma::uvec cut = arma::sort(arma::join_cols(fold.train, fold.test));
    if (cut.n_elem != pool.n_elem || arma::any(cut != pool))
      throw NumericalError("the inner folds do not cut one and the same set of samples");
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

}  // namespace preimage::validation
