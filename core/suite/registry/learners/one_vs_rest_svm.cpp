#include <algorithm>
#include <functional>
#include <set>

#include "preimage/base/error.hpp"
#include "preimage/regression/support_vectors.hpp"
#include "suite/registry/bandwidth_grid.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

class SvmLearner final : public validation::Learner {
 public:
  SvmLearner(const validation::Problem& problem, BandwidthGrid bandwidths, std::vector<double> ridges)
      : problem_(problem), bandwidths_(std::move(bandwidths)), ridges_(std::move(ridges)) {}

  std::size_t grid_size() const override { return ridges_.size() * bandwidths_.size(); }

  validation::Parameters parameters(std::size_t g) const override {
    validation::Parameters result;
    if (const auto sigma = bandwidths_.sigma(g % bandwidths_.size())) result.emplace_back("sigma", *sigma);
    result.emplace_back("ridge", ridges_[g / bandwidths_.size()]);
    return result;
  }

  validation::Prediction predict(std::size_t g, const validation::Split& split) const override {
    const std::size_t b = g % bandwidths_.size();
    std::vector<int> classes;
    for (arma::uword sample : split.train) classes.push_back(problem_.classes[sample]);
    // The classes of the training samples alone: which others there are is known from test outputs only.
    const std::set<int> distinct(classes.begin(), classes.end());
    const std::vector<int> class_list(distinct.begin(), distinct.end());
    const arma::mat K_train = bandwidths_.gram(problem_, b, split.train, split.train);
    const auto functions =
        regression::one_vs_rest_svm(K_train, classes, class_list, ridges_[g / bandwidths_.size()]);
    const arma::mat decisions =
        regression::evaluate(functions, bandwidths_.gram(problem_, b, split.test, split.train));
    const arma::uvec winners = arma::index_max(decisions, 1);
    validation::Classes predicted;
    for (arma::uword winner : winners) predicted.classes.push_back(class_list[winner]);
    return {predicted, {}};
  }

 private:
  const validation::Problem& problem_;
  BandwidthGrid bandwidths_;
  std::vector<double> ridges_;  // descending
};

constexpr Numbers kRidge{"ridge", config::kPositive, "added to the diagonal of K"};

LearnerBuilder parse(const config::Reader& reader) {
  const BandwidthGrid bandwidths(reader);
  std::vector<double> ridges = kRidge.read(reader);
  std::sort(ridges.begin(), ridges.end(), std::greater<>());
  return
      [bandwidths, ridges](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
        if (problem.classes.empty())
          throw ConfigError("method one_vs_rest_svm needs outputs that are classes");
        return std::make_unique<SvmLearner>(problem, bandwidths, ridges);
      };
}

}  // namespace

LearnerRow make_one_vs_rest_svm_row() {
  return {"one_vs_rest_svm",
          2,
          "a machine with squared slack per class",
          facts_of(bandwidth_parameters(), kRidge),
          "{method: one_vs_rest_svm, bandwidth: {sigma: [1, 2]}, ridge: 0.1}",
          parse};
}

}  // namespace preimage::suite::registry
