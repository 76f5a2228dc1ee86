// The data of the denoising experiment: clean digits and what is observed of them.
#pragma once

#include "experiments/shared/digits.hpp"
#include "experiments/shared/usps.hpp"
#include "preimage/base/random.hpp"

namespace preimage::experiments::digit_denoising {

struct NoiseOptions {
  double sd = 0.5;          // of the Gaussian noise on a pixel in [-1, 1]
  bool unit_range = false;  // pixels (and noise) on [0, 1] instead of [-1, 1]
};

struct NoisyDigits {
  shared::Digits clean;
  arma::mat observed;  // n x 256: clean pixels plus noise
};

/// `digits.per_class` random digits of each class, smoothed, and then the noise.     [Bakir et al. 2003, sec.
/// 4]
NoisyDigits draw_noisy_digits(const suite::data::DataSource& source, const shared::DigitOptions& digits,
                              const NoiseOptions& noise, base::Random& random);

}  // namespace preimage::experiments::digit_denoising
