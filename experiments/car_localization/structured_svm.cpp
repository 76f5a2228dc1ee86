#include "experiments/car_localization/structured_svm.hpp"

#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/regression/frank_wolfe_passes.hpp"

namespace preimage::experiments::car_localization {

namespace {

void require_options(const StructuredSvmOptions& options) {
  if (!(options.C > 0.0 && std::isfinite(options.C))) {
    throw NumericalError(fmt::format("structured SVM: C is {}, expected > 0", options.C));
  }
  if (options.passes < 1) throw NumericalError("structured SVM: 0 passes, expected >= 1");
  if (!(options.tolerance >= 0.0)) {
    throw NumericalError(fmt::format("structured SVM: tolerance is {}, expected >= 0", options.tolerance));
  }
}

/// In the paper's terms w = sum_i w_i, w_i = sum_y alpha_i(y) psi_i(y) / (lambda n), with psi_i(y) =
/// phi(x_i, y_i) - phi(x_i, y); a block here is lambda n w_i, so that it holds plain differences.
class Trainer {
 public:
  Trainer(const arma::mat& truth, const LossAugmentedArgmax& oracle, const StructuredSvmOptions& options)
      : truth_(truth),
        oracle_(oracle),
        n_(static_cast<double>(truth.n_cols)),
        scale_(options.scaling == SlackScaling::sum ? 1.0 / options.C : n_ / options.C),
        averaged_(options.averaged),
        w_(truth.n_rows, arma::fill::zeros),
        late_w_(arma::size(w_), arma::fill::zeros),
        blocks_(arma::size(truth), arma::fill::zeros),
        losses_(truth.n_cols, arma::fill::zeros) {}

  double step(arma::uword sample);
  StructuredSvm machine(std::size_t passes);

 private:
  /// psi and loss of an answer.
  struct Corner {
    arma::vec difference;
    double loss = 0.0;
  };
  Corner worst_answer(arma::uword sample, const arma::vec& w);

  const arma::mat& truth_;
  const LossAugmentedArgmax& oracle_;
  double n_, scale_;  // number of samples; lambda n
  bool averaged_;
  arma::vec w_, late_w_;  // late: sum of k (k - 1) / 2 times the change in step k
  arma::mat blocks_;
  arma::vec losses_;
  double steps_ = 0.0;
  std::size_t oracle_calls_ = 0;
};

Trainer::Corner Trainer::worst_answer(arma::uword sample, const arma::vec& w) {
  JointAnswer answer = oracle_(sample, w);
  ++oracle_calls_;
  if (answer.features.n_elem != truth_.n_rows) {
    throw NumericalError(fmt::format("structured SVM: the oracle's answer has {} features, expected {}",
                                     answer.features.n_elem, truth_.n_rows));
  }
  linalg::require_finite(answer.features, "features of the oracle's answer");
  if (!(answer.loss >= 0.0 && std::isfinite(answer.loss))) {
    throw NumericalError(
        fmt::format("structured SVM: the oracle's answer has loss {}, expected >= 0", answer.loss));
  }
  Corner corner{truth_.col(sample) - answer.features, answer.loss};
  if (corner.loss < arma::dot(corner.difference, w)) {  // the true output is worse
    corner.difference.zeros();
    corner.loss = 0.0;
  }
  return corner;
}

/// Returns the sample's share of the duality gap before the step.
double Trainer::step(arma::uword sample) {
  Corner direction = worst_answer(sample, w_);
  direction.difference -= blocks_.col(sample);
  direction.loss -= losses_(sample);
  const double gap = direction.loss - arma::dot(direction.difference, w_);
  const double curvature = arma::dot(direction.difference, direction.difference);
  const double gamma = regression::frank_wolfe_step(scale_ * gap, curvature);
  steps_ += 1.0;
  if (gamma > 0.0) {
    blocks_.col(sample) += gamma * direction.difference;
    losses_(sample) += gamma * direction.loss;
    w_ += gamma / scale_ * direction.difference;
    if (averaged_) late_w_ += gamma / scale_ * steps_ * (steps_ - 1.0) / 2.0 * direction.difference;
  }
  return gap / n_;
}

/// The mean over steps as in max_margin_markov_network.cpp.
StructuredSvm Trainer::machine(std::size_t passes) {
  StructuredSvm machine;
  machine.w = averaged_ ? arma::vec(w_ - 2.0 / (steps_ * (steps_ + 1.0)) * late_w_) : w_;
  double slacks = 0.0;
  for (arma::uword i = 0; i < truth_.n_cols; ++i) {
    const Corner worst = worst_answer(i, machine.w);
    slacks += worst.loss - arma::dot(worst.difference, machine.w);
  }
  const double half_lambda = 0.5 * scale_ / n_;
  machine.primal = half_lambda * arma::dot(machine.w, machine.w) + slacks / n_;
  machine.dual = arma::accu(losses_) / n_ - half_lambda * arma::dot(w_, w_);
  machine.passes = passes;
  machine.oracle_calls = oracle_calls_;
  return machine;
}

}  // namespace

StructuredSvm structured_svm(const arma::mat& truth, const LossAugmentedArgmax& oracle,
                             const StructuredSvmOptions& options) {
  require_options(options);
  if (truth.n_cols == 0) throw NumericalError("structured SVM: no training samples");
  linalg::require_finite(truth, "joint features");
  Trainer trainer(truth, oracle, options);
  return regression::frank_wolfe_passes(trainer, truth.n_cols, options);
}

}  // namespace preimage::experiments::car_localization
