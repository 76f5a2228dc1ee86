// The window baseline against a brute-force definition.
#include <iterator>
#include <map>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/registry/testing_runs.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

using namespace testing;

namespace {

/// Symbols of `input` around `position`, with '#' outside.
std::string window_of(const std::string& input, long position, long window) {
  std::string result;
  for (long p = position - window / 2; p <= position + window / 2; ++p) {
    result += p < 0 || p >= static_cast<long>(input.size()) ? '#' : input[static_cast<std::size_t>(p)];
  }
  return result;
}

/// Of all training positions no farther than the k-th nearest, the most frequent symbol.
char vote(const testing::Problem& problem, const arma::uvec& train, const std::string& query, std::size_t k) {
  std::multimap<int, char> by_distance;
  for (arma::uword j : train) {
    for (std::size_t p = 0; p < problem.output_strings[j].size(); ++p) {
      const std::string other =
          window_of(problem.input_strings[j], static_cast<long>(p), static_cast<long>(query.size()));
      int differ = 0;
      for (std::size_t w = 0; w < query.size(); ++w) differ += query[w] != other[w] ? 1 : 0;
      by_distance.emplace(differ, problem.output_strings[j][p]);
    }
  }
  auto kth = by_distance.begin();
  std::advance(kth, k - 1);
  std::map<char, int> votes;
  for (const auto& [distance, symbol] : by_distance) votes[symbol] += distance <= kth->first ? 1 : 0;
  return votes['2'] > votes['1'] ? '2' : '1';
}

}  // namespace

TEST_CASE("window neighbours: every symbol by all positions no farther than the k-th") {
  const testing::Problem problem = toy_problem();
  const samples::Split split = strided_split(problem.size(), 4);
  for (const long window : {1L, 3L, 5L}) {
    const auto learner = make_learner(
        "{method: window_nearest_neighbours, k: [7, 1], ties: all_tied, window: " + std::to_string(window) +
            "}",
        problem);
    REQUIRE(learner->grid().size() == 2);
    CHECK(learner->grid()[0] == base::Parameters{{"k", 1.0}});
    for (std::size_t g = 0; g < 2; ++g) {
      const auto predicted = std::get<outputs::NewStrings>(learner->predict(g, split).value).strings;
      for (std::size_t i = 0; i < split.test.n_elem; ++i) {
        const std::string& input = problem.input_strings[split.test(i)];
        std::string expected;
        for (std::size_t p = 0; p < input.size(); ++p) {
          expected +=
              vote(problem, split.train, window_of(input, static_cast<long>(p), window), g == 0 ? 1 : 7);
        }
        CHECK(predicted[i] == expected);
      }
    }
  }
}

TEST_CASE(
    "window neighbours: random ties depend on the seed and on the sample, not on the samples beside it") {
  const testing::Problem problem = toy_problem();
  const samples::Split split = strided_split(problem.size(), 4);
  const std::string method = "{method: window_nearest_neighbours, k: 1, ties: random, window: 1, seed: ";
  const auto predict = [&](const std::string& seed, const samples::Split& part) {
    return std::get<outputs::NewStrings>(make_learner(method + seed + "}", problem)->predict(0, part).value)
        .strings;
  };
  const std::vector<std::string> all = predict("1", split);
  CHECK(predict("2", split) != all);
  CHECK(predict("1", {split.train, split.test.tail(1)}) == std::vector<std::string>{all.back()});
}

TEST_CASE("window neighbours: k larger than the stored positions, and a training output of another length") {
  testing::Problem problem = toy_problem();
  const samples::Split split{{0, 1}, {2}};
  const std::size_t positions = problem.output_strings[0].size() + problem.output_strings[1].size();
  const auto error = [&](auto kind, const std::string& k) {
    return thrown_message<decltype(kind)>([&] {
      make_learner("{method: window_nearest_neighbours, ties: all_tied, window: 3, k: " + k + "}", problem)
          ->predict(0, split);
    });
  };
  CHECK(error(NumericalError(""), "500") ==
        "500 neighbours asked for among " + std::to_string(positions) + " training positions");
  problem.output_strings[1] = "12";
  problem.input_strings[1] = "abc";
  CHECK(error(std::invalid_argument(""), "1") ==
        "sample 1: the input has 3 and the output 2 symbols, expected as many (length known; "
        "per_position takes others by `length: stop`)");
}

}  // namespace preimage::suite::registry
