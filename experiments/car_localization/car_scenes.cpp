#include "experiments/car_localization/car_scenes.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/car_localization/car_drawing.hpp"
#include "preimage/base/random.hpp"

namespace preimage::experiments::car_localization {

namespace {

int between(int low, int high, base::Random& random) {
  return low + static_cast<int>(random.below(static_cast<std::size_t>(high - low + 1)));
}

/// A generator of its own for every image, so that fewer images are a prefix of more.
base::Random generator(std::uint64_t seed, const std::string& kind, std::size_t index) {
  return base::Random(base::derive_seed({"car_scenes", std::to_string(seed), kind, std::to_string(index)}));
}

/// A box of this width that leaves the image by up to 10 % of its size.
samples::Box random_box(const GreyCanvas& canvas, int width, base::Random& random) {
  const int height = car_height(width);
  return {between(-width / 10, canvas.width() - width + width / 10, random),
          between(-height / 10, canvas.height() - height + height / 10, random), width, height};
}

/// The box as an annotator would not have drawn it: off by up to 4 % of its size.
samples::Box loosened(const samples::Box& box, base::Random& random) {
  const int x = std::max(1, box.width / 25), y = std::max(1, box.height / 25);
  const int left = between(-x, x, random), top = between(-y, y, random);
  return {box.left + left, box.top + top, box.width + between(-x, x, random) - left,
          box.height + between(-y, y, random) - top};
}

void scatter_clutter(GreyCanvas& canvas, base::Random& random) {
  const int things = 1 + canvas.width() * canvas.height() / 8000;
  for (int i = 0; i < things; ++i) {
    const int width = between(30, std::max(60, canvas.width() / 2), random);
    samples::Box box = random_box(canvas, width, random);
    box.height = std::max(8, box.height * between(60, 160, random) / 100);
    canvas.draw_clutter(box, random);
  }
}

suite::figures::GreyImage crop(bool is_car, base::Random& random) {
  GreyCanvas canvas(kCarWidth, kCarHeight, random);
  for (int i = between(0, 2, random); i > 0; --i) {
    canvas.draw_clutter(random_box(canvas, between(30, 100, random), random), random);
  }
  if (is_car) canvas.draw_car(loosened({0, 0, kCarWidth, kCarHeight}, random), random);
  return canvas.photograph(random);
}

std::vector<suite::figures::GreyImage> crops(std::size_t count, bool is_car, std::uint64_t seed) {
  std::vector<suite::figures::GreyImage> images;
  for (std::size_t i = 0; i < count; ++i) {
    base::Random random = generator(seed, is_car ? "car" : "other", i);
    images.push_back(crop(is_car, random));
  }
  return images;
}

/// Boxes of one or two cars, apart from each other. The second is left out where it finds no room.
template <class Width>
std::vector<samples::Box> random_boxes(const GreyCanvas& canvas, bool is_pair, Width&& width,
                                       base::Random& random) {
  constexpr int kTrials = 30;
  std::vector<samples::Box> boxes{random_box(canvas, width(), random)};
  for (int trial = 0; is_pair && boxes.size() < 2 && trial < kTrials; ++trial) {
    const samples::Box other = random_box(canvas, width(), random);
    if (samples::overlap_area(boxes[0], other) == 0) boxes.push_back(other);
  }
  return boxes;
}

template <class Width>
Scene scene(GreyCanvas canvas, bool is_pair, Width&& width, base::Random& random) {
  scatter_clutter(canvas, random);
  const std::vector<samples::Box> cars = random_boxes(canvas, is_pair, width, random);
  for (const samples::Box& car : cars) canvas.draw_car(loosened(car, random), random);
  return {canvas.photograph(random), cars};
}

GreyCanvas random_canvas(int min_width, int max_width, int min_height, int max_height, base::Random& random) {
  const int width = between(min_width, max_width, random), height = between(min_height, max_height, random);
  return {static_cast<std::size_t>(width), static_cast<std::size_t>(height), random};
}

}  // namespace

CarImages car_scenes(const CarSceneCounts& counts, std::uint64_t seed) {
  CarImages cars{crops(counts.car_crops, true, seed), crops(counts.other_crops, false, seed), {}, {}};
  for (std::size_t i = 0; i < counts.single_scale; ++i) {
    base::Random random = generator(seed, "single", i);
    const bool is_pair = i % 6 == 5;
    GreyCanvas canvas = random_canvas(is_pair ? 215 : 145, 275, 85, 185, random);
    cars.single_scale.push_back(scene(
        std::move(canvas), is_pair, [] { return kCarWidth; }, random));
  }
  for (std::size_t i = 0; i < counts.multi_scale; ++i) {
    base::Random random = generator(seed, "multi", i);
    const bool is_pair = i % 6 == 5;
    GreyCanvas canvas = random_canvas(is_pair ? 340 : 215, 425, 105, 225, random);
    const auto width = [&] { return between(88, is_pair ? 160 : 212, random); };
    cars.multi_scale.push_back(scene(std::move(canvas), is_pair, width, random));
  }
  return cars;
}

}  // namespace preimage::experiments::car_localization
