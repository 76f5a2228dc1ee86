#include "experiments/known_length_strings/tagged_strings.hpp"

#include <array>
#include <set>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"

using preimage::base::Random;
using preimage::testing::is_close;
using namespace preimage::experiments::known_length_strings;

namespace {

std::size_t symbol(char c, char first) {
  return static_cast<std::size_t>(c - first);
}

/// The probability of the input's steps under a model, given the output.
double likelihood(const std::string& input, const std::string& output, std::size_t model) {
  double product = 1.0;
  for (std::size_t p = 1; p < input.size(); ++p) {
    product *= transition(model, symbol(output[p], '1'), symbol(input[p - 1], 'a'), symbol(input[p], 'a'));
  }
  return product;
}

}  // namespace

TEST_CASE("the printed transition rows are probabilities, and the four matrices differ") {
  std::set<std::vector<double>> matrices;
  for (std::size_t model = 0; model < 2; ++model) {
    for (std::size_t output = 0; output < 2; ++output) {
      std::vector<double> entries;
      for (std::size_t from = 0; from < 3; ++from) {
        double sum = 0.0;
        for (std::size_t to = 0; to < 3; ++to) {
          entries.push_back(transition(model, output, from, to));
          sum += entries.back();
        }
        CHECK(sum == 1.0);
      }
      matrices.insert(entries);
    }
  }
  CHECK(matrices.size() == 4);
}

TEST_CASE("lengths, switches, starts and models have the frequencies that the text states") {
  Random random(1);
  constexpr std::size_t kDraws = 4000;
  const TaggedStrings strings = draw_tagged_strings(kDraws, random);
  std::array<double, 21> lengths{};
  std::array<double, 3> starts{};
  double switches = 0.0, steps = 0.0, first_model = 0.0, decided = 0.0;
  for (std::size_t i = 0; i < kDraws; ++i) {
    const std::string& input = strings.inputs[i];
    const std::string& output = strings.outputs[i];
    REQUIRE(input.size() == output.size());
    lengths.at(input.size()) += 1.0 / kDraws;
    starts.at(symbol(input[0], 'a')) += 1.0 / kDraws;
    for (std::size_t p = 1; p < output.size(); ++p) {
      switches += output[p] != output[p - 1] ? 1.0 : 0.0;
      steps += 1.0;
    }
    const bool may_be_first = likelihood(input, output, 0) > 0.0;
    const bool may_be_second = likelihood(input, output, 1) > 0.0;
    CHECK((may_be_first || may_be_second));
    if (may_be_first == may_be_second) continue;
    first_model += may_be_first ? 1.0 : 0.0;
    decided += 1.0;
  }
  for (std::size_t length = 0; length < lengths.size(); ++length) {
    CHECK(is_close(lengths[length], length < 10 ? 0.0 : 1.0 / 11.0, 0.0, 0.02));
  }
  for (double share : starts) CHECK(is_close(share, 1.0 / 3.0, 0.0, 0.03));
  CHECK(is_close(switches / steps, 0.2, 0.0, 0.01));
  CHECK(decided > 0.8 * kDraws);
  CHECK(is_close(first_model / decided, 0.5, 0.0, 0.05));
}

TEST_CASE("each row of the walk has the printed frequencies") {
  Random random(2);
  const TaggedStrings strings = draw_tagged_strings(4000, random);
  std::array<std::array<std::array<std::array<double, 3>, 3>, 2>, 2> counts{};
  for (std::size_t i = 0; i < strings.inputs.size(); ++i) {
    const std::string& input = strings.inputs[i];
    const std::string& output = strings.outputs[i];
    const bool first = likelihood(input, output, 0) > 0.0;
    if (first == (likelihood(input, output, 1) > 0.0)) continue;
    for (std::size_t p = 1; p < input.size(); ++p) {
      ++counts[first ? 0 : 1][symbol(output[p], '1')][symbol(input[p - 1], 'a')][symbol(input[p], 'a')];
    }
  }
  for (std::size_t model = 0; model < 2; ++model) {
    for (std::size_t output = 0; output < 2; ++output) {
      for (std::size_t from = 0; from < 3; ++from) {
        const std::array<double, 3>& row = counts[model][output][from];
        const double sum = row[0] + row[1] + row[2];
        for (std::size_t to = 0; to < 3; ++to) {
          CHECK(is_close(row[to] / sum, transition(model, output, from, to), 0.0, 0.05));
        }
      }
    }
  }
}

TEST_CASE("a draw depends on its seed alone") {
  Random a(3), b(3), c(4);
  const TaggedStrings first = draw_tagged_strings(20, a);
  const TaggedStrings second = draw_tagged_strings(20, b);
  CHECK(first.inputs == second.inputs);
  CHECK(first.outputs == second.outputs);
  CHECK(draw_tagged_strings(20, c).inputs != first.inputs);
}
