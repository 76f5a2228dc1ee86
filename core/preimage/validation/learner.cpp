#include "preimage/validation/learner.hpp"

namespace preimage::validation {

void Learner::predict_grid(const Split& split, const Sink& sink) const {
  for (std::size_t g = 0; g < grid_size(); ++g) sink(g, predict(g, split));
}

void Learner::predict_folds(const std::vector<Split>& folds, const FoldSink& sink) const {
  for (std::size_t f = 0; f < folds.size(); ++f) {
    predict_grid(folds[f], [&](std::size_t g, const Prediction& prediction) { sink(f, g, prediction); });
  }
}

}  // namespace preimage::validation
