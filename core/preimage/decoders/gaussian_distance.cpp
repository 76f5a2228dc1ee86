#include "preimage/decoders/gaussian_distance.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "preimage/base/eight_doubles.hpp"
#include "preimage/base/target_clones.hpp"
#include "preimage/linalg/exponential.hpp"

namespace preimage::decoders {

namespace {

using base::EightDoubles;
using base::fill_eight;
using base::kSideBySide;
using base::largest_of_eight;
using base::load_eight;
using base::sum_of_eight;
using Integers [[gnu::vector_size(64)]] = std::int64_t;

constexpr double kLeastExponent = -700.0;  // exp is 1e-304 there, and a normal number
constexpr double kMostExponent = 0.5;      // exponents are 0 at most, but for rounding
constexpr double kMostFactor = 1.7;        // above exp(kMostExponent)
constexpr double kExponentialError =
    1e-13;  // relative, of either exponential, and of the terms that add up to it

/// Adds exp(x) to `sum`, weighted: x = k log 2 + r, |r| < 0.35, and the series of exp(r) to r^11 / 11!, which is off by 1e-14.
#define PREIMAGE_ADD_EXPONENTIALS(sum, weight, x)                                                   \
  {                                                                                                 \
    const EightDoubles shifted = (x)*1.4426950408889634 + 0x1.8p52; /* its last bits are k */       \
    const EightDoubles k = shifted - 0x1.8p52;                                                      \
    const EightDoubles r = ((x)-k * 0x1.62e42fee00000p-1) - k * 0x1.a39ef35793c76p-33;              \
    const EightDoubles r2 = r * r, r4 = r2 * r2;                                                    \
    const EightDoubles low = (1.0 + r) + r2 * (1.0 / 2 + r * (1.0 / 6));                            \
    const EightDoubles middle = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040)); \
    const EightDoubles high =                                                                       \
        (1.0 / 40320 + r * (1.0 / 362880)) + r2 * (1.0 / 3628800 + r * (1.0 / 39916800));           \
    const EightDoubles series = low + r4 * (middle + r4 * high);                                    \
    Integers power;                                                                                 \
    std::memcpy(&power, &shifted, sizeof(power));                                                   \
    power = (power + 1023) << 52;                                                                   \
    EightDoubles two_to_k;                                                                          \
    std::memcpy(&two_to_k, &power, sizeof(power));                                                  \
    (sum) += (weight) * (series * two_to_k);                                                        \
  }

PREIMAGE_WIDEST_CLONES
double sum_of_squares(const double* z, arma::uword d) {
  EightDoubles even = {}, odd = {};
  arma::uword i = 0;
  for (; i + 2 * kSideBySide <= d; i += 2 * kSideBySide) {
    EightDoubles first, second;
    load_eight(z + i, first);
    load_eight(z + i + kSideBySide, second);
    even += first * first;
    odd += second * second;
  }
  double rest = 0.0;
  for (; i < d; ++i) rest += z[i] * z[i];
  return sum_of_eight(even + odd) + rest;
}

struct GaussianSum {
  double value;
  double largest_exponent;
};

/// sum_i w_i exp(-g (zz + Y_norms_i - 2 Yz_i))
PREIMAGE_WIDEST_CLONES
GaussianSum weighted_gaussians(const double* weights, const double* Y_norms, const double* Yz, arma::uword m,
                               double zz, double g) {
  EightDoubles sum = {}, least;
  fill_eight(kLeastExponent, least);
  EightDoubles largest = least;
  for (arma::uword i = 0; i < m; i += kSideBySide) {
    EightDoubles w = {}, norm = {}, product = {};
    if (i + kSideBySide <= m) {
      load_eight(weights + i, w);
      load_eight(Y_norms + i, norm);
      load_eight(Yz + i, product);
    } else {  // what is beyond the last weighs 0
      std::memcpy(&w, weights + i, (m - i) * sizeof(double));
      std::memcpy(&norm, Y_norms + i, (m - i) * sizeof(double));
      std::memcpy(&product, Yz + i, (m - i) * sizeof(double));
    }
    EightDoubles x = -g * ((zz + norm) - 2.0 * product);
    x = x < least ? least : x;
    largest = largest < x ? x : largest;
    PREIMAGE_ADD_EXPONENTIALS(sum, w, x)
  }
  return {sum_of_eight(sum), largest_of_eight(largest)};
}

#undef PREIMAGE_ADD_EXPONENTIALS

}  // namespace

GaussianDistance::GaussianDistance(const arma::vec& weights, double squared_norm, const arma::vec& Y_norms,
                                   arma::uword d, double sigma)
    : Y_norms_(Y_norms),
      weights_(weights),
      d_(d),
      g_(1.0 / (2.0 * sigma * sigma)),
      squared_norm_(squared_norm),
      largest_Y_norm_(Y_norms.is_empty() ? 0.0 : Y_norms.max()),
      sum_of_weights_(arma::accu(arma::abs(weights))) {}

/// Written out, not by linalg's distances and Gaussian: the tens of thousands of steps of a search turn on the last bit of
/// each value, and so would the published numbers.
double GaussianDistance::exact(const double* column) const {
  double* const memory = const_cast<double*>(column);  // Armadillo reads in place what it may write alone
  const arma::vec z(memory, d_, false, true), Yz(memory + d_, Y_norms_.n_elem, false, true);
  arma::vec gaussians = -g_ * (arma::dot(z, z) + Y_norms_ - 2.0 * Yz);
  linalg::exponentials_in_place(gaussians.memptr(), gaussians.n_elem);
  return squared_norm_ + 1.0 - 2.0 * arma::dot(weights_, gaussians);
}

/// With u half a unit in the last place: both z.z are off by d u of it at most, the other steps of an exponent by a few u of
/// |z|^2 + |y|^2 + 2 |y.z| <= 2 (|z|^2 + |y|^2), a sum of m terms by m u of their absolute values. Taken twice, once for either.
Estimate GaussianDistance::estimate(const double* column) const {
  const double zz = sum_of_squares(column, d_);
  const GaussianSum sum =
      weighted_gaussians(weights_.memptr(), Y_norms_.memptr(), column + d_, Y_norms_.n_elem, zz, g_);
  const double u = std::numeric_limits<double>::epsilon();  // in place of its half
  const auto d = static_cast<double>(d_), m = static_cast<double>(Y_norms_.n_elem);
  const double of_exponent = g_ * (zz + largest_Y_norm_) * (d + 16.0) * u;
  const double of_sum = kMostFactor * sum_of_weights_ * (2.0 * of_exponent + kExponentialError + 2.0 * m * u);
  const double value = squared_norm_ + 1.0 - 2.0 * sum.value;
  const bool is_known = of_exponent < 1e-3 && sum.largest_exponent < kMostExponent;
  return {value, is_known ? 2.0 * of_sum + 8.0 * u * (1.0 + squared_norm_ + sum_of_weights_)
                          : std::numeric_limits<double>::infinity()};
}

}  // namespace preimage::decoders
