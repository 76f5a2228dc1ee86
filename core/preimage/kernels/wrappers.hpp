// Kernels made from another kernel of the same sample type, whatever that type is.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/linalg/exponential.hpp"

namespace preimage::kernels {

/// "normalised(spectrum(1 to 3 symbols))", or nothing where the base says nothing.
template <class Samples>
std::string description_over(const std::string& name, const Kernel<Samples>& base,
                             const std::string& parameters = "") {
  const std::string of_base = base.description();
  return of_base.empty() ? of_base : fmt::format("{}({}{})", name, of_base, parameters);
}

/// 1 / sqrt(k(x, x)) per sample, and 0 where k(x, x) = 0.
/// throws  NumericalError where an entry is negative, NaN or infinite: that is no kernel's diagonal
inline arma::vec inverse_norms(arma::vec diagonal) {
  for (arma::uword i = 0; i < diagonal.n_elem; ++i) {
    const double squared_norm = diagonal(i);
    if (!(squared_norm >= 0.0) || !std::isfinite(squared_norm)) {
      throw NumericalError(fmt::format(
          "normalised kernel: k(x, x) of sample {} is {}, expected a finite number >= 0", i, squared_norm));
    }
    diagonal(i) = squared_norm > 0.0 ? 1.0 / std::sqrt(squared_norm) : 0.0;
  }
  return diagonal;
}

/// k(x, x') / sqrt(k(x, x) k(x', x')). A sample of zero norm (an empty string) has no direction: it gets 0
/// against everything and against itself, so that nothing is NaN and the Gram matrix stays positive
/// semi-definite. Of equal samples of another norm the value is 1 exactly. features: the base kernel's, with
/// rows of unit length (or zero).
/// throws  NumericalError where the base kernel's diagonal is negative or not finite
template <class Samples>
class NormalisedKernel final : public Kernel<Samples> {
 public:
  explicit NormalisedKernel(SharedKernel<Samples> base) : base_(std::move(base)) {}

  std::string description() const override { return description_over("normalised", *base_); }
  arma::mat cross_gram(const Samples& a, const Samples& b) const override {
    return scaled(base_->cross_gram(a, b), inverse_norms(base_->diagonal(a)),
                  inverse_norms(base_->diagonal(b)), a, b);
  }
  arma::vec diagonal(const Samples& a) const override {
    return arma::sign(inverse_norms(base_->diagonal(a)));
  }
  arma::mat gram(const Samples& a) const override {
    arma::mat block = base_->gram(a);
    const arma::vec scale = inverse_norms(block.diag());
    block = scaled(std::move(block), scale, scale, a, a);
    block.diag() = arma::sign(scale);
    return block;
  }
  std::optional<FeatureMap<Samples>> feature_map(const Samples& training) const override {
    std::optional<FeatureMap<Samples>> map = base_->feature_map(training);
    if (!map) return std::nullopt;
    return [map = *std::move(map), base = base_](const Samples& a) {
      arma::mat rows = map(a);
      rows.each_col() %= inverse_norms(base->diagonal(a));
      return rows;
    };
  }
  bool maps_several_to_zero() const override { return base_->maps_several_to_zero(); }
  std::optional<GaussianForm> gaussian_form() const override { return base_->gaussian_form(); }  // has norm 1
  arma::vec rounding(const Samples& a) const override {
    return base_->rounding(a) % arma::square(inverse_norms(base_->diagonal(a)));
  }

 private:
  static arma::mat scaled(arma::mat block, const arma::vec& rows, const arma::vec& columns, const Samples& a,
                          const Samples& b) {
    // The larger factor first: it does not matter which sample has it, so a symmetric block stays exactly
    // symmetric, and nothing overflows even at the smallest norms (the two factors together would).
    EqualSamples<Samples> equal(a, b);
    for (arma::uword j = 0; j < block.n_cols; ++j) {
      for (arma::uword i = 0; i < block.n_rows; ++i) {
        const auto [smaller, larger] = std::minmax(rows(i), columns(j));
        block(i, j) = block(i, j) * larger * smaller;
        if (std::abs(block(i, j) - 1.0) < kMaybeEqual && equal(i, j)) block(i, j) = 1.0;
      }
    }
    return block;
  }

  SharedKernel<Samples> base_;
};

/// factor k(x, x'), for methods to which the scale of a kernel means something.
/// features: the base kernel's times sqrt(factor)
template <class Samples>
class ScaledKernel final : public Kernel<Samples> {
 public:
  /// Requires factor > 0: NumericalError.
  ScaledKernel(SharedKernel<Samples> base, double factor) : base_(std::move(base)), factor_(factor) {
    if (!(factor > 0.0))
      throw NumericalError(fmt::format("scaled kernel: factor is {}, expected > 0", factor));
  }

  std::string description() const override {
    return description_over("scaled", *base_, fmt::format(", factor = {}", factor_));
  }
  arma::mat cross_gram(const Samples& a, const Samples& b) const override {
    return scaled(base_->cross_gram(a, b));
  }
  arma::vec diagonal(const Samples& a) const override { return factor_ * base_->diagonal(a); }
  arma::mat gram(const Samples& a) const override { return scaled(base_->gram(a)); }
  std::optional<FeatureMap<Samples>> feature_map(const Samples& training) const override {
    std::optional<FeatureMap<Samples>> map = base_->feature_map(training);
    if (!map) return std::nullopt;
    return [map = *std::move(map), scale = std::sqrt(factor_)](const Samples& a) {
      arma::mat rows = map(a);
      rows *= scale;
      return rows;
    };
  }
  bool maps_several_to_zero() const override { return base_->maps_several_to_zero(); }
  std::optional<arma::mat> own_squared_distances(const Samples& a, const Samples& b) const override {
    std::optional<arma::mat> distances = base_->own_squared_distances(a, b);
    if (distances) *distances *= factor_;
    return distances;
  }
  arma::vec rounding(const Samples& a) const override { return factor_ * base_->rounding(a); }
  arma::mat own_distance_errors(const Samples& a, const Samples& b, const arma::mat& squared) const override {
    return factor_ * base_->own_distance_errors(a, b, squared / factor_);
  }

 private:
  arma::mat scaled(arma::mat values) const {
    values *= factor_;  // where they are: a second matrix of all samples costs more than the product
    return values;
  }

  SharedKernel<Samples> base_;
  double factor_;
};

/// exp(-d^2(x, x') / (2 sigma^2)) with d the distance in the base kernel's feature space
///   [Weston et al. 2002, TR-098, sec. 4.1: "a further nonlinear map using an RBF kernel"]
/// Where the base has no distances of its own, d^2 is a difference of kernel values: its absolute error is
/// about 1e-16 of k(x, x), which `rounding` passes on. Every sample has norm 1, those at the base's origin,
/// too.
template <class Samples>
class GaussianOverKernel final : public Kernel<Samples> {
 public:
  /// Requires sigma > 0: NumericalError.
  GaussianOverKernel(SharedKernel<Samples> base, double sigma) : base_(std::move(base)), sigma_(sigma) {
    if (!(sigma > 0.0)) {
      throw NumericalError(fmt::format("Gaussian over a kernel: sigma is {}, expected > 0", sigma));
    }
  }

  std::string description() const override {
    return description_over("gaussian_over", *base_, fmt::format(", sigma = {}", sigma_));
  }
  arma::mat cross_gram(const Samples& a, const Samples& b) const override {
    return linalg::gaussian_of_squared_distances(squared_distances(*base_, a, b), sigma_);
  }
  arma::vec diagonal(const Samples& a) const override { return arma::vec(sample_count(a), arma::fill::ones); }
  arma::mat gram(const Samples& a) const override {
    return linalg::gaussian_of_squared_distances(squared_distances(*base_, a), sigma_);
  }
  /// 2 - 2 k = d^2 / sigma^2 of near samples: what d^2 is off by, in units of sigma^2.
  arma::vec rounding(const Samples& a) const override {
    const arma::vec own = Kernel<Samples>::rounding(a);
    if (has_own_distances(*base_)) return own;
    return arma::max(own, arma::vec(base_->rounding(a) / (sigma_ * sigma_)));
  }
  /// Over x . x' + offset the distances are those of the vectors.
  std::optional<GaussianForm> gaussian_form() const override {
    const std::optional<PolynomialForm> base = base_->polynomial_form();
    return base && base->degree == 1 ? std::optional(GaussianForm{sigma_}) : std::nullopt;
  }

 private:
  SharedKernel<Samples> base_;
  double sigma_;
};

/// The wrappers around a kernel by value or by pointer: normalised(spectrum(1, 3)).
template <class K>
auto normalised(K base) {
  auto shared = share(std::move(base));
  return NormalisedKernel<typename decltype(shared)::element_type::SampleType>(std::move(shared));
}
template <class K>
auto scaled(K base, double factor) {
  auto shared = share(std::move(base));
  return ScaledKernel<typename decltype(shared)::element_type::SampleType>(std::move(shared), factor);
}
template <class K>
auto gaussian_over(K base, double sigma) {
  auto shared = share(std::move(base));
  return GaussianOverKernel<typename decltype(shared)::element_type::SampleType>(std::move(shared), sigma);
}

/// The joint kernel of pairs that compares inputs with inputs and outputs with outputs,
///   k((x, y), (x', y')) = K(x, x') L(y, y');
/// its feature space is the tensor product of theirs.
///     [Lampert and Blaschko 2008, sec. 2.1: any joint kernel]
/// cost  that of both kernels
class ProductKernel final : public Kernel<StringPairs> {
 public:
  ProductKernel(KernelPtr<Strings> input, KernelPtr<Strings> output);
  std::string description() const override {
    const std::string input = input_->description(), output = output_->description();
    return input.empty() || output.empty() ? "" : fmt::format("product({}, {})", input, output);
  }
  arma::mat cross_gram(const StringPairs& a, const StringPairs& b) const override;
  arma::vec diagonal(const StringPairs& a) const override;
  arma::mat gram(const StringPairs& a) const override;
  /// Pairs with an input or an output at the origin of its kernel.
  bool maps_several_to_zero() const override {
    return input_->maps_several_to_zero() || output_->maps_several_to_zero();
  }
  arma::vec rounding(const StringPairs& a) const override;

 private:
  KernelPtr<Strings> input_, output_;
};

}  // namespace preimage::kernels
