#include "preimage/kernels/polynomial_set_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::kernels {

namespace {

constexpr arma::uword kGramSamples = 512;  // rows of a Gram matrix that are computed at a time

}  // namespace

PolynomialSetKernel::PolynomialSetKernel(arma::uword n, long degree, double offset)
    : n_(n),
      degree_(degree),
      offset_(offset),
      pairs_(std::make_unique<PolynomialKernel>(degree, offset), n) {}

/// Whether every product, and every sum of them, is a whole number below 2^53.
bool PolynomialSetKernel::is_exact(const samples::VectorSequences& a) const {
  const auto is_bit = [](double x) { return x == 0.0 || x == 1.0; };
  if (offset_ != std::floor(offset_) || !std::all_of(a.elements.begin(), a.elements.end(), is_bit))
    return false;
  arma::uword longest = 0;
  for (arma::uword i = 0; i < sample_count(a); ++i)
    longest = std::max(longest, a.rows.end(i) - a.rows.begin(i));
  const double largest = static_cast<double>(n_ * a.elements.n_cols) + offset_;
  const double pairs = static_cast<double>(longest) * static_cast<double>(longest);
  return pairs * std::pow(largest, static_cast<double>(degree_)) < 0x1p53;
}

arma::mat PolynomialSetKernel::gram(const samples::VectorSequences& a) const {
  samples::require_sequences(a);
  if (!is_exact(a)) return Kernel::gram(a);
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

}  // namespace preimage::kernels
