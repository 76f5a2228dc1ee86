#pragma once

#include <cstddef>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// The joint input-output kernel of strings whose output has one symbol per input symbol: counts of (window
/// of p input symbols, output symbol at its centre),
///   phi(x, y) = < sum_{i=1}^{|x|-p+1} [(x_i, ..., x_{i+p-1}) = a] [y_{i+(p-1)/2} = b] : a of p symbols, b >
///                                                                            [Bakir et al. 2003, sec. 4]
/// Only windows that lie inside of the string count, so a pair with fewer than p symbols has k = 0. Not
/// normalised (NormalisedKernel does that). The symbols are bytes.
/// cost  of a block: see count_products; a pair has |x| - p + 1 features
class JointSpectrumKernel final : public Kernel<StringPairs> {
 public:
  static constexpr int kMaxLength = 99;

  /// Requires an odd length p >= 1: NumericalError.
  explicit JointSpectrumKernel(int length);

  /// throws  std::invalid_argument where an input and its output differ in length
  std::string description() const override { return fmt::format("joint_spectrum(length = {})", length_); }
  arma::mat cross_gram(const StringPairs& a, const StringPairs& b) const override;
  arma::mat gram(const StringPairs& a) const override;
  arma::vec diagonal(const StringPairs& a) const override;
  /// All pairs with fewer than `length` symbols.
  bool maps_several_to_zero() const override { return length_ > 1; }

 private:
  std::size_t length_;
};

}  // namespace preimage::kernels
