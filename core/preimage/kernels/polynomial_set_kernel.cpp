#include "preimage/kernels/polynomial_set_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::kernels {

namespace {

constexpr arma::uword kGramSamples = 512;  // rows of a Gram matrix that are computed at a time

bool all_zero_or_one(const arma::mat& elements) {
  return std::all_of(elements.begin(), elements.end(), [](double x) { return x == 0.0 || x == 1.0; });
}

}  // namespace

PolynomialSetKernel::PolynomialSetKernel(arma::uword n, long degree, double offset, Form form)
    : n_(n),
      degree_(degree),
      offset_(offset),
      form_(form),
      pairs_(std::make_unique<PolynomialKernel>(degree, offset), n) {}

bool PolynomialSetKernel::uses_features(const samples::VectorSequences& a,
                                        const samples::VectorSequences& b) const {
  const auto dimensions = static_cast<double>(n_ * a.elements.n_cols);
  const double monomials = monomial_count(n_ * a.elements.n_cols, degree_);
  const auto a_count = static_cast<double>(sample_count(a)), b_count = static_cast<double>(sample_count(b));
  const bool fits = (a_count + b_count) * monomials <= kMaxFeatures;
  if (form_ == Form::features && !fits) {
    throw NumericalError(fmt::format("polynomial set kernel: {} features of {} samples, at most {} numbers",
                                     monomials, a_count + b_count, kMaxFeatures));
  }
  if (form_ != Form::automatic || !fits) return form_ == Form::features;
  const auto a_ngrams = static_cast<double>(samples::Ngrams(a, n_).count());
  const auto b_ngrams = static_cast<double>(samples::Ngrams(b, n_).count());
  const bool bits = all_zero_or_one(a.elements) && all_zero_or_one(b.elements);
  const double per_pair = (bits ? dimensions / 16.0 : dimensions) + 8.0;
  return (4.0 * (a_ngrams + b_ngrams) + a_count * b_count) * monomials < a_ngrams * b_ngrams * per_pair;
}

/// q x |a|: a sample's numbers lie side by side.
arma::mat PolynomialSetKernel::monomial_sums(const samples::VectorSequences& a) const {
  const samples::Ngrams ngrams(a, n_);
  arma::mat sums(static_cast<arma::uword>(monomial_count(n_ * a.elements.n_cols, degree_)), sample_count(a),
                 arma::fill::zeros);
  for (arma::uword begin = 0, end = 0; begin < ngrams.count(); begin = end) {
    while (end < ngrams.count() && ngrams.sample(end) == ngrams.sample(begin)) ++end;
    sum_monomials(ngrams.rows(begin, end), degree_, sums.colptr(ngrams.sample(begin)));
  }
  return sums;
}

arma::mat PolynomialSetKernel::cross_gram(const samples::VectorSequences& a,
                                          const samples::VectorSequences& b) const {
  samples::require_sequences(a);
  samples::require_sequences(b);
  linalg::require_same_width(a.elements, b.elements);
  if (!uses_features(a, b)) return pairs_.cross_gram(a, b);
  // The weights on one side alone: their roots would round.
  arma::mat weighted = monomial_sums(b);
  weighted.each_col() %= monomial_weights(n_ * b.elements.n_cols, degree_, offset_);
  return monomial_sums(a).t() * weighted;
}

/// Whether every product, and every sum of them, is a whole number below 2^53.
bool PolynomialSetKernel::is_exact(const samples::VectorSequences& a) const {
  if (offset_ != std::floor(offset_) || !all_zero_or_one(a.elements)) return false;
  arma::uword longest = 0;
  for (arma::uword i = 0; i < sample_count(a); ++i)
    longest = std::max(longest, a.rows.end(i) - a.rows.begin(i));
  const double largest = static_cast<double>(n_ * a.elements.n_cols) + offset_;
  const double pairs = static_cast<double>(longest) * static_cast<double>(longest);
  return pairs * std::pow(largest, static_cast<double>(degree_)) < 0x1p53;
}

arma::mat PolynomialSetKernel::gram(const samples::VectorSequences& a) const {
  samples::require_sequences(a);
  if (!is_exact(a) || uses_features(a, a)) return Kernel::gram(a);
  const arma::uword n = sample_count(a);
  const auto some = [&](arma::uword begin, arma::uword end) {
    return samples::select(a, arma::regspace<arma::uvec>(begin, end - 1));
  };
  arma::mat K(n, n, arma::fill::none);
  for (arma::uword begin = 0; begin < n; begin += kGramSamples) {
    const arma::uword end = std::min(begin + kGramSamples, n);
    K.submat(begin, begin, end - 1, n - 1) = pairs_.cross_gram(some(begin, end), some(begin, n));
  }
  linalg::mirror_upper(K);
  return K;
}

std::optional<FeatureMap<samples::VectorSequences>> PolynomialSetKernel::feature_map(
    const samples::VectorSequences& training) const {
  samples::require_sequences(training);
  if (!uses_features(training, training)) return std::nullopt;
  // Not a copy of this, whose kernel of pairs is its own.
  const auto kernel = std::make_shared<const PolynomialSetKernel>(n_, degree_, offset_, form_);
  return [kernel](const samples::VectorSequences& a) {
    samples::require_sequences(a);
    arma::mat sums = kernel->monomial_sums(a);
    sums.each_col() %=
        arma::sqrt(monomial_weights(kernel->n_ * a.elements.n_cols, kernel->degree_, kernel->offset_));
    return arma::mat(sums.t());
  };
}

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
