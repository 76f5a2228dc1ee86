#include "preimage/models/joint_kernel_support_estimation.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/models/fit_notes.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/regression/one_class_svm.hpp"
#include "preimage/regression/support_vectors.hpp"

namespace preimage::models {

namespace {

/// So exact that the scores of different outputs differ by more than coefficients make them differ.
constexpr double kTolerance = 1e-9;

regression::OneClassOptions one_class_options() {
  regression::OneClassOptions options;
  options.tolerance = kTolerance;
  return options;
}

/// The training pairs that are candidates and have a length: what all grid points share.
struct Pairs {
  kernels::Points x;
  arma::uvec numbers;
  arma::mat L;
  std::optional<decoders::ClassCandidates> classes;  // of outputs that are classes
};

void require_one_length(const arma::vec& squared) {
  if (squared.is_empty() || !(squared.max() - squared.min() > 1e-9 * squared.max())) return;
  throw std::invalid_argument(fmt::format(
      "method joint_kernel_support_estimation needs an output kernel of one k(y, y) (wrap it: name: "
      "normalised), found {:.4g} to {:.4g}",
      squared.min(), squared.max()));
}

Pairs pairs_of(const samples::DataSet& training) {
  const kernels::Points y = kernels::points_of(training.outputs);
  const arma::uvec with_length =
      arma::find(outputs::candidate_marks(training.outputs) && y.squared_norms() > 0.0);
  const kernels::Points candidates = y.subset(with_length);
  require_one_length(candidates.squared_norms());
  return {kernels::points_of(training.inputs).subset(with_length),
          training.outputs.numbers().elem(with_length), candidates.gram(),
          decoders::class_candidates(training.outputs.subset(with_length),
                                     arma::uvec(with_length.n_elem, arma::fill::ones))};
}

struct Machine {
  arma::uvec support;      // positions among the pairs
  arma::vec coefficients;  // of these
  double accuracy;         // of a score
  regression::FitQuality quality;

  explicit Machine(const regression::OneClassSvm& trained)
      : support(arma::find(trained.coefficients)),
        coefficients(trained.coefficients.elem(support)),
        accuracy(regression::score_accuracy(one_class_options())),
        quality{.stopped = trained.converged ? 0.0 : 1.0, .machines = 1.0} {}
  /// K_test_train  test inputs against the inputs of all pairs
  outputs::Prediction decode(const Pairs& pairs, const arma::mat& K_test_train) const {
    arma::mat weights = K_test_train.cols(support);
    weights.each_row() %= coefficients.t();
    const arma::uvec all(pairs.numbers.n_elem, arma::fill::ones);
    outputs::Prediction prediction{outputs::Chosen{
        pairs.numbers.elem(decoders::highest_by_gram(weights, pairs.L.rows(support), all, accuracy))}};
    if (pairs.classes)
      prediction.scores = outputs::Scores{
          arma::mat(weights * pairs.L.submat(support, pairs.classes->positions)), pairs.classes->classes};
    return FitNotes{quality, regression::not_converged(quality, "one-class SVM", kTolerance)}.with_notes(
        std::move(prediction), K_test_train.n_rows);
  }
};

class JointKernelMethod final : public Method {
 public:
  explicit JointKernelMethod(JointKernelOptions options)
      : Method(under_each_bandwidth(options.bandwidths, grid_of("nu", options.nus))),
        options_(std::move(options)) {}

  void require(const samples::DataSet& data) const override {
    kernels::points_of(data.inputs);
    kernels::points_of(data.outputs);
  }
  /// throws  std::invalid_argument where the outputs have different lengths in feature space
  FittedPtr fit(std::size_t g, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    const kernels::BandwidthGrid::Place at = options_.bandwidths.at(g);
    Pairs pairs = pairs_of(training);
    regression::OneClassSvm trained;
    if (!kept.is_loading()) {
      const arma::mat joint = options_.bandwidths.gram(pairs.x, pairs.x, at.b).all() % pairs.L;
      regression::OneClassOptions options = one_class_options();
      options.nu = options_.nus[at.point];
      trained = regression::one_class_svm(joint, options);
    }
    kept.field("coefficients", {pairs.numbers.n_elem, 1}, trained.coefficients);
    Machine machine(trained);
    kept.field(machine.quality);
    return fitted([b = at.b, bandwidths = options_.bandwidths, pairs = std::move(pairs),
                   machine = std::move(machine)](const samples::SampleSet& inputs) {
      return machine.decode(pairs, bandwidths.gram(kernels::points_of(inputs), pairs.x, b).all());
    });
  }
  void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                    const Sink& sink) const override {
    const Pairs pairs = pairs_of(training);
    const kernels::Points new_x = kernels::points_of(inputs);
    for (std::size_t b = 0; b < options_.bandwidths.size(); ++b) {
      const arma::mat joint = options_.bandwidths.gram(pairs.x, pairs.x, b).all() % pairs.L;
      const arma::mat K_test_train = options_.bandwidths.gram(new_x, pairs.x, b).all();
      const std::vector<regression::OneClassSvm> machines =
          regression::one_class_svms(joint, options_.nus, one_class_options());
      for (std::size_t i = 0; i < options_.nus.size(); ++i)
        sink(options_.bandwidths.number(i, b), Machine(machines[i]).decode(pairs, K_test_train));
    }
  }

 private:
  JointKernelOptions options_;
};

}  // namespace

MethodPtr joint_kernel_method(JointKernelOptions options) {
  sort_grid(options.nus, std::greater<>(), "nu", 0.0, false, 1.0);
  return std::make_unique<const JointKernelMethod>(std::move(options));
}

}  // namespace preimage::models
