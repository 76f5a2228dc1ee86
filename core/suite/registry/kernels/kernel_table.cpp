#include "suite/registry/kernels/kernel_table.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/chi_square_kernel.hpp"
#include "preimage/kernels/joint_spectrum_kernel.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/polynomial_set_kernel.hpp"
#include "preimage/kernels/product_kernel.hpp"
#include "preimage/kernels/set_kernel.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/kernels/kernel_rows.hpp"

namespace preimage::kernels {

namespace {

using config::Reader;

KernelPtr<Vectors> make_linear(const Reader&) {
  return std::make_unique<LinearKernel>();
}

KernelPtr<Vectors> make_polynomial(const Reader& reader) {
  const long degree = reader.integer("degree", 1, 100);
  return std::make_unique<PolynomialKernel>(degree, reader.number("offset", config::kNonNegative));
}

KernelPtr<Vectors> make_gaussian(const Reader& reader) {
  return std::make_unique<GaussianKernel>(reader.number("sigma", config::kPositive));
}

KernelPtr<Vectors> make_chi_square(const Reader&) {
  return std::make_unique<ChiSquareKernel>();
}

KernelPtr<StringPairs> make_product(const Reader& reader) {
  KernelPtr<Strings> input = make_kernel<Strings>(reader.map("input"));
  return std::make_unique<ProductKernel>(std::move(input), make_kernel<Strings>(reader.map("output")));
}

KernelPtr<Labels> make_class(const Reader&) {
  return std::make_unique<ClassKernel>();
}

KernelPtr<LabelSets> make_label_set(const Reader&) {
  return std::make_unique<LabelSetKernel>();
}

constexpr std::array<std::pair<const char*, SubsequenceAlgorithm>, 3> kSubsequenceAlgorithms = {{
    {"auto", SubsequenceAlgorithm::automatic},
    {"features", SubsequenceAlgorithm::features},
    {"dynamic_programme", SubsequenceAlgorithm::dynamic_programme},
}};

SubsequenceAlgorithm read_algorithm(const Reader& reader) {
  std::vector<std::string> words;
  for (const auto& [word, algorithm] : kSubsequenceAlgorithms) words.emplace_back(word);
  const std::string chosen = reader.choice("algorithm", words, "auto");
  return std::find_if(kSubsequenceAlgorithms.begin(), kSubsequenceAlgorithms.end(),
                      [&](const auto& entry) { return entry.first == chosen; })
      ->second;
}

KernelPtr<Strings> make_subsequence(const Reader& reader) {
  const long length = reader.integer("length", 1, SubsequenceKernel::kMaxLength);
  const double decay = reader.number("decay", {config::kPositive.min, 1.0});
  const SubsequenceAlgorithm algorithm = read_algorithm(reader);
  try {
    return std::make_unique<SubsequenceKernel>(static_cast<int>(length), decay, algorithm);
  } catch (const NumericalError& error) {  // each value is in range, but the two together underflow
    reader.fail("decay", error.what());
  }
}

int read_length(const Reader& reader) {
  return static_cast<int>(reader.integer("length", 1, SpectrumKernel::kMaxLength));
}

Tokens read_tokens(const Reader& reader) {
  return reader.choice("tokens", {"symbols", "words"}, "symbols") == "words" ? Tokens::words
                                                                             : Tokens::symbols;
}

KernelPtr<Strings> make_spectrum(const Reader& reader) {
  const int length = read_length(reader);
  return std::make_unique<SpectrumKernel>(length, length, read_tokens(reader));
}

KernelPtr<Strings> make_n_gram(const Reader& reader) {
  const int length = read_length(reader);
  return std::make_unique<SpectrumKernel>(1, length, read_tokens(reader));
}

KernelPtr<StringPairs> make_joint_spectrum(const Reader& reader) {
  const long length = reader.integer("length", 1, JointSpectrumKernel::kMaxLength);
  if (length % 2 == 0) {
    reader.fail("length", fmt::format("expected an odd number (a window has a centre), found {}", length));
  }
  return std::make_unique<JointSpectrumKernel>(static_cast<int>(length));
}

arma::uword read_ngram_order(const Reader& reader) {
  return static_cast<arma::uword>(reader.integer("n", 1, 100));
}

KernelPtr<VectorSequences> make_set(const Reader& reader) {
  std::optional<double> position_bandwidth;
  if (reader.has("position_bandwidth")) {
    position_bandwidth = reader.number("position_bandwidth", config::kPositive);
  }
  return std::make_unique<SetKernel>(make_kernel<Vectors>(reader.map("base")), read_ngram_order(reader),
                                     position_bandwidth);
}

KernelPtr<VectorSequences> make_polynomial_set(const Reader& reader) {
  const arma::uword n = read_ngram_order(reader);
  const long degree = reader.integer("degree", 1, 100);
  return std::make_unique<PolynomialSetKernel>(n, degree, reader.number("offset", config::kNonNegative));
}

}  // namespace

template <>
const std::vector<KernelRow<Vectors>>& kernel_table() {
  static const auto rows = with_wrappers<Vectors>({
      {"linear", 3, "", "{name: linear}", make_linear},
      {"polynomial", 2, "degree: 1 to 100; offset >= 0: (x . x' + offset)^degree",
       "{name: polynomial, degree: 3, offset: 1}", make_polynomial},
      {"gaussian", 1, "sigma > 0: bandwidth in exp(-d^2 / (2 sigma^2))", "{name: gaussian, sigma: 1.5}",
       make_gaussian},
      {"chi_square", 1, "histograms x >= 0: sum over bins of 2 x x' / (x + x')", "{name: chi_square}",
       make_chi_square, true},
  });
  return rows;
}

template <>
const std::vector<KernelRow<Strings>>& kernel_table() {
  static const auto rows = with_wrappers<Strings>({
      {"subsequence", 1,
       "length: r, 1 to 32 symbols; decay: 0 < lambda <= 1; algorithm: auto (default), features or "
       "dynamic_programme",
       "{name: subsequence, length: 3, decay: 0.5}", make_subsequence},
      {"spectrum", 1,
       "length: p, 1 to 100: counts of all contiguous substrings of p tokens; tokens: symbols (bytes, "
       "default) or words",
       "{name: spectrum, length: 3}", make_spectrum},
      {"n_gram", 1, "length: p, 1 to 100: the same for all substrings of 1 to p tokens; tokens",
       "{name: n_gram, length: 3}", make_n_gram},
  });
  return rows;
}

template <>
const std::vector<KernelRow<StringPairs>>& kernel_table() {
  static const auto rows = with_wrappers<StringPairs>({
      {"joint_spectrum", 1,
       "length: p, odd: counts of (window of p input symbols, output symbol at its centre)",
       "{name: joint_spectrum, length: 3}", make_joint_spectrum},
      {"product", 1, "input, output: kernels on strings; K(x, x') L(y, y')",
       "{name: product, input: {name: spectrum, length: 2}, output: {name: spectrum, length: 1}}",
       make_product},
  });
  return rows;
}

template <>
const std::vector<KernelRow<Labels>>& kernel_table() {
  static const auto rows = with_wrappers<Labels>({{"class", 1, "", "{name: class}", make_class}});
  return rows;
}

template <>
const std::vector<KernelRow<LabelSets>>& kernel_table() {
  static const auto rows =
      with_wrappers<LabelSets>({{"label_set", 1, "", "{name: label_set}", make_label_set}});
  return rows;
}

template <>
const std::vector<KernelRow<VectorSequences>>& kernel_table() {
  static const auto rows = with_wrappers<VectorSequences>({
      {"set", 1,
       "base: a kernel on vectors, summed over all pairs of n-grams of elements; n: their order; "
       "position_bandwidth > 0 (optional): tau in exp(-(i - j)^2 / (2 tau^2)), i and j their positions",
       "{name: set, n: 1, position_bandwidth: 1, base: {name: gaussian, sigma: 1.5}}", make_set},
      {"polynomial_set", 1,
       "n: order of the n-grams u of elements; degree: 1 to 100; offset >= 0: (u . u' + offset)^degree "
       "summed "
       "over all pairs",
       "{name: polynomial_set, n: 2, degree: 2, offset: 1}", make_polynomial_set},
  });
  return rows;
}

template KernelPtr<Vectors> make_kernel(const config::Reader&);
template KernelPtr<Strings> make_kernel(const config::Reader&);
template KernelPtr<StringPairs> make_kernel(const config::Reader&);
template KernelPtr<Labels> make_kernel(const config::Reader&);
template KernelPtr<LabelSets> make_kernel(const config::Reader&);
template KernelPtr<VectorSequences> make_kernel(const config::Reader&);

}  // namespace preimage::kernels
