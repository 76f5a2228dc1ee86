// Joint kernel support estimation as a learner: with the product of the input and the output kernel,
//   k((x, y), (x', y')) = K(x, x') L(y, y'),
// a one-class machine on the training pairs, and y(x) = argmax_j sum_i a_i K(x, x_i) L(y_i, y_j) over the
// training outputs.                                     [Lampert and Blaschko 2008, eqs. (3) and (4)]
// A score grows with the length of the candidate in feature space, so all must have one: a normalised output
// kernel. Of scores that are equal, as far as the machine's coefficients are known, the training sample that
// comes first is taken. Pairs whose output has no length in feature space are left out, whatever other
// learners may choose: they would score 0 always, and one pair at the origin would be all of the machine.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/candidate_search.hpp"
#include "preimage/regression/one_class_svm.hpp"
#include "suite/registry/bandwidth_grid.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

/// Of these samples those that are candidates and have a length.
validation::Indices with_length(const validation::Problem& problem, const validation::Indices& samples) {
  return samples.elem(
      arma::find(problem.is_candidate.elem(samples) && problem.output_gram.diag().elem(samples) > 0.0));
}
/// So exact that the scores of different outputs differ by more than coefficients make them differ.
constexpr double kTolerance = 1e-9;

class JointKernelLearner final : public validation::Learner {
 public:
  JointKernelLearner(const validation::Problem& problem, BandwidthGrid bandwidths, std::vector<double> nus)
      : problem_(problem), bandwidths_(std::move(bandwidths)), nus_(std::move(nus)) {}

  std::size_t grid_size() const override { return nus_.size() * bandwidths_.size(); }

  validation::Parameters parameters(std::size_t g) const override {
    validation::Parameters result;
    if (const auto sigma = bandwidths_.sigma(g % bandwidths_.size())) result.emplace_back("sigma", *sigma);
    result.emplace_back("nu", nus_[g / bandwidths_.size()]);
    return result;
  }

  validation::Prediction predict(std::size_t g, const validation::Split& split) const override {
    const Pairs pairs = pairs_of(split);
    return decode(nus_[g / bandwidths_.size()], pairs, blocks_of(g % bandwidths_.size(), pairs, split));
  }

  void predict_grid(const validation::Split& split, const Sink& sink) const override {
    const Pairs pairs = pairs_of(split);
    for (std::size_t b = 0; b < bandwidths_.size(); ++b) {
      const Blocks blocks = blocks_of(b, pairs, split);
      for (std::size_t n = 0; n < nus_.size(); ++n) {
        sink(n * bandwidths_.size() + b, decode(nus_[n], pairs, blocks));
      }
    }
  }

 private:
  /// What all grid points share of a split.
  struct Pairs {
    validation::Indices samples;  // the training pairs that are candidates
    arma::mat L;
  };
  /// What all nu share of a bandwidth.
  struct Blocks {
    arma::mat joint, K_test_train;
  };

  Pairs pairs_of(const validation::Split& split) const {
    const validation::Indices samples = with_length(problem_, split.train);
    return {samples, problem_.output_gram.submat(samples, samples)};
  }
  Blocks blocks_of(std::size_t b, const Pairs& pairs, const validation::Split& split) const {
    return {bandwidths_.gram(problem_, b, pairs.samples, pairs.samples) % pairs.L,
            bandwidths_.gram(problem_, b, split.test, pairs.samples)};
  }

  validation::Prediction decode(double nu, const Pairs& pairs, const Blocks& blocks) const {
    regression::OneClassOptions options;
    options.nu = nu;
    options.tolerance = kTolerance;
    const arma::vec coefficients = regression::one_class_svm(blocks.joint, options).coefficients;
    const arma::uvec support = arma::find(coefficients);
    arma::mat weights = blocks.K_test_train.cols(support);
    weights.each_row() %= coefficients.elem(support).t();
    const arma::uvec all(pairs.samples.n_elem, arma::fill::ones);
    return {validation::Chosen{pairs.samples.elem(decoders::highest_by_gram(
                weights, pairs.L.rows(support), all, regression::score_accuracy(options)))},
            {}};
  }

  const validation::Problem& problem_;
  BandwidthGrid bandwidths_;
  std::vector<double> nus_;  // descending
};

void require_one_length(const validation::Problem& problem) {
  const validation::Indices all = arma::regspace<validation::Indices>(0, problem.size() - 1);
  const arma::vec squared = problem.output_gram.diag().elem(with_length(problem, all));
  if (squared.is_empty() || !(squared.max() - squared.min() > 1e-9 * squared.max())) return;
  throw ConfigError(fmt::format(
      "method joint_kernel_support_estimation needs an output kernel of one k(y, y) (wrap it: name: "
      "normalised), found {:.4g} to {:.4g}",
      squared.min(), squared.max()));
}

constexpr Numbers kNu{"nu", {config::kPositive.min, 1.0}, "share of training pairs that may lie outside"};

LearnerBuilder parse(const config::Reader& reader) {
  const BandwidthGrid bandwidths(reader);
  std::vector<double> nus = kNu.read(reader);
  std::sort(nus.begin(), nus.end(), std::greater<>());
  return [bandwidths, nus](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    require_one_length(problem);
    return std::make_unique<JointKernelLearner>(problem, bandwidths, nus);
  };
}

}  // namespace

LearnerRow make_joint_kernel_support_estimation_row() {
  return {"joint_kernel_support_estimation",
          2,
          "a one-class machine of (input, output) pairs scores every candidate output",
          facts_of(bandwidth_parameters(), kNu),
          "{method: joint_kernel_support_estimation, bandwidth: {sigma: [1, 2]}, nu: [0.1, 0.5]}",
          parse};
}

}  // namespace preimage::suite::registry
