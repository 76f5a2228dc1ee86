#include "experiments/car_localization/gradient_descriptors.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::experiments::car_localization {

namespace {

struct Gradient {
  double x, y;
};

/// Central differences of an image that continues with its outermost pixels.
class Gradients {
 public:
  explicit Gradients(const suite::figures::GreyImage& image)
      : image_(image),
        last_x_(static_cast<long>(image.width) - 1),
        last_y_(static_cast<long>(image.height) - 1) {}
  Gradient at(long x, long y) const {
    return {(grey(x + 1, y) - grey(x - 1, y)) / 2.0, (grey(x, y + 1) - grey(x, y - 1)) / 2.0};
  }

 private:
  double grey(long x, long y) const {
    const auto column = static_cast<std::size_t>(std::clamp(x, 0L, last_x_));
    const auto row = static_cast<std::size_t>(std::clamp(y, 0L, last_y_));
    return image_.pixels[row * image_.width + column];
  }

  const suite::figures::GreyImage& image_;
  long last_x_, last_y_;
};

/// Sums of the orientation histograms of all pixels above and to the left, over the image and a margin
/// around it.
class IntegralOrientations {
 public:
  IntegralOrientations(const suite::figures::GreyImage& image, const DescriptorOptions& options)
      : margin_(static_cast<long>(options.patch / 2)),
        bins_(options.orientations),
        step_((options.is_signed ? 2.0 : 1.0) * std::numbers::pi / static_cast<double>(bins_)),
        columns_(image.width + options.patch + 1),
        sums_(columns_ * (image.height + options.patch + 1) * bins_, 0.0) {
    const Gradients gradients(image);
    std::vector<double> row_sums(bins_);
    const std::size_t rows = image.height + options.patch + 1;
    for (std::size_t r = 1; r < rows; ++r) {
      std::fill(row_sums.begin(), row_sums.end(), 0.0);
      for (std::size_t c = 1; c < columns_; ++c) {
        add(gradients.at(static_cast<long>(c) - 1 - margin_, static_cast<long>(r) - 1 - margin_), row_sums);
        const double* above = &sums_[((r - 1) * columns_ + c) * bins_];
        double* here = &sums_[(r * columns_ + c) * bins_];
        for (std::size_t b = 0; b < bins_; ++b) here[b] = above[b] + row_sums[b];
      }
    }
  }

  /// histogram[b] = the sum over the `side` x `side` pixels from (left, top) on, divided by side^2.
  void mean(long left, long top, std::size_t side, double* histogram) const {
    const auto c = static_cast<std::size_t>(left + margin_), r = static_cast<std::size_t>(top + margin_);
    const double* first = &sums_[(r * columns_ + c) * bins_];
    const double* last = first + side * columns_ * bins_;
    const std::size_t across = side * bins_;
    const double pixels = static_cast<double>(side * side);
    for (std::size_t b = 0; b < bins_; ++b)
      histogram[b] = (last[across + b] - last[b] - first[across + b] + first[b]) / pixels;
  }

 private:
  /// Shares the gradient's length among the two nearest bins.
  void add(const Gradient& gradient, std::vector<double>& histogram) const {
    const double length = std::hypot(gradient.x, gradient.y);
    if (length == 0.0) return;
    const double turn = static_cast<double>(bins_);
    double position = std::atan2(gradient.y, gradient.x) / step_;
    position -= turn * std::floor(position / turn);
    const double lower = std::floor(position), upper_share = position - lower;
    const std::size_t bin = static_cast<std::size_t>(lower) % bins_;
    histogram[bin] += length * (1.0 - upper_share);
    histogram[(bin + 1) % bins_] += length * upper_share;
  }

  long margin_;
  std::size_t bins_;
  double step_;  // angle from one bin to the next
  std::size_t columns_;
  std::vector<double> sums_;  // (rows + 1) x (columns + 1) x bins
};

void normalise(arma::subview_col<double> descriptor, const DescriptorOptions& options) {
  const double norm = arma::norm(descriptor);
  // A difference of large sums leaves a residue of 1e-12 where there is no gradient at all.
  if (norm < std::max(options.flat_norm, 1e-9)) {
    descriptor.zeros();
    return;
  }
  descriptor /= norm;
  descriptor.transform([&](double entry) { return std::clamp(entry, 0.0, options.clip); });
  descriptor /= arma::norm(descriptor);
}

std::size_t points_along(std::size_t length, std::size_t stride) {
  const std::size_t offset = stride / 2;
  return length > offset ? (length - offset - 1) / stride + 1 : 0;
}

}  // namespace

void DescriptorOptions::require_valid() const {
  if (cells < 1) throw std::invalid_argument("cells: expected at least 1, found 0");
  if (patch < 1 || patch % 2 != 0 || patch % cells != 0)
    throw std::invalid_argument(
        fmt::format("patch: expected an even multiple of {} cells, found {}", cells, patch));
  if (stride < 1) throw std::invalid_argument("stride: expected at least 1 pixel, found 0");
  if (orientations < 2)
    throw std::invalid_argument(fmt::format("orientations: expected at least 2, found {}", orientations));
  if (!(clip > 0.0)) throw std::invalid_argument(fmt::format("clip: expected more than 0, found {}", clip));
  if (!(flat_norm >= 0.0))
    throw std::invalid_argument(fmt::format("flat_norm: expected at least 0, found {}", flat_norm));
}

Grid descriptor_grid(const suite::figures::GreyImage& image, const DescriptorOptions& options) {
  options.require_valid();
  return {static_cast<long>(options.stride / 2), static_cast<long>(options.stride),
          points_along(image.width, options.stride), points_along(image.height, options.stride)};
}

arma::mat gradient_descriptors(const suite::figures::GreyImage& image, const DescriptorOptions& options) {
  const Grid grid = descriptor_grid(image, options);
  const IntegralOrientations orientations(image, options);
  const std::size_t side = options.patch / options.cells;
  const long half = static_cast<long>(options.patch / 2);
  arma::mat descriptors(options.length(), grid.columns * grid.rows);
  for (std::size_t i = 0; i < descriptors.n_cols; ++i) {
    const long left = grid.offset + static_cast<long>(i % grid.columns) * grid.stride - half;
    const long top = grid.offset + static_cast<long>(i / grid.columns) * grid.stride - half;
    double* histogram = descriptors.colptr(i);
    for (std::size_t cell = 0; cell < options.cells * options.cells; ++cell) {
      const long x = left + static_cast<long>(cell % options.cells * side);
      const long y = top + static_cast<long>(cell / options.cells * side);
      orientations.mean(x, y, side, histogram + cell * options.orientations);
    }
    normalise(descriptors.col(i), options);
  }
  return descriptors;
}

}  // namespace preimage::experiments::car_localization
