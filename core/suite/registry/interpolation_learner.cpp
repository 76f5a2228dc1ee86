#include "suite/registry/interpolation_learner.hpp"

#include "preimage/base/error.hpp"
#include "preimage/validation/learner.hpp"
#include "preimage/validation/problem.hpp"

namespace preimage::suite::registry {

namespace {

class InterpolationLearner final : public validation::Learner {
 public:
  InterpolationLearner(const validation::Problem& problem, Interpolation map)
      : problem_(problem), map_(map) {}

  std::size_t grid_size() const override { return 1; }
  validation::Parameters parameters(std::size_t /*g*/) const override { return {}; }

  validation::Prediction predict(std::size_t /*g*/, const validation::Split& split) const override {
    const arma::vec times = problem_.input_vectors.col(0);
    return {validation::Outputs{map_(times.elem(split.train), times.elem(split.test)) *
                                problem_.output_vectors.rows(split.train)},
            {}};
  }

 private:
  const validation::Problem& problem_;
  Interpolation map_;
};

}  // namespace

LearnerBuilder interpolation_learner(const std::string& method, Interpolation map) {
  return [method, map](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (problem.input_vectors.n_cols != 1)
      throw ConfigError("method " + method + " needs inputs that are one number each");
    if (problem.output_vectors.is_empty())
      throw ConfigError("method " + method + " needs outputs that are vectors");
    return std::make_unique<InterpolationLearner>(problem, map);
  };
}

}  // namespace preimage::suite::registry
