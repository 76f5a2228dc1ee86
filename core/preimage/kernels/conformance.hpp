// Checks the contract of Kernel on samples: what kernel.hpp promises, tried on samples. The project's own
// kernels are held to it, and so may be one of yours.
#pragma once

#include <armadillo>
#include <string>
#include <utility>
#include <vector>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// What does not hold, a line each.
class Violations {
 public:
  void require(bool holds, std::string otherwise) {
    if (!holds) texts_.push_back(std::move(otherwise));
  }
  /// |actual - expected| <= 1e-12 of the largest |expected| plus `atol`, in every entry; all finite, shapes
  /// equal.
  void require_close(const arma::mat& actual, const arma::mat& expected, const std::string& what,
                     double atol = 0.0);
  /// The same bits.
  void require_equal(const arma::mat& actual, const arma::mat& expected, const std::string& what);
  /// Exactly symmetric, not 0, no eigenvalue below -1e-10 of the largest, |K_ij| <= sqrt(K_ii K_jj) (1 +
  /// 1e-12).
  void require_positive_semi_definite(const arma::mat& gram);
  /// Whether it is n x n and finite: nothing else can be asked of it otherwise.
  bool is_gram_of(const arma::mat& gram, std::size_t n);

  std::vector<std::string> texts() && { return std::move(texts_); }

 private:
  std::vector<std::string> texts_;
};

/// Samples [begin, end).
template <class Samples>
Samples sample_range(const Samples& samples, std::size_t begin, std::size_t end) {
  using samples::select;  // or that of the samples' own namespace
  return select(samples, arma::regspace<arma::uvec>(begin, end - 1));
}

/// Fewer would not show whether blocks agree.
inline constexpr std::size_t kConformanceSamples = 5;

/// throws  std::invalid_argument where there are fewer than kConformanceSamples
void require_conformance_samples(std::size_t n);

/// Blocks of the Gram matrix, whatever their shape, hold the values of the whole.
template <class Samples>
void check_blocks(const Kernel<Samples>& kernel, const Samples& samples, const arma::mat& gram,
                  Violations& violations) {
  const std::size_t n = gram.n_rows, third = n / 3, half = n / 2;
  violations.require_close(kernel.cross_gram(samples, samples), gram,
                           "cross_gram(samples, samples) against gram");
  violations.require_close(kernel.cross_gram(sample_range(samples, 0, 3), sample_range(samples, 2, n)),
                           gram.submat(0, 2, 2, n - 1), "cross_gram of the first three samples against gram");
  violations.require_close(
      kernel.cross_gram(sample_range(samples, third, n - 1), sample_range(samples, half, half + 1)),
      gram.submat(third, half, n - 2, half), "cross_gram with one sample against gram", 1e-12 * gram.max());
  violations.require_close(kernel.diagonal(samples), gram.diag(), "diagonal against that of gram");
}

/// Explicit features have the kernel's values as inner products; its own distances are those of feature
/// space.
template <class Samples>
void check_offers(const Kernel<Samples>& kernel, const Samples& samples, const arma::mat& gram,
                  Violations& violations) {
  if (const auto features = kernel.features(samples))
    violations.require_close(*features * features->t(), gram, "inner products of features against gram");
  const Samples training = sample_range(samples, 0, 3);
  if (const auto map = kernel.feature_map(training)) {
    const arma::mat F = (*map)(samples), F_training = (*map)(training);
    violations.require(F.n_cols == F_training.n_cols,
                       "feature_map: the number of columns depends on the samples that are mapped");
    if (F.n_cols == F_training.n_cols)
      violations.require_close(F * F_training.t(), kernel.cross_gram(samples, training),
                               "inner products by feature_map against cross_gram", 1e-12 * gram.max());
  }
  if (const auto own = kernel.own_squared_distances(samples, samples)) {
    violations.require_close(*own, squared_distances(gram),
                             "own_squared_distances against those made of gram");
    violations.require_equal(*own, own->t(), "own_squared_distances against its transpose");
    violations.require(arma::abs(own->diag()).max() == 0.0,
                       "own_squared_distances: not 0 between a sample and itself");
  }
}

/// What the kernel does not keep of its promises on these samples; empty where it keeps all. The more the
/// samples differ, and the stranger they are (empty ones, equal ones, zero vectors), the more this says.
/// throws  std::invalid_argument for fewer than kConformanceSamples samples; what the kernel throws
/// cost    O(n^3), and about six Gram matrices
template <class Samples>
std::vector<std::string> kernel_violations(const Kernel<Samples>& kernel, const Samples& samples) {
  using kernels::sample_count;  // or that of the samples' own namespace
  const std::size_t n = sample_count(samples);
  require_conformance_samples(n);
  Violations violations;
  const arma::mat gram = kernel.gram(samples);
  if (!violations.is_gram_of(gram, n)) return std::move(violations).texts();
  violations.require_positive_semi_definite(gram);
  check_blocks(kernel, samples, gram, violations);
  check_offers(kernel, samples, gram, violations);
  violations.require_equal(kernel.gram(samples), gram, "gram, asked twice");
  violations.require_equal(kernel.cross_gram(samples, samples), kernel.cross_gram(samples, samples),
                           "cross_gram, asked twice");
  return std::move(violations).texts();
}

}  // namespace preimage::kernels
