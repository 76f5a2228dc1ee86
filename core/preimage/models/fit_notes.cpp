#include "preimage/models/fit_notes.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "preimage/kernels/points.hpp"
#include "preimage/linalg/condition.hpp"

namespace preimage::models {

outputs::Prediction FitNotes::said_of(outputs::Prediction prediction, arma::uword n) const {
  const arma::vec ones(n, arma::fill::ones);
  if (rcond < linalg::kFewDigits) {
    prediction.diagnostics[kIllConditioned] = ones;
    prediction.fit_notes.push_back(
        fmt::format("ridge too small: the rounding of the Gram matrix weighs as much (reciprocal condition "
                    "number {:.0e}), and "
                    "predictions may have lost all but a few digits",
                    rcond));
  }
  if (!not_converged.empty()) {
    prediction.diagnostics[kNotTrained] = ones;
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
  return {1.0, fmt::format("{}: duality gap {:.2g} after its last pass, expected at most {:.2g}", method, gap,
                           tolerance)};
}

namespace {

const kernels::SampleSource* source_of(const samples::SampleSet& samples) {
  return samples.has<kernels::Points>() ? &samples.get<kernels::Points>().source() : nullptr;
}

/// Of kernel values, and of distances where they are differences of such.
std::size_t reads_of(const samples::SampleSet& samples, bool with_distances) {
  const kernels::SampleSource* source = source_of(samples);
  if (source == nullptr) return 0;
  const kernels::Gram::Reads reads = source->own().reads();
  const bool are_differences = with_distances && !source->has_own_distances();
  return reads.values + (are_differences ? reads.squared_distances : 0);
}

}  // namespace

LostDigits::LostDigits(samples::DataSet data) : data_(std::move(data)), before_(reads()) {}

LostDigits::Reads LostDigits::reads() const {
  return {reads_of(data_.inputs, true), reads_of(data_.outputs, false)};
}

std::map<std::string, arma::vec> LostDigits::of(const arma::uvec& test) const {
  const Reads after = reads();
  std::map<std::string, arma::vec> result;
  const auto tell = [&](const char* name, const samples::SampleSet& samples) {
    const std::optional<arma::uvec> lost = source_of(samples)->lost_digits();
    if (lost && arma::any(lost->elem(test))) result[name] = arma::conv_to<arma::vec>::from(lost->elem(test));
  };
  if (after.inputs != before_.inputs) tell("lost_input_digits", data_.inputs);
  if (after.outputs != before_.outputs) tell("lost_output_digits", data_.outputs);
  return result;
}

}  // namespace preimage::models
