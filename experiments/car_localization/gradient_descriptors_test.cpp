#include "experiments/car_localization/gradient_descriptors.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "experiments/car_localization/testing_images.hpp"
#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage::experiments::car_localization;
using preimage::suite::figures::GreyImage;
using preimage::testing::is_close;

namespace {

double grey(const GreyImage& image, long x, long y) {
  const long column = std::clamp(x, 0L, static_cast<long>(image.width) - 1);
  const long row = std::clamp(y, 0L, static_cast<long>(image.height) - 1);
  return image.pixels[static_cast<std::size_t>(row) * image.width + static_cast<std::size_t>(column)];
}

/// The descriptor around (x, y) by its definition: every pixel of the patch, every bin.
arma::vec slow_descriptor(const GreyImage& image, long x, long y, const DescriptorOptions& options) {
  const long half = static_cast<long>(options.patch) / 2;
  const std::size_t side = options.patch / options.cells;
  const double turn = static_cast<double>(options.orientations);
  const double step = (options.is_signed ? 2.0 : 1.0) * std::numbers::pi / turn;
  arma::vec h(options.length(), arma::fill::zeros);
  for (std::size_t r = 0; r < options.patch; ++r) {
    for (std::size_t c = 0; c < options.patch; ++c) {
      const long px = x - half + static_cast<long>(c), py = y - half + static_cast<long>(r);
      const double gx = (grey(image, px + 1, py) - grey(image, px - 1, py)) / 2.0;
      const double gy = (grey(image, px, py + 1) - grey(image, px, py - 1)) / 2.0;
      const std::size_t cell = r / side * options.cells + c / side;
      for (std::size_t b = 0; b < options.orientations; ++b) {
        const double apart = std::remainder(std::atan2(gy, gx) / step - static_cast<double>(b), turn);
        h(cell * options.orientations + b) +=
            std::hypot(gx, gy) * std::max(0.0, 1.0 - std::abs(apart)) / static_cast<double>(side * side);
      }
    }
  }
  if (arma::norm(h) < std::max(options.flat_norm, 1e-9)) return arma::vec(h.n_elem, arma::fill::zeros);
  h = arma::clamp(arma::normalise(h), 0.0, options.clip);
  return arma::normalise(h);
}

void check_against_definition(const GreyImage& image, const DescriptorOptions& options) {
  const Grid grid = descriptor_grid(image, options);
  const arma::mat fast = gradient_descriptors(image, options);
  REQUIRE(fast.n_cols == grid.columns * grid.rows);
  for (arma::uword i = 0; i < fast.n_cols; ++i) {
    const long x = grid.offset + static_cast<long>(i % grid.columns) * grid.stride;
    const long y = grid.offset + static_cast<long>(i / grid.columns) * grid.stride;
    CHECK(is_close(fast.col(i), slow_descriptor(image, x, y, options), 1e-9, 1e-12));
  }
}

std::string option_error(const DescriptorOptions& options) {
  return preimage::testing::thrown_message<std::invalid_argument>([&] { options.require_valid(); });
}

}  // namespace

TEST_CASE("grid points begin at half a stride and stay inside the image") {
  const GreyImage image{100, 40, {}};
  CHECK(descriptor_grid(image, {}) == Grid{3, 6, 17, 7});  // 3, 9, ..., 99 and 3, ..., 39
  CHECK(descriptor_grid(image, {.stride = 5}) == Grid{2, 5, 20, 8});
  CHECK(descriptor_grid(image, {.stride = 1}) == Grid{0, 1, 100, 40});
  CHECK(descriptor_grid(GreyImage{3, 4, {}}, {}) == Grid{3, 6, 0, 1});
}

TEST_CASE("descriptors by integral images equal their definition") {
  const GreyImage noise = noise_image(31, 26, 1);
  check_against_definition(noise, {});
  check_against_definition(noise, {.stride = 5, .is_signed = false});
  check_against_definition(noise, {.patch = 12, .stride = 7, .cells = 3, .orientations = 6, .clip = 0.5});
  check_against_definition(noise_image(5, 9, 2), {.stride = 2});  // smaller than a patch
  check_against_definition(noise_image(9, 7, 3), {.stride = 1});  // from the first column on
}

TEST_CASE("descriptors have norm 1 or, where the patch is flat, are zero") {
  const auto step = drawn_image(80, 40, [](std::size_t x, std::size_t) { return x < 20 ? 10 : 200; });
  const arma::mat descriptors = gradient_descriptors(step, {});
  const arma::rowvec norms = arma::sqrt(arma::sum(arma::square(descriptors), 0));
  const Grid grid = descriptor_grid(step, {});
  for (arma::uword c = 0; c < grid.columns; ++c) {
    const double x = 3.0 + 6.0 * static_cast<double>(c);
    // The gradient is in columns 19 and 20.
    CHECK(is_close(norms(c), x - 12.0 <= 20.0 && x + 12.0 > 19.0 ? 1.0 : 0.0, 1e-12));
  }
  const GreyImage grey(drawn_image(30, 30, [](std::size_t, std::size_t) { return 77; }));
  CHECK(gradient_descriptors(grey, {.flat_norm = 0.0}).is_zero());
}

TEST_CASE(
    "a ramp to the right falls into one bin, one to the left into the opposite, unsigned into the same") {
  const auto right = drawn_image(60, 60, [](std::size_t x, std::size_t) { return 4 * x; });
  const auto left = drawn_image(60, 60, [](std::size_t x, std::size_t) { return 4 * (59 - x); });
  const auto down = drawn_image(60, 60, [](std::size_t, std::size_t y) { return 4 * y; });
  const auto bin = [](const GreyImage& image, bool is_signed) {
    const arma::mat descriptors = gradient_descriptors(image, {.is_signed = is_signed});
    const arma::vec middle = descriptors.col(5 * 10 + 5);  // far from the edges: all cells alike
    CHECK(arma::accu(middle > 0.1) == 16);
    return middle.index_max() % 8;
  };
  CHECK(bin(right, true) == 0);
  CHECK(bin(left, true) == 4);
  CHECK(bin(down, true) == 2);
  CHECK(bin(right, false) == 0);
  CHECK(bin(left, false) == 0);
  CHECK(bin(down, false) == 4);
}

TEST_CASE("descriptor options out of range are named") {
  CHECK(option_error({.patch = 22}) == "patch: expected an even multiple of 4 cells, found 22");
  CHECK(option_error({.patch = 9, .cells = 3}) == "patch: expected an even multiple of 3 cells, found 9");
  CHECK(option_error({.patch = 0}) == "patch: expected an even multiple of 4 cells, found 0");
  CHECK(option_error({.stride = 0}) == "stride: expected at least 1 pixel, found 0");
  CHECK(option_error({.cells = 0}) == "cells: expected at least 1, found 0");
  CHECK(option_error({.orientations = 1}) == "orientations: expected at least 2, found 1");
  CHECK(option_error({.clip = 0.0}) == "clip: expected more than 0, found 0");
  CHECK(option_error({.flat_norm = -1.0}) == "flat_norm: expected at least 0, found -1");
}
