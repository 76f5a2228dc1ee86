#include "preimage/samples/image_shifts.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace preimage::samples {

namespace {

using Shift = std::pair<int, int>;  // right, down

/// That of the image itself first.
std::vector<Shift> pairs_of(const std::vector<int>& steps) {
  std::vector<Shift> pairs = {{0, 0}};
  for (const int right : steps) {
    for (const int down : steps) {
      if (right != 0 || down != 0) pairs.emplace_back(right, down);
    }
  }
  return pairs;
}

arma::mat shifted(const arma::mat& images, const ImageShifts& shifts, const Shift& by) {
  arma::mat result(images.n_rows, images.n_cols, arma::fill::value(shifts.background));
  const auto width = static_cast<int>(shifts.width), height = static_cast<int>(shifts.height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int from_x = x - by.first, from_y = y - by.second;
      if (from_x < 0 || from_x >= width || from_y < 0 || from_y >= height) continue;
      result.col(static_cast<arma::uword>(y * width + x)) =
          images.col(static_cast<arma::uword>(from_y * width + from_x));
    }
  }
  return result;
}

}  // namespace

void require_shifts(arma::uword pixels, const ImageShifts& shifts) {
  if (pixels != shifts.width * shifts.height)
    throw std::invalid_argument(fmt::format("shifted images: images of {} numbers, expected {} x {}", pixels,
                                            shifts.width, shifts.height));
  const std::set<int> different(shifts.steps.begin(), shifts.steps.end());
  if (different.size() != shifts.steps.size() || !different.contains(0))
    throw std::invalid_argument("shifted images: different steps expected, 0 among them");
  for (const int step : different) {
    if (static_cast<arma::uword>(std::abs(step)) >= std::min(shifts.width, shifts.height))
      throw std::invalid_argument(fmt::format("shifted images: a step of {} moves an image of {} x {} out",
                                              step, shifts.width, shifts.height));
  }
}

arma::mat with_shifted_copies(const arma::mat& images, const ImageShifts& shifts) {
  require_shifts(images.n_cols, shifts);
  const std::vector<Shift> pairs = pairs_of(shifts.steps);
  arma::mat result(images.n_rows * pairs.size(), images.n_cols);
  for (arma::uword p = 0; p < pairs.size(); ++p) {
    if (images.n_rows > 0)
      result.rows(p * images.n_rows, (p + 1) * images.n_rows - 1) = shifted(images, shifts, pairs[p]);
  }
  return result;
}

}  // namespace preimage::samples
