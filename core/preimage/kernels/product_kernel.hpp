#pragma once

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// The joint kernel of pairs that compares inputs with inputs and outputs with outputs,
///   k((x, y), (x', y')) = K(x, x') L(y, y');
/// its feature space is the tensor product of theirs.      [Lampert and Blaschko 2008, sec. 2.1: any joint
/// kernel] cost  that of both kernels
class ProductKernel final : public Kernel<StringPairs> {
 public:
  ProductKernel(KernelPtr<Strings> input, KernelPtr<Strings> output);
  arma::mat cross_gram(const StringPairs& a, const StringPairs& b) const override;
  arma::vec diagonal(const StringPairs& a) const override;
  arma::mat gram(const StringPairs& a) const override;
  /// Pairs with an input or an output at the origin of its kernel.
  bool has_several_at_origin() const override {
    return input_->has_several_at_origin() || output_->has_several_at_origin();
  }
  arma::vec rounding(const StringPairs& a) const override;

 private:
  KernelPtr<Strings> input_, output_;
};

}  // namespace preimage::kernels
