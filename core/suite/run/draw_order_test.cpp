#include "suite/run/draw_order.hpp"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "suite/study/testing_study.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::run;

namespace {

/// Two repetitions of three readings: the second differs from the first in a learner, the third in its data.
study::Study three_readings() {
  return testing::parse(testing::replaced(testing::toy_config(), "  nested: {",
                                          "  other: {learners.kde.ridge: 0.1, choices_after_seeing: 1}\n"
                                          "  nested: {"));
}

struct Listed {
  std::vector<study::Cell> cells;
  std::vector<const study::Cell*> pointers() const {
    std::vector<const study::Cell*> all;
    for (const study::Cell& cell : cells) all.push_back(&cell);
    return all;
  }
};

Listed list(const study::Study& study) {
  Listed listed;
  for (const study::Reading& reading : study.readings) {
    const auto some = testing::plan_cells(study, reading, 2, testing::stand_in());
    listed.cells.insert(listed.cells.end(), some.begin(), some.end());
  }
  return listed;
}

/// "exclusive 0, other 0, ...": readings and repetitions in their order, each stretch once.
std::string stretches(const std::vector<const study::Cell*>& cells) {
  std::string text, last;
  for (const study::Cell* cell : cells) {
    const std::string here = cell->reading->name + " " + std::to_string(cell->repetition);
    if (here == last) continue;
    text += (text.empty() ? "" : ", ") + here;
    last = here;
  }
  return text;
}

}  // namespace

TEST_CASE("cells of readings that draw alike follow each other draw by draw") {
  const study::Study study = three_readings();
  const Listed listed = list(study);
  const std::vector<const study::Cell*> before = listed.pointers();
  CHECK(stretches(before) == "exclusive 0, exclusive 1, other 0, other 1, nested 0, nested 1");
  std::vector<const study::Cell*> after = in_order_of_draws(before);
  CHECK(stretches(after) == "exclusive 0, other 0, exclusive 1, other 1, nested 0, nested 1");
  // Within a stretch folds and learners stay in their order, and none is lost.
  CHECK(after[1] == before[1]);
  CHECK(after[6] == before[12]);
  std::sort(after.begin(), after.end());
  CHECK(after == before);
}

TEST_CASE("readings draw alike where they differ in learners alone") {
  const study::Study study = three_readings();
  CHECK(draw_alike(study.readings[0], study.readings[1]));
  CHECK_FALSE(draw_alike(study.readings[0], study.readings[2]));
  CHECK(draw_of(study.readings[0], 1) == 1);
}
