#include "experiments/car_localization/car_scenes.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "experiments/car_localization/car_drawing.hpp"

namespace car_localization = preimage::experiments::car_localization;
namespace samples = preimage::samples;
using preimage::experiments::car_localization::Scene;
using preimage::suite::figures::GreyImage;
using samples::Box;

namespace {

const car_localization::CarSceneCounts kSome{
    .car_crops = 20, .other_crops = 20, .single_scale = 18, .multi_scale = 18};

bool equal(const GreyImage& a, const GreyImage& b) {
  return a.width == b.width && a.height == b.height && a.pixels == b.pixels;
}

bool equal(const Scene& a, const Scene& b) {
  return equal(a.image, b.image) && a.cars == b.cars;
}

template <class Items>
bool is_prefix(const Items& some, const Items& more) {
  return std::equal(some.begin(), some.end(), more.begin(),
                    [](const auto& a, const auto& b) { return equal(a, b); });
}

/// Whether the box leaves the image by at most 10 % of its size on every side.
bool nearly_inside(const Box& box, const GreyImage& image) {
  const int x = box.width / 10, y = box.height / 10;
  return box.left >= -x && box.top >= -y && box.left + box.width <= static_cast<int>(image.width) + x &&
         box.top + box.height <= static_cast<int>(image.height) + y;
}

}  // namespace

TEST_CASE("a car that leaves the image to the left is drawn from the first column on") {
  const auto first_column = [](bool has_car) {
    preimage::base::Random ground(1), car(2), camera(3);
    car_localization::GreyCanvas canvas(60, 30, ground);
    if (has_car) canvas.draw_car({-20, 2, 60, 26}, car);
    const GreyImage image = canvas.photograph(camera);
    std::vector<int> column;
    for (std::size_t y = 0; y < image.height; ++y)
      column.push_back(static_cast<int>(image.pixels[y * image.width]));
    return column;
  };
  CHECK(first_column(true) != first_column(false));
}

TEST_CASE("car_scenes depend on the seed alone, and fewer are a prefix of more") {
  const auto cars = car_localization::car_scenes(kSome, 7);
  const auto fewer = car_localization::car_scenes(
      {.car_crops = 3, .other_crops = 4, .single_scale = 7, .multi_scale = 6}, 7);
  CHECK(is_prefix(fewer.car_crops, cars.car_crops));
  CHECK(is_prefix(fewer.other_crops, cars.other_crops));
  CHECK(is_prefix(fewer.single_scale, cars.single_scale));
  CHECK(is_prefix(fewer.multi_scale, cars.multi_scale));
  const auto other = car_localization::car_scenes(kSome, 8);
  CHECK_FALSE(equal(other.car_crops[0], cars.car_crops[0]));
  CHECK_FALSE(equal(other.single_scale[0].image, cars.single_scale[0].image));
}

TEST_CASE("car_scenes have the structure of the real set") {
  const auto cars = car_localization::car_scenes(kSome, 1);
  CHECK(cars.car_crops.size() == 20);
  CHECK(cars.other_crops.size() == 20);
  for (const auto* crops : {&cars.car_crops, &cars.other_crops}) {
    for (const GreyImage& crop : *crops) {
      CHECK(crop.width == 100);
      CHECK(crop.height == 40);
      CHECK(crop.pixels.size() == 4000);
      CHECK(std::set<int>(crop.pixels.begin(), crop.pixels.end()).size() > 20);
    }
  }
  REQUIRE(cars.single_scale.size() == 18);
  REQUIRE(cars.multi_scale.size() == 18);
  std::set<int> widths;
  std::size_t pairs = 0, leaving = 0;
  for (const auto* scenes : {&cars.single_scale, &cars.multi_scale}) {
    for (const auto& [image, boxes] : *scenes) {
      CHECK(image.pixels.size() == image.width * image.height);
      REQUIRE(!boxes.empty());
      for (const Box& box : boxes) {
        CHECK(box.height == preimage::experiments::car_localization::car_height(box.width));
        CHECK(nearly_inside(box, image));
        const Box whole{0, 0, static_cast<int>(image.width), static_cast<int>(image.height)};
        leaving += samples::overlap_area(box, whole) < samples::area(box) ? 1 : 0;
        if (scenes == &cars.single_scale) CHECK(box.width == 100);
        if (scenes == &cars.multi_scale) widths.insert(box.width);
      }
      if (boxes.size() == 2) CHECK(samples::overlap_area(boxes[0], boxes[1]) == 0);
      pairs += boxes.size() == 2 ? 1 : 0;
    }
  }
  CHECK(*widths.begin() >= 88);
  CHECK(*widths.rbegin() <= 212);
  CHECK(widths.size() > 10);
  CHECK(pairs >= 3);
  CHECK(leaving >= 1);
}
