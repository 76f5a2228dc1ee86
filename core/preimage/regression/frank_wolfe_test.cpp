#include "preimage/regression/frank_wolfe.hpp"

#include <doctest/doctest.h>

#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::regression {

namespace {

/// One weight; each block has one wrong answer, and the true one at loss 0 and no difference.
struct OneWeight {
  struct Weights {
    double w = 0.0;
    double squared_norm() const { return w * w; }
  };
  arma::vec psi, losses;
  double scale;  // lambda n
  arma::vec blocks = arma::vec(psi.n_elem, arma::fill::zeros);
  double steps = 0.0;

  double w() const { return arma::accu(blocks) / scale; }
  double at(arma::uword) const { return w(); }
  double at(arma::uword, const Weights& weights) const { return weights.w; }
  FrankWolfeCorner<double> worst_answer(arma::uword i, double at) const {
    if (losses(i) > at * psi(i)) return {psi(i), losses(i)};
    return {0.0, 0.0};
  }
  double hinge(const FrankWolfeCorner<double>& corner, double at) const {
    return corner.loss - at * corner.difference;
  }
  void subtract(arma::uword i, double& difference) const { difference -= blocks(i); }
  double squared_norm(arma::uword, double difference) const { return difference * difference; }
  double squared_norm() const { return w() * w(); }
  void move(arma::uword i, double direction, double gamma, double step) {
    blocks(i) += gamma * direction;
    steps = step;
  }
  Weights weights(double k) const {
    CHECK(k >= steps);
    return {w()};
  }
};

struct FewPasses {
  std::size_t passes = 2000;
  double tolerance = 1e-6;
  std::uint64_t seed = 1;
};

}  // namespace

TEST_CASE("Frank-Wolfe: the bounds close on the smallest objective, which a fine grid of weights finds") {
  const arma::vec psi = {2.0, -1.0, 0.5, 3.0}, losses = {1.0, 0.4, 2.0, 0.3};
  for (const double lambda : {0.01, 0.1, 1.0, 10.0}) {
    const auto objective = [&](double w) {
      double hinges = 0.0;
      for (arma::uword i = 0; i < 4; ++i) hinges += std::max(0.0, losses(i) - w * psi(i));
      return 0.5 * lambda * w * w + hinges / 4.0;
    };
    double smallest = arma::datum::inf;
    for (double w = -10.0; w <= 10.0; w += 1e-4) smallest = std::min(smallest, objective(w));
    OneWeight toy{psi, losses, 4.0 * lambda};
    const auto result = block_frank_wolfe(toy, 4.0, 4, toy.scale, FewPasses{});
    CHECK(testing::is_close(result.bounds.primal, objective(result.weights.w), 1e-12));
    CHECK(testing::is_close(result.bounds.primal, smallest, 1e-5));
    CHECK(result.bounds.dual <= smallest + 1e-12);
    CHECK(result.bounds.gap() <= 1e-6);
    CHECK(result.bounds.passes < 2000);
  }
}

TEST_CASE("Frank-Wolfe: one block with one wrong answer is solved in a step") {
  // w psi = loss is reached where lambda allows it: w = min(loss / psi, psi / lambda).
  for (const double lambda : {0.5, 4.0, 50.0}) {
    OneWeight toy{{2.0}, {0.6}, lambda};
    const auto result = block_frank_wolfe(toy, 1.0, 1, lambda, FewPasses{.passes = 1});
    CHECK(testing::is_close(result.weights.w, std::min(0.3, 2.0 / lambda), 1e-12));
    CHECK(testing::is_close(result.bounds.primal, result.bounds.dual, 1e-12));
    CHECK(toy.steps == 1.0);
  }
}

TEST_CASE("Frank-Wolfe: no passes and a tolerance below 0 are errors; a step is never longer than the way") {
  const auto message = [](const FewPasses& options) {
    return testing::thrown_message<NumericalError>([&] { require_frank_wolfe_options(options, "who"); });
  };
  CHECK(message({.passes = 0}) == "who: 0 passes, expected >= 1");
  CHECK(message({.tolerance = -1.0}) == "who: tolerance is -1, expected >= 0");
  CHECK(frank_wolfe_step(3.0, 2.0) == 1.0);
  CHECK(frank_wolfe_step(1.0, 2.0) == 0.5);
  CHECK(frank_wolfe_step(-1.0, 2.0) == 0.0);
  CHECK(frank_wolfe_step(1.0, 0.0) == 0.0);
}

}  // namespace preimage::regression
