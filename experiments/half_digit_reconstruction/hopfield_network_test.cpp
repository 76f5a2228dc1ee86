#include "experiments/half_digit_reconstruction/hopfield_network.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::experiments::half_digit_reconstruction {

using testing::gaussian_matrix;
using testing::is_close;
using testing::make_learner;
using testing::strided_split;
using testing::thrown_message;
using testing::toy_problem;

namespace {

/// newhop's formulas with full d x d matrices; the projector comes from least squares, not from an SVD.
struct Reference {
  arma::mat W;
  arma::vec b;
  Reference(const arma::mat& patterns, double tau, double h) {
    const arma::uword d = patterns.n_cols;
    const arma::vec last = patterns.tail_rows(1).t();
    arma::mat Y = patterns.head_rows(patterns.n_rows - 1).t();
    Y.each_col() -= last;
    const arma::mat TP = Y * arma::pinv(Y);
    const arma::mat TM = arma::eye(d, d) - TP;
    const arma::mat T = TP - tau * TM;
    const arma::vec I_tau = last - T * last;
    W = arma::expmat(h * T);
    const double C1 = std::exp(h) - 1.0;
    const double C2 = -(std::exp(-tau * h) - 1.0) / tau;
    b = (C1 * TP + C2 * TM) * I_tau;
  }
};

arma::mat binary_patterns(arma::uword Q, arma::uword d, std::uint64_t seed) {
  return arma::sign(gaussian_matrix(Q, d, seed));
}

/// Patterns whose differences span less, more, and all of the space.
struct Case {
  arma::uword Q, d;
};
constexpr Case kCases[] = {{4, 12}, {10, 12}, {20, 12}, {2, 3}};

}  // namespace

TEST_CASE("weights and bias equal newhop's formulas, whichever subspace is smaller") {
  for (const Case& c : kCases) {
    CAPTURE(c.Q);
    arma::mat patterns = arma::clamp(0.5 * gaussian_matrix(c.Q, c.d, 41), -1.0, 1.0);
    if (c.Q == 10) patterns.row(3) = 0.5 * (patterns.row(1) + patterns.row(2));  // known by rounding alone
    for (const HopfieldOptions& options : {HopfieldOptions{}, HopfieldOptions{2.0, 0.5}}) {
      const HopfieldNetwork network(patterns, options);
      const Reference reference(patterns, options.tau, options.h);
      CHECK(is_close(network.weight_matrix(), reference.W, 1e-10));
      CHECK(is_close(network.bias(), reference.b, 1e-10, 1e-12));  // b is 0 where the span is all
    }
  }
}

TEST_CASE("the low-rank iteration equals the iteration with the whole matrix") {
  for (const Case& c : kCases) {
    CAPTURE(c.Q);
    const arma::mat patterns = arma::clamp(0.5 * gaussian_matrix(c.Q, c.d, 42), -1.0, 1.0);
    const HopfieldNetwork network(patterns);
    const Reference reference(patterns, 10.0, 0.15);
    arma::mat states = 0.3 * gaussian_matrix(70, c.d, 43);  // more than one block of samples
    const HopfieldNetwork::Run run = network.run(states, 6);
    double step = 0.0;
    for (int iteration = 0; iteration < 6; ++iteration) {
      arma::mat next = states * reference.W.t();
      next.each_row() += reference.b.t();
      next = arma::clamp(next, -1.0, 1.0);
      step = arma::abs(next - states).max();
      states = next;
    }
    CHECK(is_close(run.states, states, 1e-9));
    CHECK(is_close(run.largest_step, step, 0.0, 1e-9));
  }
}

TEST_CASE("while few entries move the iteration equals that with the whole matrix, for hundreds of steps") {
  const arma::mat patterns = binary_patterns(30, 60, 50);
  const HopfieldNetwork network(patterns);
  const Reference reference(patterns, 10.0, 0.15);
  arma::mat states = patterns;
  states.tail_cols(30).zeros();  // patterns of which half is known
  for (int steps : {20, 400}) {
    CAPTURE(steps);
    arma::mat expected = states;
    arma::uword few = 0;  // steps in which few entries move
    for (int s = 0; s < steps; ++s) {
      arma::mat next = expected * reference.W.t();
      next.each_row() += reference.b.t();
      next = arma::clamp(next, -1.0, 1.0);
      const arma::uword moved = arma::accu(next != expected);
      few += moved > 0 && moved * 4 <= expected.n_rows * 29 ? 1 : 0;
      expected = next;
    }
    CHECK(few > 2);
    CHECK(is_close(network.run(states, steps).states, expected, 1e-9));
  }
}

TEST_CASE("binary patterns are equilibria and attract what is near them") {
  const arma::mat patterns = binary_patterns(5, 16, 44);
  const HopfieldNetwork network(patterns);
  const HopfieldNetwork::Run stayed = network.run(patterns, 700);
  CHECK(is_close(stayed.states, patterns, 0.0, 1e-8));
  CHECK(stayed.largest_step < 1e-8);
  const arma::mat near = patterns + 0.05 * gaussian_matrix(5, 16, 45);
  CHECK(is_close(network.run(near, 700).states, patterns, 0.0, 1e-8));
}

TEST_CASE("a grey pattern grows: by e^h inside the span, by 1 + C2 outside") {
  const arma::mat patterns = 0.2 * binary_patterns(5, 16, 46);
  const HopfieldNetwork network(patterns);
  arma::mat differences = patterns.head_rows(4).t();
  differences.each_col() -= arma::vec(patterns.row(4).t());
  const arma::mat inside = patterns * differences * arma::pinv(differences);
  const double C2 = (1.0 - std::exp(-1.5)) / 10.0;
  CHECK(is_close(network.run(patterns, 1).states, std::exp(0.15) * inside + (1.0 + C2) * (patterns - inside),
                 1e-10));
}

TEST_CASE("states stay in [-1, 1]") {
  const HopfieldNetwork network(binary_patterns(6, 9, 47));
  const arma::mat states = network.run(5.0 * gaussian_matrix(30, 9, 48), 3).states;
  CHECK(states.max() <= 1.0);
  CHECK(states.min() >= -1.0);
}

TEST_CASE("equal patterns leave a network that only decays towards them") {
  const arma::mat patterns(3, 4, arma::fill::ones);
  const HopfieldNetwork network(patterns);
  CHECK(is_close(network.weight_matrix(), std::exp(-1.5) * arma::mat(4, 4, arma::fill::eye), 1e-14));
  CHECK(is_close(network.run(arma::mat(1, 4, arma::fill::zeros), 100).states,
                 arma::mat(1, 4, arma::fill::ones), 1e-12));
}

TEST_CASE("too few patterns and numbers that are none are errors") {
  CHECK(thrown_message<NumericalError>([] { HopfieldNetwork(arma::mat(1, 4, arma::fill::ones)); }) ==
        "a Hopfield network needs at least two patterns");
  arma::mat patterns = binary_patterns(3, 4, 49);
  const HopfieldNetwork network(patterns);
  patterns(1, 2) = arma::datum::nan;
  CHECK(thrown_message<NumericalError>([&] { HopfieldNetwork{patterns}; }) ==
        "Hopfield patterns: entry (1, 2) is nan, not a finite number");
  CHECK(thrown_message<NumericalError>([&] { network.run(patterns, 1); }) ==
        "Hopfield start states: entry (1, 2) is nan, not a finite number");
}

TEST_CASE("the Hopfield network's answer is the training pattern nearest to where it stands") {
  const testing::Problem problem = toy_problem();
  const samples::Split split = strided_split(45, 4);
  const arma::mat patterns = problem.complete_patterns.rows(split.train);
  const auto run = HopfieldNetwork(patterns, {5.0, 0.2}).run(problem.partial_patterns.rows(split.test), 9);
  for (const char* compare_to : {"complete", "output"}) {
    const arma::uword first = std::string(compare_to) == "complete" ? 0 : 2;
    const auto learner = make_learner(
        std::string("{method: hopfield_network, tau: 5, h: 0.2, steps: 9, compare_to: ") + compare_to + "}",
        problem);
    const outputs::Prediction prediction = learner->predict(0, split);
    for (arma::uword i = 0; i < split.test.n_elem; ++i) {
      arma::mat differences = patterns.cols(first, 4);
      differences.each_row() -= run.states.row(i).subvec(first, 4);
      const arma::uword nearest = arma::vec(arma::sum(arma::square(differences), 1)).index_min();
      CHECK(std::get<outputs::Chosen>(prediction.value).samples(i) == split.train(nearest));
    }
    REQUIRE(prediction.notes.size() == 1);
    CHECK(prediction.notes[0] == fmt::format("largest step of the last iteration {:.3g}", run.largest_step));
  }
}

}  // namespace preimage::experiments::half_digit_reconstruction
