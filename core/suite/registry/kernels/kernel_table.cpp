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

namespace preimage::suite::registry {

namespace {

using config::Reader;

kernels::KernelPtr<kernels::Vectors> make_linear(const Reader&) {
  return std::make_unique<kernels::LinearKernel>();
}

kernels::KernelPtr<kernels::Vectors> make_polynomial(const Reader& reader) {
  const long degree = reader.integer("degree", 1, 100);
  return std::make_unique<kernels::PolynomialKernel>(degree, reader.number("offset", config::kNonNegative));
}

kernels::KernelPtr<kernels::Vectors> make_gaussian(const Reader& reader) {
  return std::make_unique<kernels::GaussianKernel>(reader.number("sigma", config::kPositive));
}

kernels::KernelPtr<kernels::Vectors> make_chi_square(const Reader&) {
  return std::make_unique<kernels::ChiSquareKernel>();
}

kernels::KernelPtr<kernels::StringPairs> make_product(const Reader& reader) {
  kernels::KernelPtr<kernels::Strings> input = make_kernel<kernels::Strings>(reader.map("input"));
  return std::make_unique<kernels::ProductKernel>(std::move(input),
                                                  make_kernel<kernels::Strings>(reader.map("output")));
}

kernels::KernelPtr<kernels::Labels> make_class(const Reader&) {
  return std::make_unique<kernels::ClassKernel>();
}

kernels::KernelPtr<kernels::LabelSets> make_label_set(const Reader&) {
  return std::make_unique<kernels::LabelSetKernel>();
}

constexpr std::array<std::pair<const char*, kernels::SubsequenceAlgorithm>, 3> kSubsequenceAlgorithms = {{
    {"auto", kernels::SubsequenceAlgorithm::automatic},
    {"features", kernels::SubsequenceAlgorithm::features},
    {"dynamic_programme", kernels::SubsequenceAlgorithm::dynamic_programme},
}};

kernels::SubsequenceAlgorithm read_algorithm(const Reader& reader) {
  std::vector<std::string> words;
  for (const auto& [word, algorithm] : kSubsequenceAlgorithms) words.emplace_back(word);
  const std::string chosen = reader.choice("algorithm", words, "auto");
  return std::find_if(kSubsequenceAlgorithms.begin(), kSubsequenceAlgorithms.end(),
                      [&](const auto& entry) { return entry.first == chosen; })
      ->second;
}

kernels::KernelPtr<kernels::Strings> make_subsequence(const Reader& reader) {
  const long length = reader.integer("length", 1, kernels::SubsequenceKernel::kMaxLength);
  const double decay = reader.number("decay", {config::kPositive.min, 1.0});
  const kernels::SubsequenceAlgorithm algorithm = read_algorithm(reader);
  try {
    return std::make_unique<kernels::SubsequenceKernel>(static_cast<int>(length), decay, algorithm);
  } catch (const NumericalError& error) {  // each value is in range, but the two together underflow
    reader.fail("decay", error.what());
  }
}

int read_length(const Reader& reader) {
  return static_cast<int>(reader.integer("length", 1, kernels::SpectrumKernel::kMaxLength));
}

kernels::Tokens read_tokens(const Reader& reader) {
  return reader.choice("tokens", {"symbols", "words"}, "symbols") == "words" ? kernels::Tokens::words
                                                                             : kernels::Tokens::symbols;
}

kernels::KernelPtr<kernels::Strings> make_spectrum(const Reader& reader) {
  const int length = read_length(reader);
  return std::make_unique<kernels::SpectrumKernel>(length, length, read_tokens(reader));
}

kernels::KernelPtr<kernels::Strings> make_n_gram(const Reader& reader) {
  const int length = read_length(reader);
  return std::make_unique<kernels::SpectrumKernel>(1, length, read_tokens(reader));
}

kernels::KernelPtr<kernels::StringPairs> make_joint_spectrum(const Reader& reader) {
  const long length = reader.integer("length", 1, kernels::JointSpectrumKernel::kMaxLength);
  if (length % 2 == 0) {
    reader.fail("length", fmt::format("expected an odd number (a window has a centre), found {}", length));
  }
  return std::make_unique<kernels::JointSpectrumKernel>(static_cast<int>(length));
}

arma::uword read_ngram_order(const Reader& reader) {
  return static_cast<arma::uword>(reader.integer("n", 1, 100));
}

kernels::KernelPtr<samples::VectorSequences> make_set(const Reader& reader) {
  std::optional<double> position_bandwidth;
  if (reader.has("position_bandwidth")) {
    position_bandwidth = reader.number("position_bandwidth", config::kPositive);
  }
  return std::make_unique<kernels::SetKernel>(make_kernel<kernels::Vectors>(reader.map("base")),
                                              read_ngram_order(reader), position_bandwidth);
}

kernels::KernelPtr<samples::VectorSequences> make_polynomial_set(const Reader& reader) {
  const arma::uword n = read_ngram_order(reader);
  const long degree = reader.integer("degree", 1, 100);
  return std::make_unique<kernels::PolynomialSetKernel>(n, degree,
                                                        reader.number("offset", config::kNonNegative));
}

}  // namespace

template <>
const std::vector<KernelRow<kernels::Vectors>>& kernel_table() {
  static const auto rows = with_wrappers<kernels::Vectors>({
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
const std::vector<KernelRow<kernels::Strings>>& kernel_table() {
  static const auto rows = with_wrappers<kernels::Strings>({
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
const std::vector<KernelRow<kernels::StringPairs>>& kernel_table() {
  static const auto rows = with_wrappers<kernels::StringPairs>({
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
const std::vector<KernelRow<kernels::Labels>>& kernel_table() {
  static const auto rows = with_wrappers<kernels::Labels>({{"class", 1, "", "{name: class}", make_class}});
  return rows;
}

template <>
const std::vector<KernelRow<kernels::LabelSets>>& kernel_table() {
  static const auto rows =
      with_wrappers<kernels::LabelSets>({{"label_set", 1, "", "{name: label_set}", make_label_set}});
  return rows;
}

template <>
const std::vector<KernelRow<samples::VectorSequences>>& kernel_table() {
  static const auto rows = with_wrappers<samples::VectorSequences>({
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

template kernels::KernelPtr<kernels::Vectors> make_kernel(const config::Reader&);
template kernels::KernelPtr<kernels::Strings> make_kernel(const config::Reader&);
template kernels::KernelPtr<kernels::StringPairs> make_kernel(const config::Reader&);
template kernels::KernelPtr<kernels::Labels> make_kernel(const config::Reader&);
template kernels::KernelPtr<kernels::LabelSets> make_kernel(const config::Reader&);
template kernels::KernelPtr<samples::VectorSequences> make_kernel(const config::Reader&);

}  // namespace preimage::suite::registry
