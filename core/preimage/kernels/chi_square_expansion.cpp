#include "preimage/kernels/chi_square_expansion.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/chi_square_kernel.hpp"

namespace preimage::kernels {

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
