#include "experiments/car_localization/detections.hpp"

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage::experiments::car_localization;
using preimage::samples::Box;
using preimage::samples::ScoredBox;
using preimage::suite::figures::GreyImage;
using preimage::testing::thrown_message;

namespace {

std::vector<Box> kept(std::vector<ScoredBox> boxes, double max_overlap, std::size_t max_boxes = 99) {
  std::vector<Box> result;
  for (const ScoredBox& box : suppress_overlaps(std::move(boxes), max_overlap, max_boxes))
    result.push_back(box.box);
  return result;
}

/// A box of 100 x 40 at (x, y).
Box car(int x, int y) {
  return {x, y, 100, 40};
}

bool overlaps_half(const Box& found, const Box& truth) {
  return preimage::samples::intersection_over_union(found, truth) >= 0.5;
}

}  // namespace

TEST_CASE("sliding boxes by hand") {
  const auto inside = sliding_boxes(GreyImage{12, 5, {}}, 10, 4, 1, 0.0);
  CHECK(inside ==
        std::vector<Box>{
            {0, 0, 10, 4}, {1, 0, 10, 4}, {2, 0, 10, 4}, {0, 1, 10, 4}, {1, 1, 10, 4}, {2, 1, 10, 4}});
  const auto across = sliding_boxes(GreyImage{12, 4, {}}, 10, 4, 2, 0.1);
  CHECK(across == std::vector<Box>{{-1, 0, 10, 4}, {1, 0, 10, 4}, {3, 0, 10, 4}});
  CHECK(sliding_boxes(GreyImage{9, 4, {}}, 10, 4, 2, 0.0).empty());
  CHECK(sliding_boxes(GreyImage{9, 4, {}}, 10, 4, 2, 0.1) == std::vector<Box>{{-1, 0, 10, 4}});
  const std::string expected = "sliding_boxes: width, height, step from 1 and outside in [0, 1) expected";
  for (const double outside : {-0.1, 1.0}) {
    CHECK(thrown_message<std::invalid_argument>([&] {
            sliding_boxes(GreyImage{9, 4, {}}, 3, 3, 1, outside);
          }) == expected);
  }
  CHECK(thrown_message<std::invalid_argument>([&] {
          sliding_boxes(GreyImage{9, 4, {}}, 3, 3, 0, 0.1);
        }) == expected);
}

TEST_CASE("suppression keeps the best of what overlaps") {
  const Box a{0, 0, 10, 10}, b{5, 0, 10, 10}, c{10, 0, 10, 10};  // a-b and b-c overlap by 1/3
  CHECK(kept({{a, 1.0}, {b, 3.0}, {c, 2.0}}, 0.2) == std::vector<Box>{b});
  CHECK(kept({{a, 3.0}, {b, 2.0}, {c, 1.0}}, 0.2) == std::vector<Box>{a, c});  // b is gone and covers nothing
  CHECK(kept({{a, 1.0}, {b, 3.0}, {c, 2.0}}, 0.34) == std::vector<Box>{b, c, a});
  CHECK(kept({{a, 1.0}, {b, 3.0}, {c, 2.0}}, 0.34, 2) == std::vector<Box>{b, c});
  CHECK(kept({{b, 1.0}, {a, 1.0}, {c, 1.0}}, 0.2) == std::vector<Box>{b});  // equal scores: the first
  CHECK(kept({{a, 1.0}, {{0, 0, 10, 20}, 0.5}}, 0.5) ==
        std::vector<Box>{a, {0, 0, 10, 20}});  // exactly at it
  CHECK(kept({}, 0.5).empty());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(thrown_message<preimage::NumericalError>([&] {
          kept({{a, nan}}, 0.5);
        }) == "suppress_overlaps: a box's score is NaN");
}

TEST_CASE("one detection per car is correct, the rest are false") {
  const std::vector<Box> cars{car(0, 0), car(120, 0)};
  const std::vector<ScoredBox> found{
      {car(2, 0), 5.0}, {car(0, 0), 4.0}, {car(50, 0), 3.0}, {car(118, 2), 2.0}, {car(120, 0), 1.0}};
  CHECK(correct_detections(found, cars, overlaps_half) == std::vector<bool>{true, false, false, true, false});
  CHECK(correct_detections(found, {}, overlaps_half) == std::vector<bool>(5, false));
  CHECK(correct_detections({}, cars, overlaps_half).empty());
}

TEST_CASE("a detection that matches two cars takes the nearer one") {
  const std::vector<Box> cars{car(0, 0), car(30, 0)};
  const std::vector<ScoredBox> found{{car(20, 0), 2.0}, {car(10, 0), 1.0}};
  CHECK(correct_detections(found, cars, overlaps_half) == std::vector<bool>{true, true});
}
