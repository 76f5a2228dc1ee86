#include "preimage/kernels/monomials.hpp"

#include <cmath>

namespace preimage::kernels {

namespace {

/// Weights of the monomials that begin with `weight`'s factors, the last of which is `last` and came
/// `repeats` times.
double* put_weights(arma::uword dimensions, long depth, arma::uword last, long repeats, double weight,
                    double offset, long degree, double* out) {
  if (depth == degree) {
    *out = weight;
    return out + 1;
  }
  for (arma::uword next = last; next <= dimensions; ++next) {
    const long times = next == last ? repeats + 1 : 1;
    // In this order the count of arrangements stays whole: nothing rounds.
    const double longer = weight * static_cast<double>(depth + 1) / static_cast<double>(times);
    out = put_weights(dimensions, depth + 1, next, times, longer * (next == 0 ? offset : 1.0), offset, degree,
                      out);
  }
  return out;
}

/// Sums of the monomials that begin with `product` (a number per row) and go on with factors from `last` on.
double* put_sums(const arma::mat& rows, const arma::vec& product, arma::uword last, long remaining,
                 double* out) {
  for (arma::uword next = last; next <= rows.n_cols; ++next) {
    if (remaining > 1) {
      const arma::vec longer = next == 0 ? product : arma::vec(product % rows.col(next - 1));
      out = put_sums(rows, longer, next, remaining - 1, out);
      continue;
    }
    const double* factor = next == 0 ? nullptr : rows.colptr(next - 1);
    double sum = 0.0;
    for (arma::uword i = 0; i < rows.n_rows; ++i) sum += product[i] * (factor == nullptr ? 1.0 : factor[i]);
    *out++ = sum;
  }
  return out;
}

}  // namespace

double monomial_count(arma::uword dimensions, long degree) {
  double count = 1.0;
  for (long k = 1; k <= degree; ++k) {
    count *= (static_cast<double>(dimensions) + static_cast<double>(k)) / static_cast<double>(k);
  }
  return std::round(count);
}

arma::vec monomial_weights(arma::uword dimensions, long degree, double offset) {
  arma::vec weights(static_cast<arma::uword>(monomial_count(dimensions, degree)));
  put_weights(dimensions, 0, 0, 0, 1.0, offset, degree, weights.memptr());
  return weights;
}

void sum_monomials(const arma::mat& rows, long degree, double* sums) {
  put_sums(rows, arma::vec(rows.n_rows, arma::fill::ones), 0, degree, sums);
}

}  // namespace preimage::kernels
