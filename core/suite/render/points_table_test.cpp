#include "suite/render/points_table.hpp"

#include <deque>

#include <doctest/doctest.h>

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::render;

namespace {

constexpr const char* kAxisText = "learners.svm.C=1,2";

/// Points 0, 1, ... of one learner, with their numbers as values of the axis: values[point][repetition], each
/// of one fold.
class MeasuredPoints {
 public:
  explicit MeasuredPoints(const std::vector<std::vector<double>>& values) {
    for (std::size_t point = 0; point < values.size(); ++point) {
      study::Reading& reading = readings_.emplace_back();
      reading.point = {{"learners.svm.C", std::to_string(point)}};
      for (std::size_t repetition = 0; repetition < values[point].size(); ++repetition) {
        study::Cell& cell = cells_.emplace_back();
        cell.reading = &reading;
        cell.repetition = static_cast<int>(repetition);
        results::SweepResult result{"ok", "", {}, {{"error", values[point][repetition]}}, {}};
        learner.rows.push_back(
            {point, &cell, std::make_shared<const results::SweepResult>(std::move(result))});
      }
    }
  }
  results::SweepLearner learner = {"svm", {0}, {}};

 private:
  std::deque<study::Reading> readings_;  // rows point into them
  std::deque<study::Cell> cells_;
};

results::SweepHead head_without_folds(int repetitions) {
  results::SweepHead head;
  head.options.axes = {study::parse_axis(kAxisText)};
  head.repetitions = repetitions;
  head.has_inner_folds = false;
  head.outer_folds = 1;
  return head;
}

}  // namespace

TEST_CASE(
    "where nothing chooses among the points each has a line, with the kind of its spread or without one") {
  CHECK(points_table(head_without_folds(2), MeasuredPoints({{0.1, 0.3}, {0.5, 0.5}}).learner) ==
        "  the mean of each point, in their order and none chosen; +- SD over 2 repetitions\n"
        "  point  learners.svm.C  error\n"
        "  0      0               0.2 +- 0.14\n"
        "  1      1               0.5 +- 0\n");
  MeasuredPoints single({{0.1}, {0.5}});
  auto failed = std::make_shared<results::SweepResult>();
  failed->status = "failed";
  single.learner.rows[1].result = failed;
  CHECK(points_table(head_without_folds(1), single.learner) ==
        "  the mean of each point, in their order and none chosen; 1 repetition without folds: no spread\n"
        "  point  learners.svm.C  error\n"
        "  0      0               0.1\n"
        "  1      1               -\n");
  results::SweepHead same = head_without_folds(2);
  same.same_splits = true;
  CHECK(points_table(same, MeasuredPoints({{0.1, 0.3}}).learner) ==
        "  the mean of each point, in their order and none chosen; means over 2 repetitions of one fold: no "
        "spread\n"
        "  point  learners.svm.C  error\n"
        "  0      0               0.2\n");
}

TEST_CASE("twenty points are shown, and how many more there are; without a measure nothing is") {
  const std::vector<std::vector<double>> values(23, {1.0});
  const std::string text = points_table(head_without_folds(1), MeasuredPoints(values).learner);
  CHECK(text.find("\n  19     19              1\n") != std::string::npos);
  CHECK(text.find("\n  20 ") == std::string::npos);
  CHECK(text.ends_with("  and 3 more points, in points.csv\n"));
  CHECK(points_table(head_without_folds(1), {"svm", {}, {}}) == "");
}
