#include "experiments/car_localization/uiuc_criterion.hpp"

#include <doctest/doctest.h>

using preimage::experiments::car_localization::matches_car;
using preimage::samples::Box;

namespace {

Box car(int x, int y) {
  return {x, y, 100, 40};
}

}  // namespace

TEST_CASE("the criterion of the UIUC cars by hand: axes of 25 by 10 pixels for boxes of 100 by 40") {
  const Box truth = car(-5, 30);
  CHECK(matches_car(truth, truth));
  CHECK(matches_car(car(20, 30), truth));
  CHECK_FALSE(matches_car(car(21, 30), truth));
  CHECK(matches_car(car(-30, 30), truth));
  CHECK(matches_car(car(-5, 40), truth));
  CHECK_FALSE(matches_car(car(-5, 19), truth));
  CHECK(matches_car(car(10, 38), truth));  // (15/25)^2 + (8/10)^2 = 1
  CHECK_FALSE(matches_car(car(11, 38), truth));
}

TEST_CASE("the criterion with several sizes counts the width, between centres") {
  const Box truth{0, 0, 200, 80};                // axes 50, 20 and 50
  CHECK(matches_car({25, 10, 150, 60}, truth));  // same centre, dw = 50
  CHECK_FALSE(matches_car({26, 10, 148, 60}, truth));
  CHECK(matches_car({-20, -8, 240, 96}, truth));  // dw = 40: 0.64
  CHECK(matches_car({10, -8, 240, 96}, truth));   // and dx = 30: 0.64 + 0.36
  CHECK_FALSE(matches_car({11, -8, 240, 96}, truth));
}
