#include "preimage/models/fit_notes.hpp"

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "preimage/kernels/points.hpp"
#include "preimage/linalg/condition.hpp"

namespace preimage::models {

outputs::Prediction FitNotes::with_notes(outputs::Prediction prediction, arma::uword n) const {
  const arma::vec ones(n, arma::fill::ones);
  if (quality.rcond < linalg::kFewDigits) {
    prediction.diagnostics[outputs::kIllConditioned] = ones;
    prediction.fit_notes.push_back(
        fmt::format("ridge too small: the rounding of the Gram matrix weighs as much (reciprocal condition "
                    "number {:.0e}), and "
                    "predictions may have lost all but a few digits",
                    quality.rcond));
  }
  if (quality.moved > 0.0)
    prediction.fit_notes.push_back(
        fmt::format("landmarks, or samples of a basis, that are nearly dependent: rounding moves predictions "
                    "by about {:.0e} of their size, "
                    "more than those of the ridge on all samples; take others, or raise the ridge",
                    quality.moved));
  if (!not_converged.empty()) {
    prediction.diagnostics[outputs::kNotTrained] = ones;
    prediction.fit_notes.push_back("training not converged: " + not_converged);
  }
  if (!cut.empty()) prediction.fit_notes.push_back(cut);
  return prediction;
}

std::string equal_cut(const outputs::KernelPca& pca) {
  if (!pca.cuts_equal_eigenvalues()) return "";
  return fmt::format(
      "the {} kept directions of the outputs end between equal eigenvalues ({:.3g}), so rounding decides "
      "which of these directions are kept; keep fewer or more",
      pca.eigenvalues().n_elem, pca.eigenvalues().min());
}

std::string equal_cut(const outputs::TrainingOutputs& outputs) {
  return outputs.keeps_all_directions() ? "" : equal_cut(outputs.pca());
}

FitNotes of_gap(const std::string& method, double gap, double tolerance) {
  if (tolerance == 0.0 || gap <= tolerance) return {};
  return {.not_converged = fmt::format("{}: duality gap {:.2g} after its last pass, expected at most {:.2g}",
                                       method, gap, tolerance)};
}

namespace {

/// Of kernel values, and of distances where they are differences of such.
std::size_t reads_of(const samples::SampleSet& samples, bool with_distances) {
  if (!samples.has<kernels::Points>()) return 0;
  const kernels::Points points = samples.get<kernels::Points>();
  const kernels::Reads reads = points.reads();
  const bool are_differences = with_distances && !points.has_own_distances();
  return reads.values + (are_differences ? reads.squared_distances : 0);
}

/// 1 for each sample that has lost its digits; empty where nothing is known of them.
arma::vec lost_of(const samples::SampleSet& samples) {
  const kernels::Points points = samples.get<kernels::Points>();
  const std::optional<double> limit = points.largest_rounding();
  if (!limit) return {};
  return arma::conv_to<arma::vec>::from(points.rounding() > *limit);
}

class FitWithNotes final : public FittedMethod {
 public:
  FitWithNotes(const Method& method, std::size_t grid_point, const samples::DataSet& training,
               const regression::KeptArrays& kept)
      : lost_(training), fitted_(lost_.with_cause([&] { return method.fit(grid_point, training, kept); })) {}

  outputs::Prediction predict(const samples::SampleSet& inputs) const override {
    outputs::Prediction prediction = lost_.with_cause([&] { return fitted_->predict(inputs); });
    for (std::string& note : lost_.notes()) prediction.fit_notes.push_back(std::move(note));
    return prediction;
  }

 private:
  LostDigits lost_;
  FittedPtr fitted_;
};

}  // namespace

LostDigits::LostDigits(samples::DataSet data)
    : data_(std::move(data)),
      lost_inputs_([inputs = data_.inputs] { return lost_of(inputs); }),
      lost_outputs_([outputs = data_.outputs] { return lost_of(outputs); }),
      before_(reads()) {}

LostDigits::Reads LostDigits::reads() const {
  return {reads_of(data_.inputs, true), reads_of(data_.outputs, false)};
}

std::map<std::string, arma::vec> LostDigits::of(const arma::uvec& test) const {
  const Reads after = reads();
  std::map<std::string, arma::vec> result;
  const auto tell = [&](const char* name, const arma::vec& lost) {
    if (!lost.is_empty() && arma::any(lost.elem(test))) result[name] = lost.elem(test);
  };
  if (after.inputs != before_.inputs) tell("lost_input_digits", *lost_inputs_);
  if (after.outputs != before_.outputs) tell("lost_output_digits", *lost_outputs_);
  return result;
}

std::vector<std::string> LostDigits::notes() const {
  std::vector<std::string> notes;
  const auto tell = [&](const std::string& side, const arma::vec& lost) {
    if (!arma::any(lost)) return;
    notes.push_back(fmt::format(
        "the {} kernel's values hold too few digits to tell neighbours apart, for {} of {} samples; "
        "where {}s lie far from the origin, subtract a constant, or take the kernel gaussian",
        side, arma::accu(lost), lost.n_elem, side));
  };
  const Reads after = reads();
  if (after.inputs != before_.inputs) tell("input", *lost_inputs_);
  if (after.outputs != before_.outputs) tell("output", *lost_outputs_);
  return notes;
}

std::string LostDigits::notes_behind() const {
  std::string text;
  for (const std::string& note : notes()) text += "; " + note;
  return text;
}

FittedPtr fit_with_notes(const Method& method, std::size_t grid_point, const samples::DataSet& training,
                         const regression::KeptArrays& kept) {
  return std::make_unique<const FitWithNotes>(method, grid_point, training, kept);
}

}  // namespace preimage::models
