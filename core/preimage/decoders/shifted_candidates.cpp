#include "preimage/decoders/shifted_candidates.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/ties.hpp"
#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/samples/image_shifts.hpp"

namespace preimage::decoders {

namespace {

samples::ImageShifts shifts_of(const ShiftedCandidatesOptions& options, arma::uword pixels) {
  return {options.width, pixels / options.width, options.steps, options.background};
}

class ShiftedCandidates final : public Decoder {
 public:
  ShiftedCandidates(std::shared_ptr<const outputs::TrainingOutputs> outputs,
                    const ShiftedCandidatesOptions& options)
      : outputs_(std::move(outputs)),
        copies_(samples::with_shifted_copies(outputs_->vectors(),
                                             shifts_of(options, outputs_->vectors().n_cols))) {
    const kernels::Points training = kernels::points_of(outputs_->samples());
    const kernels::Points copies = training.with_new_samples(std::make_shared<const arma::mat>(copies_));
    values_ = training.cross_gram(copies);
    norms_ = copies.squared_norms();
    const arma::uword shifts = copies_.n_rows / outputs_->size();
    allowed_ = arma::repmat(outputs_->candidates(), shifts, 1);
  }

  outputs::Prediction decode(const FeaturePrediction& prediction,
                             const samples::SampleSet& /*inputs*/) const override {
    const arma::mat weights = outputs_->weights_of(prediction.points);
    // The squared distance up to what does not depend on the candidate, and its rounding, as of
    // nearest_by_gram.
    arma::mat scores = -2.0 * weights * values_;
    scores.each_row() += norms_.t();
    const arma::vec lengths = arma::sqrt(arma::abs(norms_));
    const arma::vec terms = 2.0 * (arma::abs(weights) * arma::sqrt(arma::abs(outputs_->gram().diag())));
    arma::mat errors = arma::repmat(terms, 1, lengths.n_elem);
    errors.each_row() += lengths.t();
    errors *= base::kRoundingOfSums;
    const arma::vec moved = *outputs_->rounding_of(prediction.points).errors;
    if (moved.n_elem == errors.n_rows && moved.is_finite()) errors.each_col() += 2.0 * moved;
    errors.each_row() %= lengths.t();
    return {outputs::NewVectors{copies_.rows(first_smallest_in_rows(scores, errors, allowed_))}};
  }

 private:
  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
  arma::mat copies_;  // c x d, of m training outputs and all shifts
  arma::mat values_;  // m x c
  arma::vec norms_;   // c
  arma::uvec allowed_;
};

}  // namespace

DecoderRecipe shifted_candidates_decoder(ShiftedCandidatesOptions options) {
  return {[options](const samples::DataSet& data) {
            require_vectors(data.outputs, "shifted_candidates");
            if (!kernels::points_of(data.outputs).are_of<arma::mat>())
              throw std::invalid_argument("decoder shifted_candidates needs a kernel on vectors");
            const arma::uword pixels = data.outputs.get<arma::mat>().n_cols;
            if (pixels % options.width != 0)
              throw std::invalid_argument(fmt::format(
                  "decoder shifted_candidates: width is {}, expected a divisor of the {} numbers of "
                  "an output",
                  options.width, pixels));
            samples::require_shifts(pixels, shifts_of(options, pixels));
          },
          [options](const samples::SampleSet& /*inputs*/,
                    std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            return std::make_unique<const ShiftedCandidates>(std::move(outputs), options);
          },
          TrainingPredictions::none, false,
          fmt::format("shifted_candidates(width = {}, shift = {}, background = {})", options.width,
                      fmt::join(options.steps, " "), options.background)};
}

}  // namespace preimage::decoders
