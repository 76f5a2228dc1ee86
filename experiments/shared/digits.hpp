// What the digit experiments share: which digits, smoothed how.
#pragma once

#include <functional>
#include <string>

#include "experiments/shared/usps.hpp"
#include "preimage/base/random.hpp"
#include "suite/config/reader.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::experiments::shared {

/// `dataset: {name: usps, per_class: N, smoothing: PIXELS}`; smoothing 0 leaves the images raw.
struct DigitOptions {
  std::size_t per_class = 100;
  double smoothing = 0.0;
};
DigitOptions parse_digits(const suite::config::Reader& dataset);

/// Content hash of zip.train, or the name and version of the stand-in.
std::string digits_identity(const suite::data::DataSource& source);

/// Of each draw: `per_class` of every digit.
std::function<suite::study::DrawSize(const suite::data::DataSource&)> digits_size(
    const DigitOptions& options);

/// The first `per_class` examples of every digit in file order, or as many stroke digits, smoothed by a
/// Gaussian on the full 16 x 16 image (outside = paper).
Digits load_digits(const suite::data::DataSource& source, const DigitOptions& options);

/// `per_class` random examples of every digit, in random order within a class, smoothed the same way.
Digits draw_digits(const suite::data::DataSource& source, const DigitOptions& options, base::Random& random);

/// Columns of the top half (rows 0-7), the bottom half (rows 8-15), or all of a 256-pixel image.
arma::mat image_part(const arma::mat& pixels, const std::string& part);

}  // namespace preimage::experiments::shared
