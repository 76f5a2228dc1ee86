#include "experiments/car_localization/structured_svm.hpp"

#include <cmath>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::experiments::car_localization {

namespace {

void require_options(const StructuredSvmOptions& options) {
  if (!(options.C > 0.0 && std::isfinite(options.C))) {
    throw NumericalError(fmt::format("structured SVM: C is {}, expected > 0", options.C));
  }
  regression::require_frank_wolfe_options(options, "structured SVM");
}

using Corner = regression::FrankWolfeCorner<arma::vec>;

struct Weights {
  arma::vec w;
  double squared_norm() const { return arma::dot(w, w); }
};

/// The weights as they change (regression/frank_wolfe.hpp); blocks are the samples.
class Space {
 public:
  Space(const arma::mat& truth, const LossAugmentedArgmax& oracle, double scale)
      : truth_(truth),
        oracle_(oracle),
        scale_(scale),
        w_{arma::vec(truth.n_rows, arma::fill::zeros)},
        blocks_(arma::size(truth), arma::fill::zeros) {}

  const arma::vec& at(arma::uword) const { return w_.w; }
  const arma::vec& at(arma::uword, const Weights& weights) const { return weights.w; }
  Corner worst_answer(arma::uword sample, const arma::vec& w);
  double hinge(const Corner& corner, const arma::vec& w) const {
    return corner.loss - arma::dot(corner.difference, w);
  }
  void subtract(arma::uword sample, arma::vec& difference) const { difference -= blocks_.col(sample); }
  double squared_norm(arma::uword, const arma::vec& difference) const {
    return arma::dot(difference, difference);
  }
  double squared_norm() const { return w_.squared_norm(); }
  void move(arma::uword sample, const arma::vec& direction, double gamma, double) {
    blocks_.col(sample) += gamma * direction;
    w_.w += gamma / scale_ * direction;
  }
  const Weights& weights(double) const { return w_; }
  std::size_t oracle_calls() const { return oracle_calls_; }

 private:
  const arma::mat& truth_;
  const LossAugmentedArgmax& oracle_;
  double scale_;  // lambda n
  Weights w_;
  arma::mat blocks_;
  std::size_t oracle_calls_ = 0;
};

Corner Space::worst_answer(arma::uword sample, const arma::vec& w) {
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

}  // namespace

StructuredSvm structured_svm(const arma::mat& truth, const LossAugmentedArgmax& oracle,
                             const StructuredSvmOptions& options) {
  require_options(options);
  if (truth.n_cols == 0) throw NumericalError("structured SVM: no training samples");
  linalg::require_finite(truth, "joint features");
  const auto n = static_cast<double>(truth.n_cols);
  const double scale = options.scaling == SlackScaling::sum ? 1.0 / options.C : n / options.C;
  Space space(truth, oracle, scale);
  const auto result = regression::block_frank_wolfe(space, n, truth.n_cols, scale, options);
  return {result.bounds, result.weights.w, space.oracle_calls()};
}

}  // namespace preimage::experiments::car_localization
