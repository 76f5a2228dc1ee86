#include "experiments/string_toy/string_pairs.hpp"

#include <array>
#include <map>

#include <doctest/doctest.h>

#include "preimage/base/sha256.hpp"
#include "testing/is_close.hpp"

using preimage::base::Random;
using preimage::testing::is_close;
using namespace preimage::experiments::string_toy;

namespace {

/// Shares of no, one and two edits in 40,000 draws (standard error at most .0025).
std::array<double, 3> shares(NoiseOrder order) {
  Random random(3);
  constexpr int kDraws = 40000;
  std::array<double, 3> result{};
  for (int i = 0; i < kDraws; ++i) result[edit_count(order, random)] += 1.0 / kDraws;
  return result;
}

}  // namespace

TEST_CASE("the three readings of the noise have the probabilities that they state") {
  const auto exclusive = shares(NoiseOrder::exclusive);
  CHECK(is_close(exclusive[1], 0.30, 0.0, 0.01));
  CHECK(is_close(exclusive[2], 0.15, 0.0, 0.01));
  const auto nested = shares(NoiseOrder::nested);
  CHECK(is_close(nested[1], 0.15, 0.0, 0.01));
  CHECK(is_close(nested[2], 0.15, 0.0, 0.01));
  const auto sequential = shares(NoiseOrder::sequential);
  CHECK(is_close(sequential[1], 0.3 * 0.85, 0.0, 0.01));
  CHECK(is_close(sequential[2], 0.3 * 0.15, 0.0, 0.005));
}

TEST_CASE("inputs follow the class's Markov chain") {
  Random random(4);
  const ToyPairs pairs = draw_pairs(6000, NoiseOrder::exclusive, random);
  std::array<double, 3> repeats{};
  std::array<double, 3> steps{};
  std::array<int, 3> members{};
  for (std::size_t i = 0; i < pairs.inputs.size(); ++i) {
    const auto c = static_cast<std::size_t>(pairs.classes[i]);
    ++members[c];
    if (c == 2) CHECK(pairs.inputs[i].find_first_not_of("cd") == std::string::npos);
    for (std::size_t j = 1; j < pairs.inputs[i].size(); ++j) {
      repeats[c] += pairs.inputs[i][j] == pairs.inputs[i][j - 1] ? 1.0 : 0.0;
      steps[c] += 1.0;
    }
  }
  CHECK(is_close(repeats[0] / steps[0], 0.25, 0.0, 0.01));
  CHECK(is_close(repeats[1] / steps[1], 0.7, 0.0, 0.01));
  CHECK(is_close(repeats[2] / steps[2], 0.7, 0.0, 0.01));
  for (int count : members) CHECK(is_close(count / 6000.0, 1.0 / 3.0, 0.0, 0.02));
}

TEST_CASE("a draw depends on its seed alone") {
  Random a(5);
  Random b(5);
  const ToyPairs first = draw_pairs(50, NoiseOrder::nested, a);
  const ToyPairs second = draw_pairs(50, NoiseOrder::nested, b);
  CHECK(first.inputs == second.inputs);
  CHECK(first.outputs == second.outputs);
  std::string all;  // the same strings whatever compiled them
  for (std::size_t i = 0; i < 50; ++i) all += first.inputs[i] + " " + first.outputs[i] + "\n";
  CHECK(preimage::base::sha256(all) == "0e7d73a0893b76c0f2256e226d9acfd94d3aa0c8d843f75b0282021042bd1eb1");
}
