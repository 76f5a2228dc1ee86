#include "kernels/vector_kernels.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "kernels/binary_vectors.hpp"

namespace preimage::kernels {

namespace {

constexpr arma::uword kBlock = 128;  // rows of `a` whose coordinates stay in the cache for all of `b`

/// Adds to out[i], i < count, the squared distances of rows begin + i of `a` to row j of `b`. Independent
/// sums side by side: the compiler vectorises them without touching the order of any (and without
/// contraction, see CMakeLists.txt), so that every instruction set gives the same bits.
[[gnu::always_inline]] inline void add_squared_distances(const Vectors& a, arma::uword begin,
                                                         arma::uword count, const Vectors& b, arma::uword j,
                                                         double* out) {
  for (arma::uword f = 0; f < a.n_cols; ++f) {
    const double* column = a.colptr(f) + begin;
    const double other = b.at(j, f);
    for (arma::uword i = 0; i < count; ++i) {
      const double difference = column[i] - other;
      out[i] += difference * difference;
    }
  }
}

using AddSquaredDistances = void (*)(const Vectors&, arma::uword, arma::uword, const Vectors&, arma::uword,
                                     double*);

void add_squared_distances_baseline(const Vectors& a, arma::uword begin, arma::uword count, const Vectors& b,
                                    arma::uword j, double* out) {
  add_squared_distances(a, begin, count, b, j, out);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void add_squared_distances_avx2(const Vectors& a, arma::uword begin,
                                                        arma::uword count, const Vectors& b, arma::uword j,
                                                        double* out) {
  add_squared_distances(a, begin, count, b, j, out);
}
#endif

AddSquaredDistances fastest_here() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return add_squared_distances_avx2;
#endif
  return add_squared_distances_baseline;
}

/// values[i] -> (values[i] + offset)^degree by repeated squaring, in the same order for every instruction set
/// (std::pow is some ten times slower). A chunk at a time, so that the passes over it stay in the cache.
[[gnu::always_inline]] inline void raise_to_power(double* values, arma::uword count, double offset,
                                                  long degree) {
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

using RaiseToPower = void (*)(double*, arma::uword, double, long);

void raise_to_power_baseline(double* values, arma::uword count, double offset, long degree) {
  raise_to_power(values, count, offset, degree);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void raise_to_power_avx2(double* values, arma::uword count, double offset,
                                                 long degree) {
  raise_to_power(values, count, offset, degree);
}
#endif

RaiseToPower fastest_power_here() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return raise_to_power_avx2;
#endif
  return raise_to_power_baseline;
}

template <class Dense>
Dense power(Dense values, double offset, long degree) {
  static const RaiseToPower raise = fastest_power_here();
  raise(values.memptr(), values.n_elem, offset, degree);
  return values;
}

/// Squared distances of 0/1 samples are whole numbers up to their width: a table of all Gaussians there are,
/// so the same bits as without it. Nothing for other samples.
std::optional<arma::mat> gaussian_of_bits(const Vectors& a, const Vectors& b, double sigma) {
  std::optional<arma::mat> values = binary_inner_products(a, b);
  if (!values) return std::nullopt;
  const arma::vec distances = arma::regspace(0.0, static_cast<double>(a.n_cols));
  const arma::vec table = gaussian_of_squared_distances(distances, sigma);
  const arma::vec a_ones = arma::sum(a, 1), b_ones = arma::sum(b, 1);
  for (arma::uword j = 0; j < b.n_rows; ++j) {
    double* column = values->colptr(j);
    for (arma::uword i = 0; i < a.n_rows; ++i) {
      column[i] = table[static_cast<arma::uword>(a_ones[i] + b_ones[j] - 2.0 * column[i])];
    }
  }
  return values;
}

}  // namespace

void require_same_width(const Vectors& a, const Vectors& b) {
  if (a.n_cols == b.n_cols) return;
  throw DataError(fmt::format("vectors of different width: {} and {} features", a.n_cols, b.n_cols));
}

arma::mat squared_euclidean_distances(const Vectors& a, const Vectors& b) {
  require_same_width(a, b);
  static const AddSquaredDistances add = fastest_here();
  arma::mat distances(a.n_rows, b.n_rows, arma::fill::zeros);
  for (arma::uword begin = 0; begin < a.n_rows; begin += kBlock) {
    const arma::uword count = std::min(kBlock, a.n_rows - begin);
    for (arma::uword j = 0; j < b.n_rows; ++j) add(a, begin, count, b, j, distances.colptr(j) + begin);
  }
  return distances;
}

arma::mat squared_euclidean_distances(const Vectors& a) {
  static const AddSquaredDistances add = fastest_here();
  constexpr arma::uword kTile =
      32;  // a block's rows above the diagonal are computed in vain, so blocks are small
  arma::mat distances(a.n_rows, a.n_rows, arma::fill::zeros);
  for (arma::uword begin = 0; begin < a.n_rows; begin += kTile) {
    const arma::uword count = std::min(kTile, a.n_rows - begin);
    for (arma::uword j = 0; j < begin + count; ++j) add(a, begin, count, a, j, distances.colptr(j) + begin);
  }
  return arma::symmatl(distances);
}

arma::mat LinearKernel::cross_gram(const Vectors& a, const Vectors& b) const {
  require_same_width(a, b);
  return a * b.t();
}

arma::mat LinearKernel::gram(const Vectors& a) const {
  return a * a.t();  // half the work of two different blocks, and exactly symmetric
}

arma::vec LinearKernel::diagonal(const Vectors& a) const {
  return arma::sum(arma::square(a), 1);
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

GaussianKernel::GaussianKernel(double sigma) : sigma_(sigma) {
  if (!(sigma > 0.0)) throw NumericalError(fmt::format("Gaussian kernel: sigma is {}, expected > 0", sigma));
}

arma::mat GaussianKernel::cross_gram(const Vectors& a, const Vectors& b) const {
  if (auto values = gaussian_of_bits(a, b, sigma_)) return std::move(*values);
  return gaussian_of_squared_distances(squared_euclidean_distances(a, b), sigma_);
}

arma::mat GaussianKernel::gram(const Vectors& a) const {
  if (auto values = gaussian_of_bits(a, a, sigma_)) return std::move(*values);
  return gaussian_of_squared_distances(squared_euclidean_distances(a), sigma_);
}

arma::vec GaussianKernel::diagonal(const Vectors& a) const {
  return arma::vec(a.n_rows, arma::fill::ones);
}

}  // namespace preimage::kernels
