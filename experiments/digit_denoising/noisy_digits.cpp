#include "experiments/digit_denoising/noisy_digits.hpp"

namespace preimage::experiments::digit_denoising {

NoisyDigits draw_noisy_digits(const suite::data::DataSource& source, const shared::DigitOptions& digits,
                              const NoiseOptions& noise, base::Random& random) {
  NoisyDigits result{shared::draw_digits(source, digits, random), {}};
  arma::mat& pixels = result.clean.pixels;
  if (noise.unit_range) pixels = 0.5 * (pixels + 1.0);
  result.observed = pixels;
  for (arma::uword i = 0; i < pixels.n_rows; ++i) {
    for (arma::uword j = 0; j < pixels.n_cols; ++j) result.observed(i, j) += noise.sd * random.gaussian();
  }
  return result;
}

}  // namespace preimage::experiments::digit_denoising
