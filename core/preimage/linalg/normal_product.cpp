#include "preimage/linalg/normal_product.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/eight_doubles.hpp"
#include "preimage/base/target_clones.hpp"

namespace preimage::linalg {

namespace {

using base::EightDoubles;
using base::kSideBySide;

constexpr arma::uword kOutputs = 5, kSamples = 4;  // at a time: their sums fit into the registers of AVX-512
constexpr arma::uword kMostOutputs =
    15;  // of more, V and the result leave the cache, and products of BLAS are faster
using Products = std::array<double, kOutputs * kSamples>;

/// K' V  of kSamples columns of K and kOutputs columns of V, each of m numbers.
PREIMAGE_WIDEST_CLONES
void multiply(const double* K, const double* V, arma::uword m, Products& products) {
  EightDoubles sums[kSamples][kOutputs] = {};
  arma::uword i = 0;
  for (; i + kSideBySide <= m; i += kSideBySide) {
    EightDoubles v[kOutputs];
    for (arma::uword q = 0; q < kOutputs; ++q) base::load_eight(V + q * m + i, v[q]);
    for (arma::uword s = 0; s < kSamples; ++s) {
      EightDoubles k;
      base::load_eight(K + s * m + i, k);
      for (arma::uword q = 0; q < kOutputs; ++q) sums[s][q] += k * v[q];
    }
  }
  for (arma::uword s = 0; s < kSamples; ++s) {
    for (arma::uword q = 0; q < kOutputs; ++q) {
      double sum = base::sum_of_eight(sums[s][q]);
      for (arma::uword j = i; j < m; ++j) sum += K[s * m + j] * V[q * m + j];
      products[s * kOutputs + q] = sum;
    }
  }
}

/// result += K times these products.
PREIMAGE_WIDEST_CLONES
void add_back(const double* K, const Products& products, arma::uword m, double* result) {
  arma::uword i = 0;
  for (; i + kSideBySide <= m; i += kSideBySide) {
    EightDoubles k[kSamples];
    for (arma::uword s = 0; s < kSamples; ++s) base::load_eight(K + s * m + i, k[s]);
    for (arma::uword q = 0; q < kOutputs; ++q) {
      EightDoubles sum;
      base::load_eight(result + q * m + i, sum);
      for (arma::uword s = 0; s < kSamples; ++s) sum += k[s] * products[s * kOutputs + q];
      base::store_eight(sum, result + q * m + i);
    }
  }
  for (; i < m; ++i) {
    for (arma::uword q = 0; q < kOutputs; ++q) {
      for (arma::uword s = 0; s < kSamples; ++s)
        result[q * m + i] += K[s * m + i] * products[s * kOutputs + q];
    }
  }
}

}  // namespace

void add_normal_product(const arma::mat& K, const arma::mat& V, arma::mat& result) {
  const arma::uword m = K.n_rows, rest = K.n_cols % kSamples;
  if (V.n_rows != m || arma::size(V) != arma::size(result))
    throw std::invalid_argument(fmt::format("K K' V: {} x {}, {} x {} and {} x {} do not fit", m, K.n_cols,
                                            V.n_rows, V.n_cols, result.n_rows, result.n_cols));
  if (K.is_empty() || V.is_empty()) return;
  if (V.n_cols > kMostOutputs) {
    result += K * arma::mat(K.t() * V);
    return;
  }
  const arma::uword width = (V.n_cols + kOutputs - 1) / kOutputs * kOutputs;  // with columns of zeros
  const arma::mat padded = arma::resize(V, m, width);
  arma::mat sum(m, width, arma::fill::zeros);
  Products products;
  const auto add = [&](const double* samples) {
    for (arma::uword q = 0; q < width; q += kOutputs) {
      multiply(samples, padded.colptr(q), m, products);
      add_back(samples, products, m, sum.colptr(q));
    }
  };
  for (arma::uword s = 0; s + kSamples <= K.n_cols; s += kSamples) add(K.colptr(s));
  if (rest > 0) add(arma::mat(arma::resize(K.tail_cols(rest), m, kSamples)).memptr());
  result += sum.head_cols(V.n_cols);
}

}  // namespace preimage::linalg
