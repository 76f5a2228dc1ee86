#include "preimage/decoders/simplex_columns.hpp"

#include <algorithm>
#include <cmath>

#include "preimage/base/target_clones.hpp"

namespace preimage::decoders {

PREIMAGE_AVX2_CLONES
void mean_and_reflection(const double* total, const double* worst, double d, double* mean, double* reflected,
                         arma::uword n) {
  int exponent = 0;
  const bool is_power = std::frexp(d, &exponent) == 0.5;
  const double factor = 1.0 / d;
  for (arma::uword i = 0; is_power && i < n; ++i) {
    mean[i] = (total[i] - worst[i]) * factor;
    reflected[i] = 2.0 * mean[i] - worst[i];
  }
  for (arma::uword i = 0; !is_power && i < n; ++i) {
    mean[i] = (total[i] - worst[i]) / d;
    reflected[i] = 2.0 * mean[i] - worst[i];
  }
}

PREIMAGE_AVX2_CLONES
void combine(double a, const double* x, double b, const double* y, double* out, arma::uword n) {
  for (arma::uword i = 0; i < n; ++i) out[i] = a * x[i] + b * y[i];
}

PREIMAGE_AVX2_CLONES
void exchange(double* total, const double* column, double* old, arma::uword n) {
  for (arma::uword i = 0; i < n; ++i) {
    total[i] += column[i] - old[i];
    old[i] = column[i];
  }
}

PREIMAGE_AVX2_CLONES
void add_columns(const double* columns, arma::uword n, arma::uword count, double* total) {
  constexpr arma::uword kRows = 32;  // whose sums stay in registers
  for (arma::uword first = 0; first < n; first += kRows) {
    const arma::uword rows = std::min(kRows, n - first);
    double sums[kRows] = {};
    for (arma::uword j = 0; j < count; ++j) {
      const double* const column = columns + j * n + first;
      if (rows == kRows) {
        for (arma::uword i = 0; i < kRows; ++i) sums[i] += column[i];
      } else {
        for (arma::uword i = 0; i < rows; ++i) sums[i] += column[i];
      }
    }
    std::copy_n(sums, rows, total + first);
  }
}

}  // namespace preimage::decoders
