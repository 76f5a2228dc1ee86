#include <cmath>

#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/regression/kernel_alignment.hpp"
#include "suite/registry/learner_table.hpp"

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

constexpr Integer kClusters{"clusters", 2, 100000, "k of k-means", 30};
constexpr Numbers kSigma{"sigma", config::kPositive, "bandwidths to choose from"};
constexpr Flag kPerCoordinate{"per_coordinate",
                              "the bandwidth is divided by the square root of the dimension", false};

LearnerBuilder parse(const config::Reader& reader) {
  const auto clusters = kClusters.read_as<arma::uword>(reader);
  const std::vector<double> sigmas = kSigma.read(reader);
  const bool per_coordinate = kPerCoordinate.read(reader);
  return [clusters, sigmas,
          per_coordinate](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    if (problem.output_vectors.is_empty())
      throw ConfigError("method output_alignment needs outputs that are vectors");
    return std::make_unique<AlignmentLearner>(problem, clusters, sigmas, per_coordinate);
  };
}

}  // namespace

LearnerRow make_output_alignment_row() {
  return {"output_alignment",
          2,
          "measures which bandwidth of the outputs aligns best with clusters of them; predicts nothing",
          facts_of(kClusters, kSigma, kPerCoordinate),
          "{method: output_alignment, clusters: 3, sigma: [0.5, 1, 2]}",
          parse};
}

}  // namespace preimage::suite::registry
