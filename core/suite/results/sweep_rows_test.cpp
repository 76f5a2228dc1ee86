#include "suite/results/sweep_rows.hpp"

#include <deque>

#include <doctest/doctest.h>

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::results;

namespace {

/// Rows of one learner as a sweep over one axis would leave them.
class Rows {
 public:
  explicit Rows(const std::string& axis, bool is_random = false) {
    options_.axes = {study::parse_axis(axis)};
    if (is_random) options_.random = 1;
    learner_.name = "kde";
    learner_.axes = {0};
  }
  /// The inner loss of a point in each outer fold of repetition 0; nothing for a failed cell.
  void add(const std::string& value, const std::vector<std::optional<double>>& inner_losses,
           int repetition = 0, std::size_t rank = 0) {
    readings_.emplace_back().point = {{options_.axes[0].path, value}};
    for (std::size_t fold = 0; fold < inner_losses.size(); ++fold) {
      study::Cell& cell = cells_.emplace_back();
      cell.reading = &readings_.back();
      cell.repetition = repetition;
      cell.outer_fold = static_cast<int>(fold);
      const bool is_ok = inner_losses[fold].has_value();
      learner_.rows.push_back({readings_.size() - 1, &cell,
                               std::make_shared<const SweepResult>(SweepResult{
                                   is_ok ? "ok" : "failed", is_ok ? "" : "why", inner_losses[fold], {}, {}}),
                               rank});
    }
  }
  std::vector<SweepBest> best() const { return best_points(learner_); }
  /// "value count/folds" of each end.
  std::vector<std::string> edges() const {
    std::vector<std::string> texts;
    for (const SweepEdge& e : edges_of(learner_, best(), options_)) {
      texts.push_back((e.is_near ? "near " : "") + e.value + " " + std::to_string(e.count) + "/" +
                      std::to_string(e.folds));
    }
    return texts;
  }

 private:
  study::SweepOptions options_;
  SweepLearner learner_;
  std::deque<study::Reading> readings_;
  std::deque<study::Cell> cells_;
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("the best point of a fold has the smallest inner loss, of equals the earliest") {
  Rows rows("a=1,2,3,4");
  rows.add("1", {0.3, 0.2});
  rows.add("2", {0.1, 0.2});
  rows.add("3", {0.2, 0.4});
  rows.add("4", {0.1, 0.5});
  const std::vector<SweepBest> best = rows.best();
  REQUIRE(best.size() == 2);
  CHECK(best[0].row()->point == 1);
  CHECK(best[0].equals.size() == 2);
  CHECK(best[1].row()->point == 0);
  CHECK(best[1].outer_fold == 1);
}

TEST_CASE("of losses that rounding does not tell apart the point that the learner prefers is the best") {
  Rows rows("a=1,2,3");
  const double a = ((0.1 + 0.2) + 0.3) / 3.0, b = (0.1 + (0.2 + 0.3)) / 3.0;
  rows.add("1", {a, b, 0.2 + 1e-11}, 0, 2);
  rows.add("2", {b, a, 0.2 + 1e-9}, 0, 0);
  rows.add("3", {0.7, b, 0.2}, 0, 1);
  const std::vector<SweepBest> best = rows.best();
  REQUIRE(best.size() == 3);
  CHECK(best[0].row()->point == 1);
  CHECK(best[0].equals.size() == 2);
  CHECK(best[1].row()->point == 1);
  CHECK(best[1].equals.size() == 3);
  CHECK(best[2].row()->point == 2);
  CHECK(best[2].equals.size() == 2);
}

TEST_CASE("a failed point is not in the running, and a fold of failed points has no best") {
  Rows rows("a=1,2,3");
  rows.add("1", {std::nullopt, std::nullopt});
  rows.add("2", {0.5, std::nullopt});
  rows.add("3", {0.6, std::nullopt});
  const std::vector<SweepBest> best = rows.best();
  REQUIRE(best.size() == 2);
  CHECK(best[0].row()->point == 1);
  CHECK(best[0].failed == 1);
  CHECK(best[1].row() == nullptr);
  CHECK(best[1].failed == 3);
  const FoldLosses losses = fold_losses(best, "");
  CHECK(losses == FoldLosses{{0.5, std::nullopt}});
  CHECK_FALSE(summarise(losses, records::SpreadKind::none).has_value());
}

TEST_CASE("folds are told apart by their repetition") {
  Rows rows("a=1,2");
  rows.add("1", {0.5, 0.1}, 0);
  rows.add("1", {0.4, 0.3}, 1);
  rows.add("2", {0.2, 0.2}, 0);
  rows.add("2", {0.6, 0.2}, 1);
  CHECK(fold_losses(rows.best(), "") == FoldLosses{{0.2, 0.1}, {0.4, 0.2}});
}

TEST_CASE("where nothing has an inner loss there is no best") {
  Rows rows("a=1,2,3");
  CHECK(rows.best().empty());
  rows.add("1", {std::nullopt});
  CHECK(rows.best().empty());
}

TEST_CASE("a best point on an end is counted, one inside or with an equal inside is not") {
  Rows rows("a=0.1:10:log10");
  rows.add("0.1", {0.5, 0.2, 0.4, 0.1});
  rows.add("1", {0.4, 0.2, 0.1, 0.3});
  rows.add("10", {0.3, 0.3, 0.2, 0.2});
  CHECK(rows.edges() == Texts{"0.1 1/4", "10 1/4"});
}

TEST_CASE("an axis of names or of two values has no ends") {
  Rows names("a=x,y,z");
  names.add("x", {0.1});
  names.add("y", {0.2});
  CHECK(names.edges().empty());
  Rows two("a=1,2");
  two.add("1", {0.1});
  two.add("2", {0.2});
  CHECK(two.edges().empty());
  Rows unsorted("a=2,1,3");
  unsorted.add("2", {0.2});
  unsorted.add("1", {0.1});
  CHECK(unsorted.edges() == Texts{"1 1/1"});
}

TEST_CASE("an interval ends with its outermost twentieth, in its scale") {
  Rows rows("a=1e-5:1e5:log10", true);
  rows.add("2e-5", {0.1, 0.5, 0.5});   // log10 at 0.03 of the interval
  rows.add("4e-5", {0.5, 0.1, 0.5});   // at 0.06
  rows.add("90000", {0.5, 0.5, 0.1});  // at 0.995
  CHECK(rows.edges() == Texts{"near 1e-05 1/3", "near 100000 1/3"});
  Rows linear("a=0:100:linear", true);
  linear.add("4", {0.1, 0.2});
  linear.add("94", {0.2, 0.1});
  CHECK(linear.edges() == Texts{"near 0 1/2"});
}
