// Kernels on sets of classes as vectors of 0 and 1, one entry per class: the label sets of multi-label
// problems.
#pragma once

#include <optional>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// k(A, B) = |A n B| = 1_A . 1_B, so that d^2(A, B) = |A symmetric difference B|: twice LabelSetKernel.
/// features: one column per class present, in ascending order; 1 at each of the sample's classes
/// cost      the entries of the Gram matrix, and a step per class that two samples share
class IndicatorLinearKernel final : public Kernel<LabelSets> {
 public:
  std::string description() const override { return "linear"; }
  arma::mat cross_gram(const LabelSets& a, const LabelSets& b) const override;
  arma::vec diagonal(const LabelSets& a) const override;
  std::optional<FeatureMap<LabelSets>> feature_map(const LabelSets& training) const override;
};

/// k(A, B) = exp(-|A symmetric difference B| / (2 sigma^2)): the Gaussian of the vectors of 0 and 1
///   [El Ahmad et al. 2024, experiments: multi-label classification]
/// cost      that of IndicatorLinearKernel; Gaussians are read from a table, as distances are whole numbers
class IndicatorGaussianKernel final : public Kernel<LabelSets> {
 public:
  /// Requires sigma > 0: NumericalError.
  explicit IndicatorGaussianKernel(double sigma);
  std::string description() const override { return fmt::format("gaussian(sigma = {})", sigma_); }
  arma::mat cross_gram(const LabelSets& a, const LabelSets& b) const override;
  arma::vec diagonal(const LabelSets& a) const override;

 private:
  double sigma_;
};

// Inner products of black-and-white images: what a matrix product says, from bits.

/// |a| x |b| inner products of rows whose entries are all 0 or 1, by counting the ones that they share:
/// exact, so the same numbers as a matrix product has. Nothing where an entry is anything else, where the
/// widths differ, or where this machine cannot count bits.
/// cost  |a| |b| d / 64 word operations: for 128 pixels some ten times less than the product
std::optional<arma::mat> binary_inner_products(const Vectors& a, const Vectors& b);

}  // namespace preimage::kernels
