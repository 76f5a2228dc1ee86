// Kernels on classes and on sets of classes, both scaled so that the squared distance in feature space is the
// loss: 0 or 1 for classes, half the size of the symmetric difference for sets.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// k(y, y') = 1/2 [y = y'], so that d^2(y, y') = [y != y']  [Weston et al., NIPS 2002 and TR-098, eq. (2)]
/// features: one column per class present, in ascending order; sqrt(1/2) at the sample's own class
class ClassKernel final : public Kernel<Labels> {
 public:
  std::string description() const override { return "class"; }
  arma::mat cross_gram(const Labels& a, const Labels& b) const override;
  arma::vec diagonal(const Labels& a) const override;
  std::optional<FeatureMap<Labels>> feature_map(const Labels& training) const override;
};

/// k(A, B) = 1/2 |A n B|, so that d^2(A, B) = 1/2 |A symmetric difference B|
///   [TR-098, sec. 2, "any one example belongs to an arbitrary subset of the M classes"]
/// features: one column per class present, in ascending order; sqrt(1/2) at each of the sample's classes
class LabelSetKernel final : public Kernel<LabelSets> {
 public:
  std::string description() const override { return "label_set"; }
  arma::mat cross_gram(const LabelSets& a, const LabelSets& b) const override;
  arma::vec diagonal(const LabelSets& a) const override;
  std::optional<FeatureMap<LabelSets>> feature_map(const LabelSets& training) const override;
};

/// k(y, y') = base(i, j) of classes y and y' that are the levels i and j of an order, counted from 1: a
/// kernel of numbers on them.
/// features: those of the base kernel
class LevelKernel final : public Kernel<Labels> {
 public:
  explicit LevelKernel(SharedKernel<Vectors> base) : base_(std::move(base)) {}
  std::string description() const override;
  arma::mat cross_gram(const Labels& a, const Labels& b) const override;
  arma::vec diagonal(const Labels& a) const override;
  std::optional<FeatureMap<Labels>> feature_map(const Labels& training) const override;

 private:
  SharedKernel<Vectors> base_;
};

inline ClassKernel same_class() {
  return {};
}
inline LabelSetKernel shared_labels() {
  return {};
}

}  // namespace preimage::kernels
