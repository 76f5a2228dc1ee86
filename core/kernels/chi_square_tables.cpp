#include "kernels/chi_square_tables.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/error.hpp"
#include "kernels/chi_square_kernel.hpp"

namespace preimage::kernels {

ChiSquareTables::ChiSquareTables(const Vectors& support, const arma::vec& coefficients, double largest,
                                 std::uint32_t intervals)
    : pitch_(intervals + std::size_t{2}),
      largest_(largest),
      intervals_(intervals),
      scale_(intervals / std::sqrt(largest)),
      error_per_bin_(arma::accu(arma::abs(coefficients)) * largest / (2.0 * intervals_ * intervals_)),
      table_(support.n_cols * pitch_) {
  require_histograms(support);
  if (coefficients.n_elem != support.n_rows || !coefficients.is_finite()) {
    throw NumericalError(fmt::format("chi-square tables: {} coefficients, expected {} finite numbers",
                                     coefficients.n_elem, support.n_rows));
  }
  if (!(largest > 0.0 && std::isfinite(largest)) || intervals < 1) {
    throw NumericalError(
        fmt::format("chi-square tables: {} intervals up to {}, expected at least 1 and a number > 0",
                    intervals, largest));
  }
  arma::vec points = arma::square(arma::regspace(0.0, intervals_) / scale_);
  arma::vec knots(points.n_elem);
  for (arma::uword bin = 0; bin < support.n_cols; ++bin) {
    knots.zeros();
    for (arma::uword i = 0; i < support.n_rows; ++i) {
      if (support(i, bin) == 0.0 || coefficients(i) == 0.0) continue;
      for (arma::uword j = 0; j < points.n_elem; ++j) {
        knots(j) += coefficients(i) * chi_square_term(support(i, bin), points(j));
      }
    }
    float* row = table_.data() + bin * pitch_;
    for (arma::uword j = 0; j < points.n_elem; ++j) row[j] = static_cast<float>(knots(j));
    row[points.n_elem] = row[points.n_elem - 1];
  }
}

double ChiSquareTables::score(std::span<const double> histogram) const {
  if (histogram.size() * pitch_ != table_.size()) {
    throw DataError(fmt::format("chi-square tables: histogram of {} bins, expected {}", histogram.size(),
                                table_.size() / pitch_));
  }
  // First where the filled bins are, without branches: nobody can foresee which they are, and a wrong guess
  // costs more than a look-up.
  constexpr std::uint32_t kChunk = 512;
  std::array<std::uint32_t, kChunk> filled{};
  double sum = 0.0;
  const auto bins = static_cast<std::uint32_t>(histogram.size());
  for (std::uint32_t begin = 0; begin < bins; begin += kChunk) {
    std::size_t count = 0;
    for (std::uint32_t bin = begin; bin < std::min(bins, begin + kChunk); ++bin) {
      filled[count] = bin;
      count += histogram[bin] != 0.0 ? 1 : 0;
    }
    for (std::size_t f = 0; f < count; ++f) sum += term(filled[f], histogram[filled[f]]);
  }
  return sum;
}

double ChiSquareTables::score(std::span<const FilledBin> filled) const {
  double sum = 0.0;
  for (const FilledBin& entry : filled) sum += term(entry.bin, entry.value);
  return sum;
}

void ChiSquareTables::fail(std::uint32_t bin, double value) const {
  throw DataError(fmt::format("chi-square tables: bin {} is {}, expected 0 to {}", bin, value, largest_));
}

}  // namespace preimage::kernels
