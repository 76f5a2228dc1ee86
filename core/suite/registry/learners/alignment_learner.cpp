#include <cmath>

#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/regression/kernel_alignment.hpp"
#include "suite/registry/learners/learners.hpp"

namespace preimage::suite::registry {

namespace {

class AlignmentLearner final : public validation::Learner {
 public:
  AlignmentLearner(const validation::Problem& problem, arma::uword clusters, std::vector<double> sigmas,
                   bool per_coordinate)
      : problem_(problem), clusters_(clusters), sigmas_(std::move(sigmas)), per_coordinate_(per_coordinate) {}

  std::size_t grid_size() const override { return 1; }
  validation::Parameters parameters(std::size_t /*g*/) const override { return {}; }

  validation::Prediction predict(std::size_t /*g*/, const validation::Split& split) const override {
    const arma::mat Y = problem_.output_vectors.rows(split.train);
    // The k-means seed is a function of the training set, so that the answer depends on nothing else.
    std::vector<std::string> parts = {"output_alignment"};
    for (arma::uword sample : split.train) parts.push_back(std::to_string(sample));
    base::Random random(base::derive_seed(parts));
    const arma::mat target = regression::cluster_target(Y, clusters_, random);
    const arma::mat squared = linalg::squared_distances_by_product(Y, Y);
    const double unit = per_coordinate_ ? std::sqrt(static_cast<double>(Y.n_cols)) : 1.0;
    const double sigma = regression::best_aligned_bandwidth(squared, target, sigmas_) / unit;
    return {validation::NoAnswer{}, {}, {}, {{"aligned_bandwidth", sigma}}};
  }

 private:
  const validation::Problem& problem_;
  arma::uword clusters_;
  std::vector<double> sigmas_;
  bool per_coordinate_;
};

}  // namespace

LearnerBuilder parse_output_alignment(const config::Reader& reader) {
  const auto clusters = static_cast<arma::uword>(reader.integer("clusters", 2, 100000, 30));
  const std::vector<double> sigmas = reader.numbers("sigma", config::kPositive);
  const bool per_coordinate = reader.boolean("per_coordinate", false);
  return [clusters, sigmas,
          per_coordinate](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (problem.output_vectors.is_empty())
      throw ConfigError("method output_alignment needs outputs that are vectors");
    return std::make_unique<AlignmentLearner>(problem, clusters, sigmas, per_coordinate);
  };
}

}  // namespace preimage::suite::registry
