#include "preimage/decoders/candidate_decoder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/linalg/distances.hpp"

namespace preimage::decoders {

namespace {

class CandidateDecoder final : public Decoder {
 public:
  explicit CandidateDecoder(std::shared_ptr<const outputs::TrainingOutputs> outputs)
      : outputs_(std::move(outputs)),
        classes_(class_candidates(outputs_->samples(), outputs_->candidates())) {
    if (outputs_->features() != nullptr) features_.emplace(*outputs_);
  }

  outputs::Prediction decode(const FeaturePrediction& prediction,
                             const samples::SampleSet& /*inputs*/) const override {
    outputs::Prediction result{
        outputs::Chosen{outputs_->samples().numbers().elem(nearest(prediction.points))}};
    if (classes_) result.scores = scores(prediction.points);
    return result;
  }

 private:
  /// Positions among the training outputs.
  arma::uvec nearest(const outputs::FeaturePoints& points) const {
    if (std::holds_alternative<outputs::Features>(points))
      return features_.value().nearest(std::get<outputs::Features>(points).values);
    if (std::holds_alternative<outputs::Coordinates>(points) || !outputs_->keeps_all_directions()) {
      return nearest_by_coordinates(outputs_->coordinates_of(points), outputs_->pca().coordinates(),
                                    outputs_->candidates());
    }
    const arma::mat weights = outputs_->weights_of(points);
    if (features_) return features_->nearest(weights * *outputs_->features());
    return nearest_by_gram(weights, outputs_->gram(), outputs_->candidates());
  }

  /// Of classes. With all directions in the feature space itself, whichever coordinates the search takes.
  outputs::Scores scores(const outputs::FeaturePoints& points) const {
    const arma::uvec& positions = classes_->positions;
    if (!outputs_->keeps_all_directions())
      return scores_by_coordinates(*classes_, outputs_->coordinates_of(points),
                                   outputs_->pca().coordinates().rows(positions));
    if (features_)
      return scores_by_coordinates(*classes_, outputs_->features_of(points),
                                   outputs_->features()->rows(positions));
    const arma::mat& L = outputs_->gram();
    const arma::vec norms = L.diag();
    return scores_by_products(*classes_, outputs_->weights_of(points) * L.cols(positions),
                              norms.elem(positions));
  }

  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
  std::optional<ClassCandidates> classes_;
  std::optional<FeatureCandidates> features_;
};

}  // namespace

DecoderRecipe candidate_decoder() {
  return {[](const samples::DataSet&) {},
          [](const samples::SampleSet& /*inputs*/, std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            return std::make_unique<const CandidateDecoder>(std::move(outputs));
          },
          TrainingPredictions::none, true, "candidates"};
}

FeatureCandidates::FeatureCandidates(const outputs::TrainingOutputs& outputs) {
  const arma::mat& F = *outputs.features();
  std::set<std::vector<double>> seen;
  std::vector<arma::uword> positions;
  for (arma::uword i = 0; i < F.n_rows; ++i) {
    if (outputs.candidates()(i) == 0) continue;
    const arma::rowvec features = F.row(i);
    if (seen.insert(arma::conv_to<std::vector<double>>::from(features)).second) positions.push_back(i);
  }
  positions_ = arma::conv_to<arma::uvec>::from(positions);
  features_ = F.rows(positions_);
}

arma::uvec FeatureCandidates::nearest(const arma::mat& predicted) const {
  const arma::uvec all(positions_.n_elem, arma::fill::ones);
  return positions_.elem(nearest_by_coordinates(predicted, features_, all));
}

namespace {

/// For each row the first allowed column whose value may be the smallest (base/ties.hpp); error(i, j) is that of values(i, j).
template <class Error>
arma::uvec first_smallest_allowed(const arma::mat& values, const arma::uvec& allowed, const Error& error) {
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
  arma::uvec chosen(count, arma::fill::value(values.n_cols));
  for (arma::uword k = open.n_elem; k-- > 0;) {  // from the last on, so that the first one stays
    const arma::uword j = open(k);
    const double* column = values.colptr(j);
    arma::uword* candidate = chosen.memptr();
    for (arma::uword i = 0; i < count; ++i)
      candidate[i] = column[i] - error(i, j) <= least(i) ? j : candidate[i];
  }
  return chosen;
}

}  // namespace

arma::uvec nearest_by_coordinates(const arma::mat& predictions, const arma::mat& candidates,
                                  const arma::uvec& allowed) {
  const arma::mat squared = linalg::squared_distances_by_product(predictions, candidates);
  const arma::vec rounding = base::kRoundingOfSums * arma::sqrt(arma::sum(arma::square(predictions), 1));
  return first_smallest_allowed(squared, allowed, [&](arma::uword i, arma::uword j) {
    const double d2 = squared.at(i, j), r = rounding.at(i);
    return base::kRoundingOfDistances * d2 + (2.0 * std::sqrt(d2) + r) * r;
  });
}

arma::uvec nearest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed) {
  // |phi_j|^2 - 2 f_i . phi_j: the squared distance up to what does not depend on j.
  const arma::vec norms = L.diag();
  arma::mat scores = weights * L;
  scores *= -2.0;
  scores.each_row() += norms.t();
  // sum_l |w_il L_lj| <= |phi_j| sum_l |w_il| |phi_l|
  const arma::vec lengths = arma::sqrt(arma::abs(norms)), terms = 2.0 * (arma::abs(weights) * lengths);
  return first_smallest_allowed(scores, allowed, [&](arma::uword i, arma::uword j) {
    return base::kRoundingOfSums * lengths.at(j) * (lengths.at(j) + terms.at(i));
  });
}

arma::uvec highest_by_gram(const arma::mat& weights, const arma::mat& L, const arma::uvec& allowed,
                           double equal) {
  const double largest = L.is_empty() ? 0.0 : arma::abs(L).max();
  const arma::vec errors = 0.5 * equal * largest * arma::sum(arma::abs(weights), 1);
  return first_smallest_allowed(arma::mat(weights * -L), allowed,
                                [&](arma::uword i, arma::uword /*j*/) { return errors.at(i); });
}

arma::uvec first_smallest_in_rows(const arma::mat& values, const arma::mat& errors,
                                  const arma::uvec& allowed) {
  return first_smallest_allowed(values, allowed,
                                [&](arma::uword i, arma::uword j) { return errors.at(i, j); });
}

std::optional<ClassCandidates> class_candidates(const samples::SampleSet& outputs,
                                                const arma::uvec& allowed) {
  if (!outputs.has<kernels::Labels>() || !kernels::points_of(outputs).are_of<kernels::Labels>())
    return std::nullopt;
  const auto& labels = outputs.get<kernels::Labels>();
  std::map<int, arma::uword> first;
  for (arma::uword i = 0; i < allowed.n_elem; ++i) {
    if (allowed(i) != 0) first.emplace(labels[i], i);
  }
  ClassCandidates candidates{{}, arma::uvec(first.size())};
  for (const auto& [label, position] : first) {
    candidates.positions(candidates.classes.size()) = position;
    candidates.classes.push_back(label);
  }
  return candidates;
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
