#include "preimage/kernels/indicator_kernels.hpp"

#include <cstdint>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/linalg/exponential.hpp"

namespace preimage::kernels {

namespace {

arma::vec set_sizes(const LabelSets& sets) {
  arma::vec sizes(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) sizes(i) = static_cast<double>(sets[i].size());
  return sizes;
}

}  // namespace

arma::mat IndicatorLinearKernel::cross_gram(const LabelSets& a, const LabelSets& b) const {
  std::map<int, std::vector<arma::uword>> members;  // of each class, the samples of a
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const int label : a[i]) members[label].push_back(i);
  }
  arma::mat gram(a.size(), b.size(), arma::fill::zeros);
  for (std::size_t j = 0; j < b.size(); ++j) {
    for (const int label : b[j]) {
      const auto found = members.find(label);
      if (found == members.end()) continue;
      for (const arma::uword i : found->second) gram(i, j) += 1.0;
    }
  }
  return gram;
}

arma::vec IndicatorLinearKernel::diagonal(const LabelSets& a) const {
  return set_sizes(a);
}

std::optional<FeatureMap<LabelSets>> IndicatorLinearKernel::feature_map(const LabelSets& training) const {
  return [features = *LabelSetKernel().feature_map(training)](const LabelSets& a) -> arma::mat {
    return arma::sign(features(a));
  };
}

IndicatorGaussianKernel::IndicatorGaussianKernel(double sigma) : sigma_(sigma) {
  if (!(sigma > 0.0))
    throw NumericalError(fmt::format("Gaussian kernel of label sets: sigma is {}, expected > 0", sigma));
}

arma::mat IndicatorGaussianKernel::cross_gram(const LabelSets& a, const LabelSets& b) const {
  arma::mat values = IndicatorLinearKernel().cross_gram(a, b);
  if (values.is_empty()) return values;
  const arma::vec a_sizes = set_sizes(a), b_sizes = set_sizes(b);
  const arma::vec distances = arma::regspace(0.0, a_sizes.max() + b_sizes.max());
  const arma::vec table = linalg::gaussian_of_squared_distances(distances, sigma_);
  for (arma::uword j = 0; j < values.n_cols; ++j) {
    double* column = values.colptr(j);
    for (arma::uword i = 0; i < values.n_rows; ++i)
      column[i] = table[static_cast<arma::uword>(a_sizes[i] + b_sizes[j] - 2.0 * column[i])];
  }
  return values;
}

arma::vec IndicatorGaussianKernel::diagonal(const LabelSets& a) const {
  return arma::vec(a.size(), arma::fill::ones);
}

namespace {

constexpr arma::uword kWordBits = 64;

/// Word w of row i at w n + i, so that neighbouring rows lie beside each other.
using Bits = std::vector<std::uint64_t>;

/// Sets the bits of `rows`; false where an entry is neither 0 nor 1.
[[gnu::always_inline]] inline bool pack(const Vectors& rows, Bits& bits) {
  const arma::uword n = rows.n_rows;
  std::uint64_t others = 0;
  for (arma::uword f = 0; f < rows.n_cols; ++f) {
    const double* column = rows.colptr(f);
    std::uint64_t* words = bits.data() + f / kWordBits * n;
    const std::uint64_t bit = std::uint64_t{1} << (f % kWordBits);
    for (arma::uword i = 0; i < n; ++i) {  // no branch in the loop
      words[i] |= column[i] == 1.0 ? bit : 0;
      others |= column[i] == 1.0 || column[i] == 0.0 ? 0 : bit;
    }
  }
  return others == 0;
}

/// counts(i, j) = number of ones that row i and row j share, of `words` words each: a constant where the call
/// says so.
[[gnu::always_inline]] inline void count_common(const Bits& a, const Bits& b, std::size_t words,
                                                arma::mat& counts) {
  const arma::uword n = counts.n_rows;
  for (arma::uword j = 0; j < counts.n_cols; ++j) {
    double* column = counts.colptr(j);
    for (arma::uword i = 0; i < n; ++i) {
      std::int64_t common = 0;  // signed: quicker to convert without AVX-512
      for (std::size_t w = 0; w < words; ++w)
        common += __builtin_popcountll(a[w * n + i] & b[w * counts.n_cols + j]);
      column[i] = static_cast<double>(common);
    }
  }
}

[[gnu::always_inline]] inline std::optional<arma::mat> inner_products(const Vectors& a, const Vectors& b) {
  const arma::uword words = (a.n_cols + kWordBits - 1) / kWordBits;
  Bits a_bits(words * a.n_rows), b_bits(words * b.n_rows);
  if (!pack(a, a_bits) || !pack(b, b_bits)) return std::nullopt;
  arma::mat counts(a.n_rows, b.n_rows, arma::fill::none);
  if (words == 2) {  // letters of 16 x 8 pixels
    count_common(a_bits, b_bits, 2, counts);
  } else {
    count_common(a_bits, b_bits, words, counts);
  }
  return counts;
}

using InnerProducts = std::optional<arma::mat> (*)(const Vectors&, const Vectors&);

#if PREIMAGE_HAS_CLONES
[[gnu::target("popcnt")]] std::optional<arma::mat> inner_products_popcnt(const Vectors& a, const Vectors& b) {
  return inner_products(a, b);
}

[[gnu::target("avx512f,avx512dq,avx512vl,avx512vpopcntdq")]] std::optional<arma::mat> inner_products_avx512(
    const Vectors& a, const Vectors& b) {
  return inner_products(a, b);
}

InnerProducts fastest_here() {
  const bool avx512 = __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
  if (avx512) return inner_products_avx512;
  return __builtin_cpu_supports("popcnt") ? inner_products_popcnt : nullptr;
}
#else
InnerProducts fastest_here() {
  return [](const Vectors& a, const Vectors& b) { return inner_products(a, b); };
}
#endif

}  // namespace

std::optional<arma::mat> binary_inner_products(const Vectors& a, const Vectors& b) {
  static const InnerProducts fastest = fastest_here();
  if (fastest == nullptr || a.n_cols != b.n_cols) return std::nullopt;
  return fastest(a, b);
}

}  // namespace preimage::kernels
