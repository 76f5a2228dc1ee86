// Kernel ridge regression from elements to their symbols, on all training elements or on a few of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "preimage/base/lazy.hpp"
#include "preimage/regression/greedy_basis.hpp"
#include "preimage/regression/support_vectors.hpp"
#include "preimage/sequences/elements.hpp"

namespace preimage::sequences {

/// Which training elements carry the expansion.       [Cortes, Mohri and Weston 2005, sec. 3 and 6.4]
enum class BasisRule {
  all,
  random,               // drawn at random
  incomplete_cholesky,  // the pivots of the incomplete Cholesky factorisation
  largest_residual,     // the paper's greedy rule, eq. (9)
  largest_drop,         // Kernel Matching Pursuit: the sample that lowers the objective most
};

/// How the coefficients of a basis S are found.
enum class BasisFit {
  all_rows,    // least squares on all training elements, eq. (10)
  basis_only,  // (K_SS + ridge I)^-1 Y_S: trained on the elements of the basis alone
  as_printed,  // K_SS^-1 K_S* Y, below eq. (10)
};

struct ElementRegressionOptions {
  double ridge = 0.0;
  std::optional<regression::SupportVectorRegressionOptions> support_vectors = {};  // in place of the ridge
  BasisRule rule = BasisRule::all;
  BasisFit fit = BasisFit::all_rows;
  arma::uword size = 0;
  std::uint64_t seed = 1;  // of a random basis
};

/// What a regression says of elements, and of itself.
struct ElementScores {
  arma::mat values;  // |elements| x |alphabet|
  regression::FitQuality quality = {};
};

/// Steps that several methods on *one* data set have in common, by all that they depend on: the elements of
/// the data set hold it (Elements::work). Nothing depends on what is remembered but the time.
struct SharedWork {
  /// Predictions for elements, which methods of the same regression share.
  base::LruCache<ElementScores> scores{12};
  /// The last basis, which methods share that fit it in different ways, or the first samples of it, or more
  /// of it. One: it holds half a Gram matrix and its own columns.
  base::LruCache<std::shared_ptr<regression::GrowingBasis>> bases{1};
};

/// One column per symbol of the alphabet: the regression of [symbol of the element = column's symbol] on the
/// elements of the training samples, without centring.  [Cortes, Mohri and Weston 2005, sec. 6.2]
/// cost    with m training elements m^3 / 3 flops for all, O(m size^2) for a basis; memory m^2 numbers, and
///         for a basis 3 m size; nothing before the first scores are asked for
class ElementRegression {
 public:
  ElementRegression(const samples::DataSet& training, const ElementRegressionOptions& options,
                    const regression::KeptArrays& kept = {});

  /// The symbols of the training outputs, in byte order.
  const samples::Alphabet& alphabet() const { return training_->symbols.alphabet; }
  /// |elements of the inputs| x |alphabet|
  /// throws  NumericalError (no training element, a basis larger than the training set, singular, not finite)
  std::shared_ptr<const ElementScores> scores(const samples::SampleSet& inputs) const;

 private:
  struct Training {
    Elements elements;
    arma::uvec samples;  // their numbers
    AlignedSymbols symbols;
    ElementRegressionOptions options;
  };
  /// f(x) = sum_i coefficients_i k(basis_i, x) + bias
  struct Expansion {
    arma::uvec basis;  // positions of training elements
    arma::mat coefficients;
    arma::rowvec bias;
    regression::FitQuality quality = {};
  };
  static Expansion fit(const Training& training);
  static arma::uvec shared_basis(const Training& training, const arma::mat& Y);
  /// The same, its arrays kept.
  static Expansion keep(const Training& training, const regression::KeptArrays& kept);

  std::shared_ptr<const Training> training_;
  base::Lazy<Expansion> expansion_;
};

}  // namespace preimage::sequences
