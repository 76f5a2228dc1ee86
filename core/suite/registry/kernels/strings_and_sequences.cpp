#include <optional>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/joint_spectrum_kernel.hpp"
#include "preimage/kernels/polynomial_set_kernel.hpp"
#include "preimage/kernels/set_kernel.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/weighted_degree_kernel.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/parameter.hpp"
#include "suite/registry/tokens.hpp"

namespace preimage::suite::registry {

namespace {

namespace contiguous {

constexpr Integer kLength{"length", 1, kernels::SpectrumKernel::kMaxLength, "p, tokens of a substring"};
/// Its default is in the log, in the word of the first version.
constexpr Choice kCounted{registry::kTokens.name, registry::kTokens.words, registry::kTokens.meaning,
                          "symbols"};
constexpr Flag kBoundary{
    "boundary", "counts see the ends: n tokens are counted between n - 1 boundary tokens before and behind"};

template <bool are_shorter>
kernels::KernelPtr<kernels::Strings> make(const config::Reader& reader) {
  const auto length = kLength.read_as<int>(reader);
  kCounted.read(reader);
  const bool has_boundary = reader.has(kBoundary.name) && kBoundary.read(reader);
  if (has_boundary && length == 1)
    reader.fail(kBoundary.name, "one token has none: `length: 2` at least, or leave it out");
  return std::make_unique<kernels::SpectrumKernel>(are_shorter ? 1 : length, length, read_tokens(reader),
                                                   has_boundary);
}

void add(KernelTable& table) {
  const auto add = [&](const std::string& name, const char* summary, auto* make) {
    table.rows<kernels::Strings>().push_back(
        {name, 1, summary, facts_of(kLength, kCounted, kBoundary), "{name: " + name + ", length: 3}", make});
  };
  add("n_gram", "counts of all contiguous substrings of 1 to p tokens", make<true>);
  add("spectrum", "counts of all contiguous substrings of p tokens", make<false>);
}

}  // namespace contiguous

namespace subsequence {

constexpr Integer kLength{"length", 1, kernels::SubsequenceKernel::kMaxLength, "r, symbols of a subsequence"};
constexpr Number kDecay{"decay", {config::kPositive.min, 1.0}, "lambda, per symbol that a subsequence spans"};
constexpr Choice kAlgorithm{"algorithm", "auto | features | dynamic_programme", "equal up to rounding",
                            "auto"};

kernels::KernelPtr<kernels::Strings> make(const config::Reader& reader) {
  const auto length = kLength.read_as<int>(reader);
  const double decay = kDecay.read(reader);
  using enum kernels::SubsequenceAlgorithm;
  const auto algorithm = kAlgorithm.read_as(reader, {automatic, features, dynamic_programme});
  try {
    return std::make_unique<kernels::SubsequenceKernel>(length, decay, algorithm, read_tokens(reader));
  } catch (const NumericalError& error) {  // each value is in range, but the two together underflow
    reader.fail(kDecay.name, error.what());
  }
}

void add(KernelTable& table) {
  table.rows<kernels::Strings>().push_back(
      {"subsequence", 1, "subsequences of r symbols, with gaps that decay",
       facts_of(kLength, kDecay, kAlgorithm, kTokens), "{name: subsequence, length: 3, decay: 0.5}", make});
}

}  // namespace subsequence

namespace weighted_degree {

constexpr Integer kDegree{"degree", 1, kernels::WeightedDegreeKernel::kMaxDegree,
                          "d, symbols of the longest run"};

kernels::KernelPtr<kernels::Strings> make(const config::Reader& reader) {
  return std::make_unique<kernels::WeightedDegreeKernel>(kDegree.read_as<int>(reader), read_tokens(reader));
}

void add(KernelTable& table) {
  table.rows<kernels::Strings>().push_back(
      {"weighted_degree", 1, "runs of 1 to d equal symbols at the same positions, short ones weigh more",
       facts_of(kDegree, kTokens), "{name: weighted_degree, degree: 2}", make});
}

}  // namespace weighted_degree

namespace joint_spectrum {

constexpr Integer kLength{"length", 1, kernels::JointSpectrumKernel::kMaxLength,
                          "p, odd: symbols of a window"};

kernels::KernelPtr<kernels::StringPairs> make(const config::Reader& reader) {
  const long length = kLength.read(reader);
  if (length % 2 == 0) {
    reader.fail(kLength.name,
                fmt::format("expected an odd number (a window has a centre), found {}", length));
  }
  return std::make_unique<kernels::JointSpectrumKernel>(static_cast<int>(length));
}

void add(KernelTable& table) {
  table.rows<kernels::StringPairs>().push_back(
      {"joint_spectrum", 1, "counts of (window of p input symbols, output symbol at its centre)",
       facts_of(kLength), "{name: joint_spectrum, length: 3}", make});
}

}  // namespace joint_spectrum

namespace product_of {

constexpr Part kInput{"input", a_kernel("a kernel on strings"), "K, of the inputs"};
constexpr Part kOutput{"output", a_kernel("a kernel on strings"), "L, of the outputs"};

kernels::KernelPtr<kernels::StringPairs> make(const config::Reader& reader) {
  kernels::KernelPtr<kernels::Strings> input = make_kernel<kernels::Strings>(reader.map(kInput.name));
  return std::make_unique<kernels::ProductKernel>(std::move(input),
                                                  make_kernel<kernels::Strings>(reader.map(kOutput.name)));
}

void add(KernelTable& table) {
  table.rows<kernels::StringPairs>().push_back(
      {"product", 1, "K(x, x') L(y, y')", facts_of(kInput, kOutput),
       "{name: product, input: {name: spectrum, length: 2}, output: {name: spectrum, length: 1}}", make});
}

}  // namespace product_of

namespace set_of {

constexpr Part kBase{"base", a_kernel("a kernel on vectors"), "compares two n-grams of elements"};
constexpr Integer kOrder{"n", 1, 100, "elements of an n-gram"};
constexpr OptionalNumber kPositionBandwidth{
    {"position_bandwidth", config::kPositive,
     "tau: each pair is weighted by exp(-(i - j)^2 / (2 tau^2)), i and j its positions"}};

kernels::KernelPtr<samples::VectorSequences> make(const config::Reader& reader) {
  const std::optional<double> position_bandwidth = kPositionBandwidth.read(reader);
  kernels::KernelPtr<kernels::Vectors> base = make_kernel<kernels::Vectors>(reader.map(kBase.name));
  return std::make_unique<kernels::SetKernel>(std::move(base), kOrder.read_as<arma::uword>(reader),
                                              position_bandwidth);
}

void add(KernelTable& table) {
  table.rows<samples::VectorSequences>().push_back(
      {"set", 1, "a kernel on vectors, summed over all pairs of n-grams of elements",
       facts_of(kBase, kOrder, kPositionBandwidth),
       "{name: set, n: 1, position_bandwidth: 1, base: {name: gaussian, sigma: 1.5}}", make});
}

}  // namespace set_of

namespace polynomial_set {

constexpr Integer kOrder{"n", 1, 100, "elements of an n-gram u"};
constexpr Integer kDegree{"degree", 1, 100, "of the polynomial"};
constexpr Number kOffset{"offset", config::kNonNegative, "added to the inner product"};

kernels::KernelPtr<samples::VectorSequences> make(const config::Reader& reader) {
  const auto n = kOrder.read_as<arma::uword>(reader);
  const long degree = kDegree.read(reader);
  return std::make_unique<kernels::PolynomialSetKernel>(n, degree, kOffset.read(reader));
}

void add(KernelTable& table) {
  table.rows<samples::VectorSequences>().push_back(
      {"polynomial_set", 1, "(u . u' + offset)^degree, summed over all pairs of n-grams of elements",
       facts_of(kOrder, kDegree, kOffset), "{name: polynomial_set, n: 2, degree: 2, offset: 1}", make});
}

}  // namespace polynomial_set

}  // namespace

void add_strings_and_sequences(KernelTable& table) {
  contiguous::add(table);
  subsequence::add(table);
  weighted_degree::add(table);
  joint_spectrum::add(table);
  product_of::add(table);
  set_of::add(table);
  polynomial_set::add(table);
}

}  // namespace preimage::suite::registry
