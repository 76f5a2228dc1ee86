#include "suite/registry/learners/kernel_choice_learner.hpp"

namespace preimage::validation {

namespace {

/// The problem that has this kernel alone.
Problem with_kernel(const Problem& problem, GramMatrix gram) {
  Problem result = problem;
  result.input_gram = std::move(gram);
  result.input_kernels.clear();
  return result;
}

class KernelChoiceLearner final : public Learner {
 public:
  KernelChoiceLearner(LearnerBuilder build, const Problem& problem)
      : build_(std::move(build)), problem_(problem) {
    const Problem first = with_kernel(problem_, problem_.input_kernels.front().gram);
    per_kernel_ = build_(first)->grid_size();
  }

  std::size_t grid_size() const override { return problem_.input_kernels.size() * per_kernel_; }

  Parameters parameters(std::size_t g) const override {
    Parameters result = kernel_of(g).parameters;
    const Problem problem = with_kernel(problem_, kernel_of(g).gram);
    const Parameters others = build_(problem)->parameters(g % per_kernel_);
    result.insert(result.end(), others.begin(), others.end());
    return result;
  }

  Prediction predict(std::size_t g, const Split& split) const override {
    const Problem problem = with_kernel(problem_, kernel_of(g).gram);
    return build_(problem)->predict(g % per_kernel_, split);
  }

  void predict_grid(const Split& split, const Sink& sink) const override {
    for (std::size_t k = 0; k < problem_.input_kernels.size(); ++k) {
      const Problem problem = with_kernel(problem_, problem_.input_kernels[k].gram);
      build_(problem)->predict_grid(
          split, [&](std::size_t g, const Prediction& prediction) { sink(k * per_kernel_ + g, prediction); });
    }
  }

  void predict_folds(const std::vector<Split>& folds, const FoldSink& sink) const override {
    const Indices pool = arma::sort(arma::join_cols(folds.front().train, folds.front().test));
    for (std::size_t k = 0; k < problem_.input_kernels.size(); ++k) {
      const Problem problem = with_kernel(problem_, problem_.input_kernels[k].gram.with_held(pool));
      build_(problem)->predict_folds(folds, [&](std::size_t f, std::size_t g, const Prediction& prediction) {
        sink(f, k * per_kernel_ + g, prediction);
      });
    }
  }

 private:
  const InputKernel& kernel_of(std::size_t g) const { return problem_.input_kernels[g / per_kernel_]; }

  LearnerBuilder build_;
  const Problem& problem_;
  std::size_t per_kernel_ = 0;
};

}  // namespace

std::unique_ptr<const Learner> choose_among_kernels(const LearnerBuilder& build, const Problem& problem) {
  return std::make_unique<KernelChoiceLearner>(build, problem);
}

}  // namespace preimage::validation
