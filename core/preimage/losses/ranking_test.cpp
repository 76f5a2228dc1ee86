#include "preimage/losses/ranking.hpp"

#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace losses = preimage::losses;
using preimage::NumericalError;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace {

/// The definition: over all pairs of a positive and a negative sample.
double pairwise_roc_area(const arma::vec& scores, const std::vector<bool>& is_positive) {
  double wins = 0.0, pairs = 0.0;
  for (arma::uword i = 0; i < scores.n_elem; ++i) {
    for (arma::uword j = 0; j < scores.n_elem; ++j) {
      if (!is_positive[i] || is_positive[j]) continue;
      pairs += 1.0;
      wins += scores(i) > scores(j) ? 1.0 : scores(i) == scores(j) ? 0.5 : 0.0;
    }
  }
  return wins / pairs;
}

}  // namespace

TEST_CASE("ROC area by hand") {
  CHECK(losses::roc_area({3.0, 2.0, 1.0}, {true, false, false}) == 1.0);
  CHECK(losses::roc_area({3.0, 2.0, 1.0}, {false, false, true}) == 0.0);
  CHECK(losses::roc_area({3.0, 2.0, 1.0}, {false, true, false}) == 0.5);
  CHECK(losses::roc_area({1.0, 1.0, 1.0, 1.0}, {true, false, false, true}) == 0.5);
  CHECK(losses::roc_area({2.0, 1.0, 1.0}, {true, true, false}) == 0.75);
}

TEST_CASE("ROC area equals the count over all pairs, with and without equal scores") {
  preimage::base::Random random(5);
  for (const std::size_t levels : {3, 10, 100000}) {
    arma::vec scores(60);
    std::vector<bool> is_positive;
    for (double& score : scores) {
      score = static_cast<double>(random.below(levels));
      is_positive.push_back(random.below(3) == 0);
    }
    CHECK(is_close(losses::roc_area(scores, is_positive), pairwise_roc_area(scores, is_positive), 1e-14));
  }
}

TEST_CASE("precision and recall by hand: a point per distinct score, in falling order") {
  //                        ranks: 0.9 hit, 0.8 hit, 0.5 miss and hit, 0.1 miss; two cars were never found
  const auto curve = losses::precision_recall({0.5, 0.9, 0.1, 0.5, 0.8}, {false, true, false, true, true}, 5);
  CHECK(is_close(curve.thresholds, arma::vec{0.9, 0.8, 0.5, 0.1}, 1e-15));
  CHECK(is_close(curve.precision, arma::vec{1.0, 1.0, 0.75, 0.6}, 1e-15));
  CHECK(is_close(curve.recall, arma::vec{0.2, 0.4, 0.6, 0.6}, 1e-15));
  CHECK(losses::precision_recall({}, {}, 3).recall.n_elem == 0);
}

TEST_CASE("the equal-error rate by hand") {
  const std::vector<bool> hits{true, true, false, true, false};
  const arma::vec scores{5.0, 4.0, 3.0, 2.0, 1.0};
  CHECK(is_close(losses::equal_error_rate(scores, hits, 3), 1.0 / 3.0, 1e-15));  // 2 of the first 3
  CHECK(losses::equal_error_rate(scores, hits, 4) == 0.25);                      // 3 of the first 4
  CHECK(losses::equal_error_rate(scores, hits, 10) == 0.7);                      // 3, and 5 never came
  CHECK(losses::equal_error_rate({1.0, 2.0}, {true, true}, 2) == 0.0);
  CHECK(losses::equal_error_rate({}, {}, 2) == 1.0);
  // Rank 2 falls inside a block of four with two hits: one rank of it holds half a hit.
  CHECK(losses::equal_error_rate({9.0, 1.0, 1.0, 1.0, 1.0}, {true, true, false, true, false}, 3) ==
        1.0 - 2.0 / 3.0);
}

TEST_CASE("at the equal-error rate precision is recall") {
  preimage::base::Random random(8);
  arma::vec scores(50);
  std::vector<bool> hits;
  std::size_t found = 0;
  for (double& score : scores) {
    score = random.uniform();
    hits.push_back(random.below(2) == 0);
    found += hits.back() ? 1 : 0;
  }
  const std::size_t n_relevant = found + 4;
  const auto curve = losses::precision_recall(scores, hits, n_relevant);
  CHECK(curve.precision(n_relevant - 1) == curve.recall(n_relevant - 1));
  CHECK(is_close(losses::equal_error_rate(scores, hits, n_relevant), 1.0 - curve.recall(n_relevant - 1),
                 1e-14));
}

TEST_CASE("rankings refuse scores that are NaN, and counts that do not fit") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto error = [](auto action) { return thrown_message<NumericalError>(action); };
  CHECK(error([&] { losses::roc_area({1.0, nan}, {true, false}); }) == "a ranking: a score is NaN");
  CHECK(error([&] { losses::equal_error_rate({nan}, {true}, 1); }) == "a ranking: a score is NaN");
  CHECK(error([] { losses::roc_area({1.0, 2.0}, {true}); }) == "a ranking: 2 scores for 1 samples");
  CHECK(error([] {
          losses::roc_area({1.0, 2.0}, {true, true});
        }) == "ROC area of 2 positive and 0 negative samples");
  CHECK(error([] {
          losses::precision_recall({1.0, 2.0}, {true, true}, 1);
        }) == "a ranking: 2 correct of 1 relevant samples");
  CHECK(error([] { losses::equal_error_rate({}, {}, 0); }) == "a ranking: 0 correct of 0 relevant samples");
}
