#include "experiments/car_localization/structured_svm.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::experiments::car_localization {

using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

constexpr arma::uword kOutputs = 5;

/// Every sample has five outputs with features and losses of their own; the first is the true one.
struct Toy {
  std::vector<arma::mat> features;  // per sample d x 5
  std::vector<arma::vec> losses;

  explicit Toy(arma::uword n, std::uint64_t seed) {
    base::Random random(seed);
    for (arma::uword i = 0; i < n; ++i) {
      features.push_back(gaussian_matrix(4, kOutputs, seed + 1 + i));
      features.back()(0, 0) += 1.0;
      arma::vec loss(kOutputs);
      loss.imbue([&] { return random.uniform(); });
      loss(0) = 0.0;
      losses.push_back(loss);
    }
  }
  arma::mat truth() const {
    arma::mat columns(4, features.size());
    for (arma::uword i = 0; i < columns.n_cols; ++i) columns.col(i) = features[i].col(0);
    return columns;
  }
  arma::uword worst(arma::uword i, const arma::vec& w) const {
    return arma::vec(losses[i] + features[i].t() * w).index_max();
  }
  LossAugmentedArgmax oracle() const {
    return [this](arma::uword i, const arma::vec& w) {
      const arma::uword y = worst(i, w);
      return JointAnswer{features[i].col(y), losses[i](y)};
    };
  }
  double slack(arma::uword i, const arma::vec& w) const {
    return arma::vec(losses[i] + features[i].t() * w).max() - arma::dot(features[i].col(0), w);
  }
  /// Straight from the definition, with C before the sum.
  double objective(const arma::vec& w, double C) const {
    double sum = 0.0;
    for (arma::uword i = 0; i < features.size(); ++i) sum += slack(i, w);
    return 0.5 * arma::dot(w, w) + C * sum;
  }
  double unit(double C) const { return C * static_cast<double>(features.size()); }
};

StructuredSvmOptions exact(double C) {
  StructuredSvmOptions options;
  options.C = C;
  options.passes = 50000;
  options.tolerance = 1e-4;
  return options;
}

/// The smallest objective that plain subgradient steps find.
double by_subgradient(const Toy& toy, double C) {
  arma::vec w(4, arma::fill::zeros);
  double smallest = toy.objective(w, C);
  for (int t = 1; t <= 20000; ++t) {
    arma::vec gradient = w;
    for (arma::uword i = 0; i < toy.features.size(); ++i) {
      gradient += C * (toy.features[i].col(toy.worst(i, w)) - toy.features[i].col(0));
    }
    w -= gradient / (1.0 + t);  // the objective is 1-strongly convex
    smallest = std::min(smallest, toy.objective(w, C));
  }
  return smallest;
}

}  // namespace

TEST_CASE("the primal value is that of the definition, and the gap closes on what subgradient steps find") {
  const Toy toy(8, 1);
  for (const double C : {0.01, 0.1, 1.0, 10.0}) {
    CAPTURE(C);
    const StructuredSvm machine = structured_svm(toy.truth(), toy.oracle(), exact(C));
    CHECK(machine.passes < 50000);
    CHECK(machine.gap() >= -1e-12);
    CHECK(machine.gap() <= 1e-4);
    CHECK(is_close(machine.primal, toy.objective(machine.w, C) / toy.unit(C), 1e-10));
    const double subgradient = by_subgradient(toy, C) / toy.unit(C);
    CHECK(subgradient >= machine.dual);
    CHECK(is_close(machine.primal, subgradient, 1e-2));
  }
}

TEST_CASE("no other weights have an objective below the dual value, however early training ends") {
  const Toy toy(8, 2);
  for (const std::size_t passes : {1, 3, 30}) {
    StructuredSvmOptions options = exact(0.5);
    options.passes = passes;
    const StructuredSvm machine = structured_svm(toy.truth(), toy.oracle(), options);
    CHECK(machine.gap() > 0.0);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const double length = std::pow(10.0, -static_cast<double>(seed % 5));
      const arma::vec other = machine.w + length * gaussian_matrix(4, 1, 100 + seed).col(0);
      CHECK(toy.objective(other, 0.5) / toy.unit(0.5) >= machine.dual);
    }
  }
}

TEST_CASE("C before the sum of slacks is C n before their mean") {
  const Toy toy(8, 3);
  StructuredSvmOptions options;
  options.C = 0.25;
  const StructuredSvm sum = structured_svm(toy.truth(), toy.oracle(), options);
  options.scaling = SlackScaling::mean;
  const StructuredSvm other = structured_svm(toy.truth(), toy.oracle(), options);
  options.C = 2.0;
  const StructuredSvm mean = structured_svm(toy.truth(), toy.oracle(), options);
  CHECK(arma::approx_equal(mean.w, sum.w, "absdiff", 0.0));
  CHECK(mean.primal == sum.primal);
  CHECK_FALSE(is_close(other.w, sum.w, 0.1));
}

TEST_CASE("an oracle that leaves the true output out is completed by it") {
  const arma::mat truth(1, 1, arma::fill::value(5.0));
  const LossAugmentedArgmax oracle = [](arma::uword, const arma::vec&) {
    return JointAnswer{arma::vec{1.0}, 0.5};
  };
  // w = loss / psi = 1/8 meets the margin; without the true output the slack would go on below 0.
  const StructuredSvm machine = structured_svm(truth, oracle, exact(100.0));
  CHECK(is_close(machine.w(0), 0.125, 1e-12));
  CHECK(is_close(machine.primal, 0.5 * 0.125 * 0.125 / 100.0, 1e-12));
}

TEST_CASE("oracle calls are counted, with those for the gap, and their time is part of all time") {
  const Toy toy(8, 4);
  std::size_t calls = 0;
  const LossAugmentedArgmax counting = [&](arma::uword i, const arma::vec& w) {
    ++calls;
    return toy.oracle()(i, w);
  };
  StructuredSvmOptions options;
  options.passes = 25;
  options.tolerance = 0.0;
  const StructuredSvm machine = structured_svm(toy.truth(), counting, options);
  CHECK(machine.oracle_calls == calls);
  CHECK(machine.oracle_calls == 26 * 8);
  options.tolerance = 1e6;
  CHECK(structured_svm(toy.truth(), toy.oracle(), options).oracle_calls == 2 * 8);
}

TEST_CASE("bad options, features and answers are refused") {
  const auto message = [](const StructuredSvmOptions& options, const JointAnswer& answer = {{1.0, 2.0}, 0.5},
                          const arma::mat& truth = arma::mat(2, 3, arma::fill::ones)) {
    return thrown_message<NumericalError>([&] {
      structured_svm(
          truth, [&](arma::uword, const arma::vec&) { return answer; }, options);
    });
  };
  StructuredSvmOptions bad;
  bad.C = 0.0;
  CHECK(message(bad) == "structured SVM: C is 0, expected > 0");
  bad.C = arma::datum::inf;
  CHECK(message(bad) == "structured SVM: C is inf, expected > 0");
  bad = {};
  bad.passes = 0;
  CHECK(message(bad) == "structured SVM: 0 passes, expected >= 1");
  bad = {};
  bad.tolerance = arma::datum::nan;
  CHECK(message(bad) == "structured SVM: tolerance is nan, expected >= 0");
  CHECK(message({}, {{1.0}, 0.5}) == "structured SVM: the oracle's answer has 1 features, expected 2");
  CHECK(message({}, {{1.0, arma::datum::nan}, 0.5}) ==
        "features of the oracle's answer: entry (1, 0) is nan, not a finite number");
  CHECK(message({}, {{1.0, 2.0}, -0.5}) ==
        "structured SVM: the oracle's answer has loss -0.5, expected >= 0");
  CHECK(message({}, {{1.0, 2.0}, 0.5}, arma::mat(2, 0)) == "structured SVM: no training samples");
  CHECK(message({}, {{1.0, 2.0}, 0.5}, arma::mat(2, 1, arma::fill::value(arma::datum::inf))) ==
        "joint features: entry (0, 0) is inf, not a finite number");
}

}  // namespace preimage::experiments::car_localization
