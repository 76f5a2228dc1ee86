// The kernel between words of the paper on Regression for Learning Transductions.
#pragma once

#include <armadillo>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"
#include "preimage/kernels/set_kernel.hpp"

namespace preimage::kernels {

/// K(x, x') = sum_i sum_j (u_i . u'_j + offset)^degree over all n-grams u_i of x and u'_j of x', each the
/// concatenation of n consecutive vectors     [Cortes, Mohri and Weston 2005, eq. (15), offset 1]
/// (A factor s before the inner product is an offset of offset / s and a factor s^degree before K.)
/// The set kernel over the polynomial kernel, which tells of sequences without n-gram; exact in two forms:
///   pairs     of n-grams, as SetKernel
///   features  K = sum_f w_f F_f(x) F_f(x'), F_f(x) = sum_i (monomial f of u_i), over the q = C(n d + degree,
///             degree) monomials of at most that degree, w_f = their multinomial coefficients times powers of
///             the offset
/// For whole numbers and a whole offset (0/1 pixels) both forms give the same bits below 2^53.
/// The form of a block is chosen by counting: of A and B n-grams in a and b samples of D = n d numbers,
///   pairs      A B (D + 8), D / 16 in place of D where all elements are 0 or 1
///   features   (4 (A + B) + a b) q, and only where both blocks' features take at most kMaxFeatures numbers
/// whichever is less: the numbers are those of one product in a matrix product, measured.
class PolynomialSetKernel final : public Kernel<samples::VectorSequences> {
 public:
  enum class Form { automatic, pairs, features };
  static constexpr double kMaxFeatures = 0x1p24;  // 128 MiB

  /// Requires n >= 1, degree >= 1, offset >= 0: NumericalError.
  PolynomialSetKernel(arma::uword n, long degree, double offset, Form form = Form::automatic);

  std::string description() const override {
    return fmt::format("polynomial_set(n = {}, degree = {}, offset = {})", n_, degree_, offset_);
  }
  /// throws  std::invalid_argument: the two blocks differ in width, or are no sequences (require_sequences);
  ///         NumericalError: the form is features, of more than kMaxFeatures numbers
  arma::mat cross_gram(const samples::VectorSequences& a, const samples::VectorSequences& b) const override;
  arma::vec diagonal(const samples::VectorSequences& a) const override { return pairs_.diagonal(a); }
  /// sqrt(w_f) F_f, |a| x q, where the Gram matrix is made of them.
  std::optional<FeatureMap<samples::VectorSequences>> feature_map(
      const samples::VectorSequences& training) const override;
  /// Where all sums are whole numbers below 2^53, of pairs, half of its blocks, mirrored: the same bits.
  arma::mat gram(const samples::VectorSequences& a) const override;
  bool maps_several_to_zero() const override { return pairs_.maps_several_to_zero(); }

 private:
  bool uses_features(const samples::VectorSequences& a, const samples::VectorSequences& b) const;
  bool is_exact(const samples::VectorSequences& a) const;
  arma::mat monomial_sums(const samples::VectorSequences& a) const;

  arma::uword n_;
  long degree_;
  double offset_;
  Form form_;
  SetKernel pairs_;
};

// The monomials behind the polynomial kernel.

/// The monomials of (1, u_1, ..., u_D) of a degree, so those of u of at most that degree, in the order of
/// their factors' numbers: 1...1, 1...1 u_1, .... With w = monomial_weights,
///   (u . v + offset)^degree = sum_f w_f f(u) f(v)
/// C(D + degree, degree), as a floating-point number because it may be out of bounds.
double monomial_count(arma::uword dimensions, long degree);

/// degree! / (m_0! m_1! ... m_D!) offset^m_0, where m_k is how often the factor k comes.
arma::vec monomial_weights(arma::uword dimensions, long degree, double offset);

/// sum_i f(row i of `rows`) for every monomial f: monomial_count numbers from `sums` on.
/// cost  about one product per row and monomial
void sum_monomials(const arma::mat& rows, long degree, double* sums);

}  // namespace preimage::kernels
