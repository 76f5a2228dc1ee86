#include "preimage/sequences/per_position.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/sequences/testing_strings.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::base::Random;
using preimage::testing::is_close;
using preimage::testing::thrown_message;
using namespace preimage::sequences;

namespace {

using Strings = std::vector<std::string>;

Strings random_strings(const std::vector<std::size_t>& lengths, const std::string& alphabet, Random& random) {
  Strings strings;
  for (std::size_t length : lengths)
    strings.push_back(preimage::testing::random_string(length, alphabet, random));
  return strings;
}

/// The window as text; '#' is the pad symbol, which the strings of these tests do not hold.
std::string window_of(const std::string& input, std::size_t position, std::size_t window) {
  const std::string pad(window + 30, '#');
  return (pad + input + pad).substr(pad.size() + position - window / 2, window);
}

struct Neighbour {
  double distance;
  std::size_t index;
  char symbol;
};

/// All stored positions by (distance, index), one window text at a time.
std::vector<Neighbour> sorted_neighbours(const Strings& inputs, const Strings& outputs,
                                         const std::string& query, std::size_t position,
                                         const arma::vec& embedding, const PerPositionOptions& options) {
  std::vector<Neighbour> all;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    for (std::size_t p = 0; p < outputs[s].size(); ++p) {
      const std::string a = window_of(query, position, options.window);
      const std::string b = window_of(inputs[s], p, options.window);
      double distance = embedding(s);
      for (std::size_t w = 0; w < options.window; ++w) {
        // One-hot vectors of two different symbols differ by 1 in two places.
        if (a[w] != b[w]) distance += 2.0 * options.window_weight;
      }
      all.push_back({distance, all.size(), outputs[s][p]});
    }
  }
  std::sort(all.begin(), all.end(), [](const Neighbour& a, const Neighbour& b) {
    return std::tie(a.distance, a.index) < std::tie(b.distance, b.index);
  });
  return all;
}

std::string by_definition(const Strings& inputs, const Strings& outputs, const std::string& query,
                          std::size_t length, const arma::vec& embedding, const PerPositionOptions& options) {
  std::string result;
  for (std::size_t p = 0; p < length; ++p) {
    const auto all = sorted_neighbours(inputs, outputs, query, p, embedding, options);
    std::map<char, int> votes;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool is_tied = options.ties == Ties::all_tied && all[i].distance == all[options.k - 1].distance;
      if (i < options.k || is_tied) ++votes[all[i].symbol];
    }
    char best = votes.begin()->first;
    for (const auto& [symbol, count] : votes) {
      if (count > votes[best]) best = symbol;
    }
    result += best;
  }
  return result;
}

struct Example {
  Strings inputs, outputs;
  std::string query;
  arma::vec embedding;
};

/// Quarters as distances, so that sums are exact and ties are ties in any order of adding.
Example random_example(Random& random) {
  const std::vector<std::size_t> lengths = {5, 9, 0, 7, 1, 12};
  Example example{random_strings(lengths, "ab", random), random_strings(lengths, "xyz", random),
                  random_strings({8}, "abc", random)[0], arma::vec(lengths.size())};
  example.embedding.imbue([&] { return 0.25 * static_cast<double>(random.below(9)); });
  return example;
}

}  // namespace

TEST_CASE("votes of the nearest (embedding, window) pairs agree with sorting all of them") {
  Random random(1);
  for (int draw = 0; draw < 5; ++draw) {
    const Example e = random_example(random);
    for (const Ties ties : {Ties::all_tied, Ties::lowest_index}) {
      for (const std::size_t window : {1, 3, 25}) {  // the last is longer than any of the strings
        for (const std::size_t k : {1, 2, 5, 34}) {
          for (const double weight : {0.0, 0.5, 1000.0}) {
            const PerPositionOptions options{window, k, ties, weight};
            const PerPosition decoder(e.inputs, e.outputs, options);
            CHECK(decoder.decode(e.query, 8, e.embedding, random) ==
                  by_definition(e.inputs, e.outputs, e.query, 8, e.embedding, options));
          }
        }
      }
    }
  }
}

TEST_CASE("outputs of other lengths than their inputs: positions beyond the input see padding") {
  Random random(2);
  Example e = random_example(random);
  e.outputs = random_strings({9, 3, 2, 7, 0, 20}, "xy", random);
  const PerPositionOptions options{3, 2, Ties::all_tied, 1.0};
  CHECK(PerPosition(e.inputs, e.outputs, options).decode(e.query, 15, e.embedding, random) ==
        by_definition(e.inputs, e.outputs, e.query, 15, e.embedding, options));
}

TEST_CASE("ties at random: each of the tied is admitted equally often, and nobody else") {
  // Window 1, query b: one match (x), then five that differ equally, of which k - 1 = 2 vote.
  const PerPositionOptions options{1, 3, Ties::random, 1.0};
  const PerPosition decoder({"baaaaa"}, {"xyyzzz"}, options);
  Random random(3);
  std::map<char, int> wins;
  constexpr int kDraws = 20000;
  const std::string query(1, 'b');
  for (int i = 0; i < kDraws; ++i) ++wins[decoder.decode(query, 1, arma::vec{0.0}, random)[0]];
  // Pairs of {y, y, z, z, z}: yy in 1 of 10, zz in 3 of 10; else three symbols with a vote each: x.
  CHECK(is_close(wins['y'] / double{kDraws}, 0.1, 0.0, 0.01));
  CHECK(is_close(wins['z'] / double{kDraws}, 0.3, 0.0, 0.015));
  CHECK(is_close(wins['x'] / double{kDraws}, 0.6, 0.0, 0.015));
}

TEST_CASE("an embedding decides between equal windows") {
  const PerPosition decoder({"aa", "aa"}, {"xx", "yy"}, {3, 1, Ties::all_tied, 1.0});
  Random random(4);
  CHECK(decoder.decode("aa", 2, {0.1, 0.2}, random) == "xx");
  CHECK(decoder.decode("aa", 2, {0.2, 0.1}, random) == "yy");
  CHECK(decoder.decode("", 0, {0.2, 0.1}, random).empty());
}

TEST_CASE("rounding breaks no tie between embeddings") {
  const Strings outputs = {"xx", "yyy", "yyyy", "x"};
  const Strings inputs = {"aa", "aaa", "aaaa", "a"};
  const arma::vec exact = {0.5, 0.5, 0.5, 0.75};
  const arma::vec rounded = {0.5 - 1e-15, 0.5, 0.5 + 1e-15, 0.75};
  for (const Ties ties : {Ties::all_tied, Ties::lowest_index, Ties::random}) {
    const PerPosition decoder(inputs, outputs, {1, 1, ties, 1.0});
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      Random a(seed), b(seed);
      CHECK(decoder.decode("aaa", 3, rounded, a) == decoder.decode("aaa", 3, exact, b));
    }
  }
  const PerPosition decoder(inputs, outputs, {1, 1, Ties::all_tied, 1.0});
  Random random(6);
  CHECK(decoder.decode("a", 1, rounded, random) == "y");  // 7 against 2 votes; "x" alone is nearest by a bit
  CHECK(decoder.predicted_length(arma::reverse(rounded)) == 3);  // 0.75, then a tie of which the first counts
}

TEST_CASE("one embedding far away makes no others equal") {
  const PerPosition decoder({"aa", "aa", "aa", "aa"}, {"xx", "yy", "zz", "zz"},
                            {3, 1, Ties::lowest_index, 1.0});
  Random random(4);
  CHECK(decoder.decode("aa", 2, {0.2, 0.1, 0.3, 1e14}, random) == "yy");
  CHECK(decoder.predicted_length({0.2, 0.1, 0.3, 1e14}) == 2);
}

TEST_CASE("an unknown length is the median length of the nearest outputs") {
  const Strings outputs = {"x", "xxxx", "xx", "xxx", "xxxxxxxxx"};
  const arma::vec distances = {0.3, 0.1, 0.2, 0.1, 9.0};
  const auto length = [&](std::size_t k) {
    return PerPosition(Strings(5, "aaa"), outputs, {3, k, Ties::all_tied, 1.0}).predicted_length(distances);
  };
  CHECK(length(1) == 4);  // of the two at 0.1 the first
  CHECK(length(2) == 3);  // the lower median of 3 and 4
  CHECK(length(3) == 3);
  CHECK(length(5) == 3);
  CHECK(thrown_message<NumericalError>([&] { length(6); }) ==
        "6 neighbours asked for among 5 training strings");
}

TEST_CASE("what cannot be answered is refused") {
  const auto error = [](const PerPositionOptions& options) {
    return thrown_message<NumericalError>([&] { PerPosition({"ab", "a"}, {"xy", "x"}, options); });
  };
  CHECK(error({4, 1, Ties::all_tied, 1.0}) == "window is 4, expected an odd number >= 1");
  CHECK(error({3, 4, Ties::all_tied, 1.0}) == "4 neighbours asked for among 3 training positions");
  CHECK(error({3, 0, Ties::all_tied, 1.0}) == "0 neighbours asked for among 3 training positions");
  Random random(5);
  CHECK_THROWS_AS(PerPosition({"ab"}, {"xy"}, {}).decode("a", 1, {arma::datum::nan}, random), NumericalError);
}
