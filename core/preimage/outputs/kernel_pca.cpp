#include "preimage/outputs/kernel_pca.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::outputs {

namespace {

/// A direction below this share of the largest eigenvalue is rounding noise of a rank-deficient matrix; so is
/// a largest eigenvalue below this share of the uncentred entries. Eigenvalues are known to this share.
constexpr double kNoLength = 1e-12;

void require_cut(const ComponentCut& cut) {
  if (cut.count && *cut.count == 0) throw NumericalError("kernel PCA: 0 directions, expected at least 1");
  const double share = cut.above_fraction.value_or(0.0);
  if (!(share >= 0.0 && share + kNoLength < 1.0))
    throw NumericalError(fmt::format(
        "kernel PCA: directions above {} of the largest eigenvalue, expected a share from 0 to below 1",
        share));
}

/// At least one.
arma::uword kept_directions(const arma::vec& values, const ComponentCut& cut) {
  // Equal eigenvalues differ by rounding. Where they lie at the threshold itself, none exceeds it.
  const double threshold = (cut.above_fraction.value_or(0.0) + kNoLength) * values(0);
  const arma::uword kept = arma::accu(values > threshold);
  return cut.count ? std::min(kept, *cut.count) : kept;
}

struct LeadingDirections {
  linalg::EigenDecomposition kept;  // eigenvalues falling
  double next_eigenvalue = 0.0;
};

LeadingDirections leading_directions(const arma::mat& L, const ComponentCut& cut, bool centred) {
  const linalg::EigenDecomposition eigen = linalg::symmetric_eigen(
      centred ? linalg::centre_gram(L) : L, centred ? "centred output Gram matrix" : "output Gram matrix");
  // Centring equal outputs leaves rounding of the size of L's entries, not zero.
  if (!(eigen.values(0) > kNoLength * arma::abs(L).max())) {
    throw NumericalError("kernel PCA: all outputs are the same point in feature space");
  }
  const arma::uword kept = kept_directions(eigen.values, cut);
  return {{eigen.values.head(kept), eigen.vectors.head_cols(kept)},
          kept < eigen.values.n_elem ? std::max(0.0, eigen.values(kept)) : 0.0};
}

}  // namespace

KernelPca::KernelPca(const arma::mat& L, const ComponentCut& cut, Centring centring,
                     const regression::KeptArrays& kept)
    : L_(L), centring_(centring) {
  if (L.is_empty()) throw NumericalError("kernel PCA of no samples");
  require_cut(cut);
  if (!kept.is_loading()) {
    LeadingDirections leading = leading_directions(L, cut, centring_ == Centring::training_mean);
    vectors_ = std::move(leading.kept.vectors);
    eigenvalues_ = std::move(leading.kept.values);
    next_eigenvalue_ = leading.next_eigenvalue;
  }
  kept.field("output_pca.vectors", regression::Shape::up_to(L.n_rows, L.n_rows), vectors_);
  kept.field("output_pca.eigenvalues", {vectors_.n_cols, 1}, eigenvalues_);
  if (!eigenvalues_.is_empty() && eigenvalues_.min() <= 0.0)
    throw DataError("the model's array 'output_pca.eigenvalues' holds a number that is not above 0");
  if (kept.has("output_pca.next_eigenvalue")) kept.field("output_pca.next_eigenvalue", next_eigenvalue_);
  coordinates_ = vectors_ * arma::diagmat(arma::sqrt(eigenvalues_));
}

bool KernelPca::cuts_equal_eigenvalues() const {
  return !eigenvalues_.is_empty() && eigenvalues_.min() - next_eigenvalue_ <= kNoLength * eigenvalues_.max();
}

double KernelPca::coordinate_error() const {
  if (eigenvalues_.is_empty()) return 0.0;
  const double last = eigenvalues_.min();
  const double gap = cuts_equal_eigenvalues() ? last : last - next_eigenvalue_;
  return base::kRoundingOfSums * eigenvalues_.max() * std::sqrt(last) / gap;
}

arma::mat KernelPca::project(const arma::mat& L_test_train) const {
  const arma::mat dual = vectors_ * arma::diagmat(1.0 / arma::sqrt(eigenvalues_));  // a^n
  if (centring_ == Centring::none) return L_test_train * dual;
  return linalg::centre_cross_gram(L_test_train, L_) * dual;
}

arma::mat KernelPca::expansion(const arma::mat& Z) const {
  return Z * arma::diagmat(1.0 / arma::sqrt(eigenvalues_)) * vectors_.t();
}

}  // namespace preimage::outputs
