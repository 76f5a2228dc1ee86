#include "preimage/decoders/candidate_decoder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

class CandidateDecoder final : public Decoder {
 public:
  explicit CandidateDecoder(std::shared_ptr<const outputs::TrainingOutputs> outputs)
      : outputs_(std::move(outputs)),
        classes_(class_candidates(outputs_->samples(), outputs_->candidates())),
        in_coordinates_([outputs = outputs_] { return DistinctCandidates::in_coordinates(*outputs); }) {
    if (outputs_->features() != nullptr) in_features_ = DistinctCandidates::in_features(*outputs_);
  }

  outputs::Prediction decode(const FeaturePrediction& prediction,
                             const samples::SampleSet& /*inputs*/) const override {
    const Nearest found = nearest(prediction.points);
    outputs::Prediction result{outputs::Chosen{outputs_->samples().numbers().elem(found.positions)}};
    if (found.wide_ties > 0)
      result.notes.push_back(
          fmt::format("{} of {} predictions lie between two outputs, and rounding may have moved them by "
                      "more than {:.0e} of the "
                      "distance between these: the first of the two is taken; raise the ridge",
                      found.wide_ties, found.positions.n_elem, kSaidTie));
    if (classes_) result.scores = scores(prediction.points);
    return result;
  }

 private:
  /// Positions among the training outputs.
  Nearest nearest(const outputs::FeaturePoints& points) const {
    if (std::holds_alternative<outputs::Coordinates>(points) ||
        (std::holds_alternative<outputs::Weights>(points) && !outputs_->keeps_all_directions())) {
      const PointErrors errors{outputs_->coordinate_rounding_of(points), outputs_->pca().coordinate_error()};
      return in_coordinates_->nearest(outputs_->coordinates_of(points), errors);
    }
    const PointErrors errors{outputs_->rounding_of(points)};
    if (in_features_) return in_features_->nearest(outputs_->features_of(points), errors);
    return nearest_by_gram(outputs_->weights_of(points), outputs_->gram(), outputs_->candidates(), errors);
  }

  /// Of classes. With all directions in the feature space itself, whichever coordinates the search takes.
  outputs::Scores scores(const outputs::FeaturePoints& points) const {
    const arma::uvec& positions = classes_->positions;
    if (!outputs_->keeps_all_directions())
      return scores_by_coordinates(*classes_, outputs_->coordinates_of(points),
                                   outputs_->pca().coordinates().rows(positions));
    if (in_features_)
      return scores_by_coordinates(*classes_, outputs_->features_of(points),
                                   outputs_->features()->rows(positions));
    const arma::mat& L = outputs_->gram();
    const arma::vec norms = L.diag();
    return scores_by_products(*classes_, outputs_->weights_of(points) * L.cols(positions),
                              norms.elem(positions));
  }

  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
  std::optional<ClassCandidates> classes_;
  std::optional<DistinctCandidates> in_features_;
  base::Lazy<DistinctCandidates> in_coordinates_;
};

}  // namespace

DecoderRecipe candidate_decoder() {
  return {[](const samples::DataSet&) {},
          [](const samples::SampleSet& /*inputs*/, std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            return std::make_unique<const CandidateDecoder>(std::move(outputs));
          },
          TrainingPredictions::none, true, "candidates"};
}

DistinctCandidates::DistinctCandidates(const arma::mat& points, const arma::mat& kinds,
                                       const arma::uvec& allowed) {
  std::set<std::vector<double>> seen;
  std::vector<arma::uword> positions;
  for (arma::uword i = 0; i < points.n_rows; ++i) {
    if (allowed(i) != 0 && seen.emplace(kinds.begin_col(i), kinds.end_col(i)).second) positions.push_back(i);
  }
  positions_ = arma::conv_to<arma::uvec>::from(positions);
  points_ = points.rows(positions_);
}

DistinctCandidates DistinctCandidates::in_features(const outputs::TrainingOutputs& outputs) {
  return {*outputs.features(), outputs.features()->t(), outputs.candidates()};
}

DistinctCandidates DistinctCandidates::in_coordinates(const outputs::TrainingOutputs& outputs) {
  return {outputs.pca().coordinates(), outputs.gram(), outputs.candidates()};
}

Nearest DistinctCandidates::nearest(const arma::mat& predicted, const PointErrors& errors) const {
  const arma::uvec all(positions_.n_elem, arma::fill::ones);
  Nearest found = nearest_by_coordinates(predicted, points_, all, errors);
  found.positions = positions_.elem(found.positions);
  return found;
}

namespace {

/// Candidates this near to each other, of their reach, may be one: a root of rounding.
constexpr double kSamePoint = 1e-7;

struct Ties {
  arma::uvec first;  // of each row the first allowed column whose value may be the smallest (base/ties.hpp)
  arma::uvec count;  // of such columns
};

/// error(i, j)  of values(i, j)
template <class Error>
Ties ties_of(const arma::mat& values, const arma::uvec& allowed, const Error& error) {
  const arma::uvec open = arma::find(allowed);
  if (open.is_empty()) throw NumericalError("candidate search: no training output may be a pre-image");
  const arma::uword count = values.n_rows;
  arma::vec least(count);  // the least upper end of a row
  least.fill(arma::datum::inf);
  arma::uword broken = 0;
  // Candidate by candidate, because a candidate's column is contiguous; without branches, so that the
  // compiler can take several predictions at once.
  for (const arma::uword j : open) {
    const double* column = values.colptr(j);
    double* end = least.memptr();
    for (arma::uword i = 0; i < count; ++i) {
      const bool is_finite = std::abs(column[i]) <= std::numeric_limits<double>::max();  // false for NaN
      broken |= is_finite ? 0 : 1;
      const double upper = column[i] + error(i, j);
      end[i] = upper < end[i] ? upper : end[i];
    }
  }
  if (broken != 0) throw NumericalError("candidate search: a prediction is not finite");
  Ties ties{arma::uvec(count, arma::fill::value(values.n_cols)), arma::uvec(count, arma::fill::zeros)};
  for (arma::uword k = open.n_elem; k-- > 0;) {  // from the last on, so that the first one stays
    const arma::uword j = open(k);
    const double* column = values.colptr(j);
    arma::uword *first = ties.first.memptr(), *equal = ties.count.memptr();
    for (arma::uword i = 0; i < count; ++i) {
      const bool is_equal = column[i] - error(i, j) <= least(i);
      first[i] = is_equal ? j : first[i];
      equal[i] += is_equal ? 1 : 0;
    }
  }
  return ties;
}

/// Candidates that tie because of the points' own errors are looked at row by row, where a bound of them adds
/// any.
/// values    the squared distances, up to a number for each row
/// error     (i, j, c), the rounding of values(i, j) where candidates are known to c
/// reach     (i, j), numbers with |phi_j - phi_l| <= reach(i, j) + reach(i, l)
/// distance  (j, l), |phi_j - phi_l|
template <class Error, class Reach, class Distance>
Nearest nearest_to(const arma::mat& values, const arma::uvec& allowed, const PointErrors& errors,
                   const Error& error, const Reach& reach, const Distance& distance) {
  const double c = errors.candidates;
  const arma::vec& bounds = *errors.predictions.bounds;
  arma::vec r(values.n_rows, arma::fill::zeros);
  const auto ties_within = [&](const arma::vec& known) {
    if (known.n_elem == r.n_elem && known.is_finite()) r = known;
    return ties_of(values, allowed, [&](arma::uword i, arma::uword j) {
      return error(i, j, c) + 2.0 * r.at(i) * reach(i, j);
    });
  };
  bool is_estimated = !bounds.is_finite();
  Ties all = ties_within(is_estimated ? *errors.predictions.errors : bounds);
  if (all.count.is_empty() || all.count.max() == 1 || (arma::all(r == 0.0) && c == 0.0)) return {all.first};
  const Ties own = ties_of(values, allowed, [&](arma::uword i, arma::uword j) { return error(i, j, 0.0); });
  const auto is_decided = [&](arma::uword i) {
    const bool may_be_wide = all.count(i) > 1 && r(i) + c > 0.5 * kSaidTie * reach(i, own.first(i));
    return all.count(i) == own.count(i) && !may_be_wide;
  };
  Nearest found{own.first};
  const arma::uvec open = arma::find(allowed);
  for (arma::uword i = 0; i < values.n_rows; ++i) {
    if (is_decided(i)) continue;
    if (!is_estimated) all = ties_within(*errors.predictions.errors);
    is_estimated = true;
    if (is_decided(i)) continue;
    const arma::vec row = values.row(i).t();
    const arma::uword best = open(arma::index_min(row.elem(open)));
    std::vector<double> sums, roundings;
    for (const arma::uword j : open) {
      sums.push_back(row(j));
      roundings.push_back(error(i, j, c) + 2.0 * r(i) * distance(j, best));
    }
    const std::vector<std::size_t> equal = base::equal_to_smallest(sums, roundings);
    found.positions(i) = open(equal.front());
    const bool is_wide = std::any_of(equal.begin(), equal.end(), [&](std::size_t k) {
      const double apart = distance(open(k), best);
      return r(i) + c > kSaidTie * apart &&
             apart > 2.0 * c + kSamePoint * (reach(i, open(k)) + reach(i, best));
    });
    found.wide_ties += is_wide ? 1 : 0;
  }
  return found;
}

/// Each error by itself, so a root and more for each candidate.
/// squared  the squared distances of predictions and candidates
Nearest nearest_by_errors(const arma::mat& predictions, const arma::mat& candidates, const arma::mat& squared,
                          const arma::uvec& allowed, const PointErrors& errors) {
  const arma::mat own = linalg::distance_errors(predictions, candidates, squared);
  const arma::vec rounding = base::kRoundingOfSums * regression::row_lengths(predictions);
  return nearest_to(
      squared, allowed, errors,
      [&](arma::uword i, arma::uword j, double c) {
        const double d2 = squared.at(i, j), r = rounding.at(i) + c;
        return own.at(i, j) + (2.0 * std::sqrt(d2) + r) * r;
      },
      [&](arma::uword i, arma::uword j) { return std::sqrt(squared.at(i, j)); },
      [&](arma::uword j, arma::uword l) { return arma::norm(candidates.row(j) - candidates.row(l)); });
}

}  // namespace

Nearest nearest_by_coordinates(const arma::mat& predictions, const arma::mat& candidates,
                               const arma::uvec& allowed, const PointErrors& errors) {
  const arma::mat squared = linalg::squared_distances_by_product(predictions, candidates);
  const arma::vec& known =
      errors.predictions.bounds->is_finite() ? *errors.predictions.bounds : *errors.predictions.errors;
  // Nearly every row is decided without a root for each candidate: an error is (2 d + r) r, r a rounding of
  // lengths, and a share of d^2 far below 1e-11 (linalg::distance_errors), and 2 d r <= r / l d^2 + r l for
  // any length l.
  const double longest = candidates.is_empty() ? 0.0 : regression::row_lengths(candidates).max();
  const double l = longest > 0.0 ? longest : 1.0;
  arma::vec r = base::kRoundingOfSums * (regression::row_lengths(predictions) + longest) + errors.candidates;
  if (known.n_elem == r.n_elem && known.is_finite()) r += known;
  const arma::vec share = r / l + 1e-11, rest = r % (r + l);
  const Ties near = ties_of(squared, allowed, [&](arma::uword i, arma::uword j) {
    return share.at(i) * squared.at(i, j) + rest.at(i);
  });
  const arma::uvec open = arma::find(near.count > 1);
  if (open.is_empty()) return {near.first};
  const auto of_open = [&](const arma::vec& all) { return all.is_empty() ? all : arma::vec(all.elem(open)); };
  Nearest found = nearest_by_errors(predictions.rows(open), candidates, squared.rows(open), allowed,
                                    {errors.predictions.changed(of_open), errors.candidates});
  arma::uvec positions = near.first;
  positions.elem(open) = found.positions;
  found.positions = positions;
  return found;
}

Nearest nearest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed,
                        const PointErrors& errors) {
  // |phi_j|^2 - 2 f_i . phi_j: the squared distance up to what does not depend on j.
  const arma::vec norms = L.diag();
  arma::mat scores = weights * L;
  scores *= -2.0;
  scores.each_row() += norms.t();
  // sum_l |w_il L_lj| <= |phi_j| sum_l |w_il| |phi_l|
  const arma::vec lengths = arma::sqrt(arma::abs(norms)), terms = 2.0 * (arma::abs(weights) * lengths);
  return nearest_to(
      scores, allowed, errors,
      [&](arma::uword i, arma::uword j, double /*c*/) {
        return base::kRoundingOfSums * lengths.at(j) * (lengths.at(j) + terms.at(i));
      },
      [&](arma::uword /*i*/, arma::uword j) { return lengths.at(j); },
      [&](arma::uword j, arma::uword l) {
        return std::sqrt(std::max(0.0, L.at(j, j) + L.at(l, l) - 2.0 * L.at(j, l)));
      });
}

arma::uvec highest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed,
                           double equal) {
  const arma::vec errors = 0.5 * equal * linalg::largest_size(L) * arma::sum(arma::abs(weights), 1);
  const arma::mat negative = weights * -L;
  return ties_of(negative, allowed, [&](arma::uword i, arma::uword /*j*/) { return errors.at(i); }).first;
}

arma::uvec first_smallest_in_rows(const arma::mat& values, const arma::mat& errors,
                                  const arma::uvec& allowed) {
  return ties_of(values, allowed, [&](arma::uword i, arma::uword j) { return errors.at(i, j); }).first;
}

ClassCandidates first_of_classes(const kernels::Labels& labels, const arma::uvec& allowed) {
  std::map<int, arma::uword> first;
  for (arma::uword i = 0; i < labels.size(); ++i) {
    if (allowed.is_empty() || allowed(i) != 0) first.emplace(labels[i], i);
  }
  ClassCandidates candidates{{}, arma::uvec(first.size())};
  for (const auto& [label, position] : first) {
    candidates.positions(candidates.classes.size()) = position;
    candidates.classes.push_back(label);
  }
  return candidates;
}

std::optional<ClassCandidates> class_candidates(const samples::SampleSet& outputs,
                                                const arma::uvec& allowed) {
  if (!outputs.has<kernels::Labels>() || !kernels::points_of(outputs).are_of<kernels::Labels>())
    return std::nullopt;
  return first_of_classes(outputs.get<kernels::Labels>(), allowed);
}

outputs::Scores scores_by_products(const ClassCandidates& candidates, const arma::mat& inner,
                                   const arma::vec& norms) {
  const double largest = norms.is_empty() || !(norms.max() > 0.0) ? 1.0 : norms.max();
  arma::mat values = 2.0 * inner;
  if (!values.is_empty()) values.each_row() += largest - norms.t();
  return {values / (2.0 * largest), candidates.classes};
}

outputs::Scores scores_by_coordinates(const ClassCandidates& candidates, const arma::mat& points,
                                      const arma::mat& candidate_points) {
  return scores_by_products(candidates, points * candidate_points.t(),
                            arma::sum(arma::square(candidate_points), 1));
}

}  // namespace preimage::decoders
