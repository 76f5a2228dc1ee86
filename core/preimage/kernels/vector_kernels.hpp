// Kernels on vectors: one sample per row. All throw std::invalid_argument where the two blocks differ in
// width.
#pragma once

#include <optional>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// k(x, x') = x . x'      [Weston et al., NIPS 2002 and TR-098, eq. (3)];  features: the samples
class LinearKernel final : public Kernel<Vectors> {
 public:
  std::string description() const override { return "linear"; }
  arma::mat cross_gram(const Vectors& a, const Vectors& b) const override;
  arma::mat gram(const Vectors& a) const override;
  arma::vec diagonal(const Vectors& a) const override;
  std::optional<FeatureMap<Vectors>> feature_map(const Vectors& /*training*/) const override {
    return [](const Vectors& a) { return a; };
  }
  std::optional<PolynomialForm> polynomial_form() const override { return PolynomialForm{1, 0.0}; }
  /// |x - x'|^2
  std::optional<arma::mat> own_squared_distances(const Vectors& a, const Vectors& b) const override;
  arma::mat own_distance_errors(const Vectors& a, const Vectors& b, const arma::mat& squared) const override;
};

/// k(x, x') = (x . x' + offset)^degree      [TR-098, sec. 2, there with offset 1]
/// One matrix product (for 0/1 samples a count of bits), then about 2 log2(degree) products per entry.
class PolynomialKernel final : public Kernel<Vectors> {
 public:
  /// Requires degree >= 1 and offset >= 0 (else the kernel is not positive semi-definite): NumericalError.
  PolynomialKernel(long degree, double offset);
  std::string description() const override {
    return fmt::format("polynomial(degree = {}, offset = {})", degree_, offset_);
  }
  arma::mat cross_gram(const Vectors& a, const Vectors& b) const override;
  arma::vec diagonal(const Vectors& a) const override;
  std::optional<PolynomialForm> polynomial_form() const override { return PolynomialForm{degree_, offset_}; }
  /// |x - x'|^2 of degree 1.
  std::optional<arma::mat> own_squared_distances(const Vectors& a, const Vectors& b) const override;
  arma::mat own_distance_errors(const Vectors& a, const Vectors& b, const arma::mat& squared) const override;

 private:
  long degree_;
  double offset_;
};

/// k(x, x') = exp(-|x - x'|^2 / (2 sigma^2))      [TR-098, sec. 2]
/// For 0/1 samples by counting bits and a table: the same bits, some ten times faster.
class GaussianKernel final : public Kernel<Vectors> {
 public:
  /// Requires sigma > 0: NumericalError.
  explicit GaussianKernel(double sigma);
  std::string description() const override { return fmt::format("gaussian(sigma = {})", sigma_); }
  arma::mat cross_gram(const Vectors& a, const Vectors& b) const override;
  arma::mat gram(const Vectors& a) const override;
  arma::vec diagonal(const Vectors& a) const override;
  std::optional<GaussianForm> gaussian_form() const override { return GaussianForm{sigma_}; }

 private:
  double sigma_;
};

inline LinearKernel linear() {
  return {};
}
inline PolynomialKernel polynomial(long degree, double offset = 1.0) {
  return {degree, offset};
}
inline GaussianKernel gaussian(double sigma) {
  return GaussianKernel(sigma);
}

}  // namespace preimage::kernels
