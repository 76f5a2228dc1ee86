// The candidate search as a decoder.
#pragma once

#include <armadillo>
#include <optional>
#include <vector>

#include "preimage/decoders/decoder.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::decoders {

/// The training output nearest to the point, by whatever is cheapest: coordinates, explicit
/// features or the Gram matrix. Takes points in any form.
DecoderRecipe candidate_decoder();

/// How far the points that candidates are compared by may be from the true ones, beside the rounding of their
/// numbers.
struct PointErrors {
  regression::Rounding predictions = {};  // t; the estimate is asked for where a tie lies within the bounds
  double candidates = 0.0;                // of each
};

struct Nearest {
  arma::uvec positions;  // t candidates
  arma::uword wide_ties =
      0;  // predictions that are not known to kSaidTie of the distance between two candidates that tie
};

/// A tie that is wider is said.
inline constexpr double kSaidTie = 1e-6;

/// The training outputs that may be a pre-image, one of each kind: of equal candidates the first is taken, so
/// the others (say, all other samples of a class) need not be looked at.
class DistinctCandidates {
 public:
  /// In explicit features.  Requires them.
  static DistinctCandidates in_features(const outputs::TrainingOutputs& outputs);
  /// In coordinates along the kept directions.
  /// cost  of kernel PCA
  static DistinctCandidates in_coordinates(const outputs::TrainingOutputs& outputs);

  /// Positions of the training outputs nearest to each row of `predicted` (t x q).
  /// throws  NumericalError (no candidate, not finite)
  Nearest nearest(const arma::mat& predicted, const PointErrors& errors = {}) const;

 private:
  /// points  m x q;  kinds  m columns, equal ones of one kind
  DistinctCandidates(const arma::mat& points, const arma::mat& kinds, const arma::uvec& allowed);

  arma::uvec positions_;
  arma::mat points_;
};

// The pre-image as the nearest of a set of candidates, usually the training outputs.
//   y(x) = argmin_j || phi(y_j) - f(x) ||
//       [Weston et al., NIPS 2002 and TR-098, sec. 3 step 3; Bakir, Weston, Schoelkopf 2003, eq. (5)]
// Of candidates that rounding does not tell apart the one with the lowest index is taken (base/ties.hpp):
// exact ties are common (the mean of two neighbours' outputs is as far from one as from the other; outputs
// repeat). The rounding is that of the two candidates compared, so one candidate of large norm makes no
// others equal. A prediction that is known to r ties between two candidates j and l where the plane between
// them lies within r:
//   | |phi_j - f|^2 - |phi_l - f|^2 | <= 2 r |phi_j - phi_l|
// Algorithm version 3.

/// In coordinates or explicit features: minimises ||Z_j - f||^2, from differences where digits would cancel
/// (linalg/distances.hpp). d^2 is known to linalg::distance_errors, and the sums behind prediction and
/// candidate to r = base::kRoundingOfSums |f| + the error of candidates, which moves d^2 by (2 d + r) r.
/// predictions  t x q;  candidates  c x q;  allowed  c entries, 0 = never chosen
/// returns t candidate indices
/// throws  NumericalError (nothing allowed, not finite)
/// cost    O(t c q)
Nearest nearest_by_coordinates(const arma::mat& predictions, const arma::mat& candidates,
                               const arma::uvec& allowed, const PointErrors& errors = {});

/// In the output feature space through the Gram matrix: minimises s_j = L_jj - 2 (W L)_j, of which
/// base::kRoundingOfSums |phi_j| (|phi_j| + 2 sum_l |w_l| |phi_l|) may be rounding, |phi_j|^2 = L_jj. Far
/// from the origin that is more than what tells candidates apart: kernels/lost_digits.hpp says so.
/// weights  t x m over the training outputs;  L  m x m;  allowed  m entries, 0 = never chosen
/// returns and throws as above
/// cost  O(t m^2)
/// errors   of the predictions, distances in that space
Nearest nearest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed,
                        const PointErrors& errors = {});

/// The candidate of the highest score instead: argmax_j (W L)_j, for joint kernel support estimation
/// (models/joint_kernel_support_estimation.hpp). Unlike the nearest, it prefers candidates of large norm.
/// Scores within `equal` of a row's sum of |W| times the largest |L| are equal; so where a row of W is 0 the
/// first allowed candidate is taken.
/// weights  t x m;  L  m x c, of candidates of one norm;  allowed  c entries, 0 = never chosen
/// equal    how well such scores are known: not better than the weights
/// returns t candidate indices
/// throws  NumericalError (nothing allowed, not finite)
/// cost    O(t c m)
arma::uvec highest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed,
                           double equal);

/// For each row the first allowed column of the smallest value (base/ties.hpp).
/// values, errors  t x c;  allowed  c entries, 0 = never chosen
/// returns and throws as above
/// cost  O(t c)
arma::uvec first_smallest_in_rows(const arma::mat& values, const arma::mat& errors,
                                  const arma::uvec& allowed);

// Decision values of classes (outputs::Scores) behind a choice among candidates.

/// One candidate for each class that candidates have: the first.
struct ClassCandidates {
  std::vector<int> classes;  // c, ascending
  arma::uvec positions;      // c, among the outputs
};

/// allowed  n entries, 0 = no candidate; or empty: all are
ClassCandidates first_of_classes(const kernels::Labels& labels, const arma::uvec& allowed = {});

/// The same of any outputs.
/// returns  nothing where the outputs are no classes, or their kernel is not one on classes (what is
///          predicted then differs within a class)
/// throws   std::invalid_argument where classes have no kernel
std::optional<ClassCandidates> class_candidates(const samples::SampleSet& outputs, const arma::uvec& allowed);

/// inner  t x c, <f(x), phi(c)>;  norms  c, |phi(c)|^2, in the space in which candidates are compared
/// returns  (2 <f(x), phi(c)> - |phi(c)|^2 + M) / (2 M), M the largest |phi(c)|^2 (1 where all are 0)
outputs::Scores scores_by_products(const ClassCandidates& candidates, const arma::mat& inner,
                                   const arma::vec& norms);

/// The same in coordinates or explicit features of that space.
/// points  t x q;  candidate_points  c x q
outputs::Scores scores_by_coordinates(const ClassCandidates& candidates, const arma::mat& points,
                                      const arma::mat& candidate_points);

}  // namespace preimage::decoders
