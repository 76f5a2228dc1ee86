#include "experiments/known_length_strings/tagged_strings.hpp"

#include <array>

namespace preimage::experiments::known_length_strings {

namespace {

constexpr double kSwitch = 0.2;  // probability that the output symbol changes
constexpr std::size_t kShortest = 10;
constexpr std::size_t kLongest = 20;

using Row = std::array<double, 3>;
using Matrix = std::array<Row, 3>;

/// [model][output symbol][from][to]
constexpr std::array<std::array<Matrix, 2>, 2> kTransitions = {{
    {{{{{0, 0, 1}, {0, 0, 1}, {1, 0, 0}}}, {{{0.5, 0.5, 0}, {0.5, 0.5, 0}, {0, 1, 0}}}}},
    {{{{{0.5, 0.5, 0}, {0.5, 0.5, 0}, {0, 0.5, 0.5}}}, {{{1, 0, 0}, {0, 1, 0}, {0, 1, 0}}}}},
}};

std::size_t draw_from(const Row& row, base::Random& random) {
  const double u = random.uniform();
  if (u < row[0]) return 0;
  return u < row[0] + row[1] ? 1 : 2;
}

}  // namespace

double transition(std::size_t model, std::size_t output, std::size_t from, std::size_t to) {
  return kTransitions.at(model).at(output).at(from).at(to);
}

TaggedStrings draw_tagged_strings(std::size_t n, base::Random& random) {
  TaggedStrings strings;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t model = random.below(2);
    const std::size_t length = kShortest + random.below(kLongest - kShortest + 1);
    std::size_t state = random.below(2);
    std::size_t symbol = random.below(3);
    std::string input;
    std::string output;
    for (std::size_t p = 0; p < length; ++p) {
      if (p > 0) {
        if (random.uniform() < kSwitch) state = 1 - state;
        symbol = draw_from(kTransitions[model][state][symbol], random);
      }
      input += static_cast<char>('a' + symbol);
      output += static_cast<char>('1' + state);
    }
    strings.inputs.push_back(input);
    strings.outputs.push_back(output);
  }
  return strings;
}

}  // namespace preimage::experiments::known_length_strings
