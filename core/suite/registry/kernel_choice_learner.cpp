#include "suite/registry/kernel_choice_learner.hpp"

namespace preimage::suite::registry {

namespace {

/// The problem that has this kernel alone.
validation::Problem with_kernel(const validation::Problem& problem, validation::PairMatrix gram) {
  validation::Problem result = problem;
  result.input_gram = std::move(gram);
  result.input_kernels.clear();
  return result;
}

class KernelChoiceLearner final : public validation::Learner {
 public:
  KernelChoiceLearner(LearnerBuilder build, const validation::Problem& problem)
      : build_(std::move(build)), problem_(problem) {
    const validation::Problem first = with_kernel(problem_, problem_.input_kernels.front().gram);
    per_kernel_ = build_(first)->grid_size();
  }

  std::size_t grid_size() const override { return problem_.input_kernels.size() * per_kernel_; }

  validation::Parameters parameters(std::size_t g) const override {
    validation::Parameters result = kernel_of(g).parameters;
    const validation::Problem problem = with_kernel(problem_, kernel_of(g).gram);
    const validation::Parameters others = build_(problem)->parameters(g % per_kernel_);
    result.insert(result.end(), others.begin(), others.end());
    return result;
  }

  validation::Prediction predict(std::size_t g, const validation::Split& split) const override {
    const validation::Problem problem = with_kernel(problem_, kernel_of(g).gram);
    return build_(problem)->predict(g % per_kernel_, split);
  }

  void predict_grid(const validation::Split& split, const Sink& sink) const override {
    for (std::size_t k = 0; k < problem_.input_kernels.size(); ++k) {
      const validation::Problem problem = with_kernel(problem_, problem_.input_kernels[k].gram);
      build_(problem)->predict_grid(split, [&](std::size_t g, const validation::Prediction& prediction) {
        sink(k * per_kernel_ + g, prediction);
      });
    }
  }

  void predict_folds(const std::vector<validation::Split>& folds, const FoldSink& sink) const override {
    const validation::Indices pool = arma::sort(arma::join_cols(folds.front().train, folds.front().test));
    for (std::size_t k = 0; k < problem_.input_kernels.size(); ++k) {
      const validation::Problem problem =
          with_kernel(problem_, problem_.input_kernels[k].gram.with_held(pool));
      build_(problem)->predict_folds(
          folds, [&](std::size_t f, std::size_t g, const validation::Prediction& prediction) {
            sink(f, k * per_kernel_ + g, prediction);
          });
    }
  }

 private:
  const validation::InputKernel& kernel_of(std::size_t g) const {
    return problem_.input_kernels[g / per_kernel_];
  }

  LearnerBuilder build_;
  const validation::Problem& problem_;
  std::size_t per_kernel_ = 0;
};

}  // namespace

std::unique_ptr<const validation::Learner> choose_among_kernels(const LearnerBuilder& build,
                                                                const validation::Problem& problem) {
  return std::make_unique<KernelChoiceLearner>(build, problem);
}

}  // namespace preimage::suite::registry
