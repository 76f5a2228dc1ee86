#include "preimage/kernels/vector_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/kernels/indicator_kernels.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"

namespace preimage::kernels {

namespace {

/// values[i] -> (values[i] + offset)^degree by repeated squaring, in the same order for every instruction set
/// (std::pow is some ten times slower). A chunk at a time, so that the passes over it stay in the cache.
PREIMAGE_AVX2_CLONES void raise_to_power(double* values, arma::uword count, double offset, long degree) {
  constexpr arma::uword kChunk = 256;
  std::array<double, kChunk> squares{};
  for (arma::uword begin = 0; begin < count; begin += kChunk) {
    const arma::uword used = std::min(kChunk, count - begin);
    double* result = values + begin;
    const bool odd = degree % 2 == 1;
    for (arma::uword i = 0; i < used; ++i) {
      squares[i] = result[i] + offset;
      result[i] = odd ? squares[i] : 1.0;
    }
    for (long rest = degree / 2; rest > 0; rest /= 2) {
      for (arma::uword i = 0; i < used; ++i) squares[i] *= squares[i];
      if (rest % 2 == 0) continue;
      for (arma::uword i = 0; i < used; ++i) result[i] *= squares[i];
    }
  }
}

template <class Dense>
Dense power(Dense values, double offset, long degree) {
  raise_to_power(values.memptr(), values.n_elem, offset, degree);
  return values;
}

/// products[i] -> table[|a_i|^2 + |b|^2 - 2 a_i.b]; all of them small whole numbers, of 32 bits, for which
/// AVX2 has a gather.
PREIMAGE_AVX2_CLONES void look_up(double* products, const double* a_ones, double b_ones, const double* table,
                                  arma::uword count) {
  for (arma::uword i = 0; i < count; ++i)
    products[i] = table[static_cast<std::int32_t>(a_ones[i] + b_ones - 2.0 * products[i])];
}

/// Squared distances of 0/1 samples are whole numbers up to their width: a table of all Gaussians there are,
/// so the same bits as without it. Nothing for other samples.
std::optional<arma::mat> gaussian_of_bits(const Vectors& a, const Vectors& b, double sigma) {
  std::optional<arma::mat> values = binary_inner_products(a, b);
  if (!values) return std::nullopt;
  const arma::vec distances = arma::regspace(0.0, static_cast<double>(a.n_cols));
  const arma::vec table = linalg::gaussian_of_squared_distances(distances, sigma);
  const arma::vec a_ones = arma::sum(a, 1), b_ones = arma::sum(b, 1);
  for (arma::uword j = 0; j < b.n_rows; ++j)
    look_up(values->colptr(j), a_ones.memptr(), b_ones[j], table.memptr(), a.n_rows);
  return values;
}

}  // namespace

arma::mat LinearKernel::cross_gram(const Vectors& a, const Vectors& b) const {
  linalg::require_same_width(a, b);
  return a * b.t();
}

arma::mat LinearKernel::gram(const Vectors& a) const {
  return a * a.t();  // half the work of two different blocks, and exactly symmetric
}

arma::vec LinearKernel::diagonal(const Vectors& a) const {
  return arma::sum(arma::square(a), 1);
}

std::optional<arma::mat> LinearKernel::own_squared_distances(const Vectors& a, const Vectors& b) const {
  return linalg::squared_distances_by_product(a, b);
}

arma::mat LinearKernel::own_distance_errors(const Vectors& a, const Vectors& b,
                                            const arma::mat& squared) const {
  return linalg::distance_errors(a, b, squared);
}

PolynomialKernel::PolynomialKernel(long degree, double offset) : degree_(degree), offset_(offset) {
  if (degree < 1) throw NumericalError(fmt::format("polynomial kernel: degree is {}, expected >= 1", degree));
  if (!(offset >= 0.0)) {
    throw NumericalError(fmt::format("polynomial kernel: offset is {}, expected >= 0", offset));
  }
}

arma::mat PolynomialKernel::cross_gram(const Vectors& a, const Vectors& b) const {
  auto products = binary_inner_products(a, b);
  return power(products ? std::move(*products) : LinearKernel().cross_gram(a, b), offset_, degree_);
}

arma::vec PolynomialKernel::diagonal(const Vectors& a) const {
  return power(LinearKernel().diagonal(a), offset_, degree_);
}

std::optional<arma::mat> PolynomialKernel::own_squared_distances(const Vectors& a, const Vectors& b) const {
  return degree_ == 1 ? LinearKernel().own_squared_distances(a, b) : std::nullopt;
}

arma::mat PolynomialKernel::own_distance_errors(const Vectors& a, const Vectors& b,
                                                const arma::mat& squared) const {
  return linalg::distance_errors(a, b, squared);
}

GaussianKernel::GaussianKernel(double sigma) : sigma_(sigma) {
  if (!(sigma > 0.0)) throw NumericalError(fmt::format("Gaussian kernel: sigma is {}, expected > 0", sigma));
}

arma::mat GaussianKernel::cross_gram(const Vectors& a, const Vectors& b) const {
  if (auto values = gaussian_of_bits(a, b, sigma_)) return std::move(*values);
  return linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(a, b), sigma_);
}

arma::mat GaussianKernel::gram(const Vectors& a) const {
  if (auto values = gaussian_of_bits(a, a, sigma_)) return std::move(*values);
  return linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(a), sigma_);
}

arma::vec GaussianKernel::diagonal(const Vectors& a) const {
  return arma::vec(a.n_rows, arma::fill::ones);
}

}  // namespace preimage::kernels
