#include "preimage/kernels/chi_square_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"

namespace preimage::kernels {

namespace {

constexpr arma::uword kBlock = 128;  // rows of `a` whose sums stay in the nearest cache

/// Adds what a bin of value `other` > 0 has in common with those of `count` rows: divisions side by side, and
/// no branch for a zero among them.
void add_terms(const double* column, double other, arma::uword count, double* out) {
  for (arma::uword i = 0; i < count; ++i) out[i] += 2.0 * other * column[i] / (column[i] + other);
}

}  // namespace

void require_histograms(const Vectors& a) {
  for (arma::uword f = 0; f < a.n_cols; ++f) {
    for (arma::uword i = 0; i < a.n_rows; ++i) {
      if (a(i, f) >= 0.0 && std::isfinite(a(i, f))) continue;
      throw std::invalid_argument(
          fmt::format("histograms: bin {} of sample {} is {}, expected a finite number >= 0", f, i, a(i, f)));
    }
  }
}

arma::mat ChiSquareKernel::cross_gram(const Vectors& a, const Vectors& b) const {
  linalg::require_same_width(a, b);
  require_histograms(a);
  require_histograms(b);
  const arma::mat others = b.t();  // a histogram per column, for the search of its bins
  arma::mat values(a.n_rows, b.n_rows, arma::fill::zeros);
  for (arma::uword begin = 0; begin < a.n_rows; begin += kBlock) {
    const arma::uword count = std::min(kBlock, a.n_rows - begin);
    for (arma::uword j = 0; j < b.n_rows; ++j) {
      const double* histogram = others.colptr(j);
      double* out = values.colptr(j) + begin;
      for (arma::uword f = 0; f < a.n_cols; ++f) {
        if (histogram[f] > 0.0) add_terms(a.colptr(f) + begin, histogram[f], count, out);
      }
    }
  }
  return values;
}

arma::vec ChiSquareKernel::diagonal(const Vectors& a) const {
  require_histograms(a);
  return arma::sum(a, 1);
}

ChiSquareExpansion::ChiSquareExpansion(const Vectors& support, const arma::vec& coefficients)
    : begins_{0}, sum_of_sizes_(arma::accu(arma::abs(coefficients))) {
  require_histograms(support);
  if (coefficients.n_elem != support.n_rows || !coefficients.is_finite()) {
    throw NumericalError(fmt::format("chi-square expansion: {} coefficients, expected {} finite numbers",
                                     coefficients.n_elem, support.n_rows));
  }
  for (arma::uword bin = 0; bin < support.n_cols; ++bin) {
    for (arma::uword i = 0; i < support.n_rows; ++i) {
      if (support(i, bin) > 0.0 && coefficients(i) != 0.0)
        entries_.push_back({support(i, bin), coefficients(i)});
    }
    begins_.push_back(entries_.size());
  }
}

double ChiSquareExpansion::term(std::size_t bin, double value) const {
  double sum = 0.0;
  for (std::size_t e = begins_[bin]; e < begins_[bin + 1]; ++e)
    sum += entries_[e].coefficient * chi_square_term(value, entries_[e].value);
  return sum;
}

}  // namespace preimage::kernels
