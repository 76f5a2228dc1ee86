// Kernel ridge regression from elements to their symbols, on all training elements or on a few of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "preimage/regression/support_vectors.hpp"
#include "preimage/validation/elements.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

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
  std::optional<regression::SupportVectorRegressionOptions> support_vectors;  // in place of the ridge
  BasisRule rule = BasisRule::all;
  BasisFit fit = BasisFit::all_rows;
  arma::uword size = 0;
  std::uint64_t seed = 1;  // of a random basis
};

/// `map: support_vector_regression` with C and epsilon, or `map: ridge` (absent) with `ridge` and `basis:
/// {rule: all | random | incomplete_cholesky | largest_residual | largest_drop, size, fit: all_rows |
/// basis_only | as_printed, seed}`.
ElementRegressionOptions parse_element_regression(const config::Reader& reader);

std::vector<ParameterFacts> element_regression_parameters();

/// One column per symbol of `alphabet`: the regression of [symbol of the element = column's symbol] on the
/// elements of `train`, for the elements of `test`, without centring.            [eq. (3); sec. 6.2]
/// Remembered: the same options, train and test again cost nothing.
/// train_symbols  one per element of train;  returns  |test elements| x |alphabet|
/// throws  NumericalError (a basis larger than the training set, singular, not finite)
/// cost    with m training elements m^3 / 3 flops for all, O(m size^2) for a basis, and the predictions;
///         memory m^2 numbers, and for a basis 3 m size
std::shared_ptr<const arma::mat> element_scores(const validation::Elements& elements,
                                                const validation::Indices& train,
                                                const std::string& train_symbols, const std::string& alphabet,
                                                const validation::Indices& test,
                                                const ElementRegressionOptions& options);

}  // namespace preimage::suite::registry
