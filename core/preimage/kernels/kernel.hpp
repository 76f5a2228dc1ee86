// A kernel is one final, immutable class and one row in the kernel table of its sample type. Kernel methods
// never see a kernel: they see Gram matrices.
#pragma once

#include <armadillo>
#include <compare>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "preimage/base/ties.hpp"
#include "preimage/kernels/equal_samples.hpp"
#include "preimage/samples/sample_set.hpp"
#include "preimage/samples/vector_sequences.hpp"

namespace preimage::kernels {

struct StringPair {
  std::string input, output;
  auto operator<=>(const StringPair&) const = default;
};

using Vectors = arma::mat;                     // one sample per row
using Strings = std::vector<std::string>;      // bytes are symbols
using StringPairs = std::vector<StringPair>;   // an input with its output, of equal length
using Labels = std::vector<int>;               // a class per sample
using LabelSets = std::vector<std::set<int>>;  // any subset of the classes per sample

using samples::sample_count;

/// k(x, x') = exp(-|x - x'|^2 / (2 sigma^2)) of vectors.
struct GaussianForm {
  double sigma = 1.0;
};

/// k(x, x') = (x . x' + offset)^degree of vectors.
struct PolynomialForm {
  long degree = 1;
  double offset = 0.0;
};

/// What a kernel is, where it is one of vectors.
struct KernelForms {
  std::optional<GaussianForm> gaussian = std::nullopt;
  std::optional<PolynomialForm> polynomial = std::nullopt;
};

/// Fitted to training samples: any t samples -> t x q explicit features, whose columns are always the same,
/// with
///   F(a) F(training)' = k(a, training).
/// What new samples have and no training sample has (another class, another symbol) adds to no column.
template <class Samples>
using FeatureMap = std::function<arma::mat(const Samples& a)>;

/// A symmetric positive semi-definite function k(x, x') on samples of one type, evaluated in blocks.
template <class Samples>
class Kernel {
 public:
  using SampleType = Samples;

  virtual ~Kernel() = default;
  /// Its name and all of its parameters: "gaussian(sigma = 0.5)". A saved model is read with kernels of the
  /// same description alone. Empty: a model compares some kernel values instead, as it does beside the
  /// description.
  virtual std::string description() const { return {}; }
  /// |a| x |b|, entry (i, j) = k(a_i, b_j).
  virtual arma::mat cross_gram(const Samples& a, const Samples& b) const = 0;
  /// k(a_i, a_i) for every sample.
  virtual arma::vec diagonal(const Samples& a) const = 0;
  /// The Gram matrix of `a` with itself, exactly symmetric.
  virtual arma::mat gram(const Samples& a) const {
    const arma::mat block = cross_gram(a, a);
    return 0.5 * (block + block.t());
  }
  /// Explicit features, where they are cheaper than the Gram matrix.
  virtual std::optional<FeatureMap<Samples>> feature_map(const Samples& /*training*/) const {
    return std::nullopt;
  }
  /// Those of `a` by the map that is fitted to them: F (|a| x q) with k(a_i, a_j) = F_i . F_j.
  std::optional<arma::mat> features(const Samples& a) const {
    const std::optional<FeatureMap<Samples>> map = feature_map(a);
    if (!map) return std::nullopt;
    return (*map)(a);
  }
  /// Whether several different samples have zero norm, k(x, x) = 0. Nothing tells them apart then (all
  /// strings shorter than the subsequences that are counted), so a prediction "at the origin" names none of
  /// them. Where at most one sample has zero norm (the vector 0, the empty set) it is a sample like any
  /// other.
  virtual bool maps_several_to_zero() const { return false; }
  /// What decoders may ask: whether the kernel is such a function, however it came about (a Gaussian over
  /// linear is a Gaussian).
  virtual std::optional<GaussianForm> gaussian_form() const { return std::nullopt; }
  virtual std::optional<PolynomialForm> polynomial_form() const { return std::nullopt; }
  /// |a| x |b| squared distances in feature space, where the kernel has them without the loss of digits of
  /// k(x, x) + k(x', x') - 2 k(x, x'), a small difference of large numbers far from the origin. Where a and b
  /// are one object: exactly symmetric. 0 between equal samples.
  virtual std::optional<arma::mat> own_squared_distances(const Samples& /*a*/, const Samples& /*b*/) const {
    return std::nullopt;
  }
  /// By how much rounding may move squared distances that are computed from kernel values of each sample: 4
  /// units in the last place of k(x, x), or more where these values come from others that have lost digits.
  virtual arma::vec rounding(const Samples& a) const {
    return 4.0 * std::numeric_limits<double>::epsilon() * arma::abs(diagonal(a));
  }
  /// By how much rounding may have moved `squared`, its own squared distances between a and b (|a| x |b|),
  /// for the tie rule (base/ties.hpp): of sums of squares.
  virtual arma::mat own_distance_errors(const Samples& /*a*/, const Samples& /*b*/,
                                        const arma::mat& squared) const {
    return base::kRoundingOfSums * squared;
  }
};

template <class Samples>
using KernelPtr = std::unique_ptr<const Kernel<Samples>>;

template <class Samples>
using SharedKernel = std::shared_ptr<const Kernel<Samples>>;

/// A kernel by value, or by pointer, as what estimators and wrappers hold.
template <class K>
SharedKernel<typename K::SampleType> share(K kernel) {
  return std::make_shared<const K>(std::move(kernel));
}
template <class K>
SharedKernel<typename K::SampleType> share(std::shared_ptr<K> kernel) {
  return kernel;
}
template <class K, class Deleter>
SharedKernel<typename K::SampleType> share(std::unique_ptr<K, Deleter> kernel) {
  return kernel;
}

/// d^2(x_i, x_j) = k(x_i, x_i) + k(x_j, x_j) - 2 k(x_i, x_j), clipped at 0 (rounding), zero on the diagonal.
arma::mat squared_distances(const arma::mat& gram);

/// The same of a block of inner products and the squared norms of its rows and columns.
arma::mat squared_distances(arma::mat inner, const arma::vec& row_norms, const arma::vec& column_norms);

/// Squared distances that rounding alone can have left between equal samples become 0.
/// norms  k(x, x) of the rows, a, and of the columns, b
template <class Samples>
arma::mat with_equal_at_zero(arma::mat squared, const arma::vec& row_norms, const arma::vec& column_norms,
                             const Samples& a, const Samples& b) {
  EqualSamples<Samples> equal(a, b);
  for (arma::uword j = 0; j < squared.n_cols; ++j) {
    for (arma::uword i = 0; i < squared.n_rows; ++i) {
      const double maybe = kMaybeEqual * (row_norms(i) + column_norms(j));
      if (squared(i, j) > 0.0 && squared(i, j) <= maybe && equal(i, j)) squared(i, j) = 0.0;
    }
  }
  return squared;
}

/// Of samples whose Gram matrix is there: exactly symmetric, 0 between equal ones.
template <class Samples>
arma::mat squared_distances(const arma::mat& gram, const Samples& a) {
  const arma::vec norms = gram.diag();
  return with_equal_at_zero(squared_distances(gram), norms, norms, a, a);
}

/// Asked about no samples at all.
template <class Samples>
bool has_own_distances(const Kernel<Samples>& kernel) {
  return kernel.own_squared_distances(Samples(), Samples()).has_value();
}

/// |a| x |b| squared distances in the kernel's feature space, clipped at 0, and 0 between equal samples: the
/// kernel's own, or from its values.
template <class Samples>
arma::mat squared_distances(const Kernel<Samples>& kernel, const Samples& a, const Samples& b) {
  if (std::optional<arma::mat> own = kernel.own_squared_distances(a, b)) return std::move(*own);
  const arma::vec a_norms = kernel.diagonal(a), b_norms = kernel.diagonal(b);
  return with_equal_at_zero(squared_distances(kernel.cross_gram(a, b), a_norms, b_norms), a_norms, b_norms, a,
                            b);
}

/// The same of `a` with itself: exactly symmetric, 0 on the diagonal.
template <class Samples>
arma::mat squared_distances(const Kernel<Samples>& kernel, const Samples& a) {
  if (std::optional<arma::mat> own = kernel.own_squared_distances(a, a)) return std::move(*own);
  return squared_distances(kernel.gram(a), a);
}

/// By how much rounding may have moved squared distances that are computed from kernel values:
/// base::kRoundingOfSums (k(x, x) + k(z, z)).
arma::mat errors_of_values(const arma::vec& row_norms, const arma::vec& column_norms);

// What samples are, in words: for messages about samples that do not fit together.

/// Of samples without a description; a type of one's own has one by a kind_of in its namespace.
template <class Samples>
std::string kind_of(const Samples& /*samples*/) {
  return "samples of a type of their own";
}

/// "vectors of 3 numbers"
std::string kind_of(const Vectors& samples);
std::string kind_of(const samples::VectorSequences& samples);
inline std::string kind_of(const Strings& /*samples*/) {
  return "strings";
}
inline std::string kind_of(const StringPairs& /*samples*/) {
  return "pairs of strings";
}
inline std::string kind_of(const Labels& /*samples*/) {
  return "classes";
}
inline std::string kind_of(const LabelSets& /*samples*/) {
  return "sets of labels";
}

}  // namespace preimage::kernels
