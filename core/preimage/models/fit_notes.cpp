#include "preimage/models/fit_notes.hpp"

#include <utility>

#include <fmt/format.h>

#include "preimage/linalg/condition.hpp"

namespace preimage::models {

namespace {
constexpr const char* kIll = "ridge too small: ";
constexpr const char* kStopped = "training not converged: ";
}  // namespace

std::vector<std::string> FitNotes::lines() const {
  std::vector<std::string> lines;
  if (rcond < linalg::kFewDigits)
    lines.push_back(fmt::format(
        "{}the rounding of the Gram matrix weighs as much (reciprocal condition number {:.0e}), and "
        "predictions may have lost all but a few digits",
        kIll, rcond));
  if (!not_converged.empty()) lines.push_back(kStopped + not_converged);
  return lines;
}

outputs::Prediction FitNotes::said_of(outputs::Prediction prediction, arma::uword n) const {
  const arma::vec ones(n, arma::fill::ones);
  if (rcond < linalg::kFewDigits) prediction.diagnostics[kIllConditioned] = ones;
  if (!not_converged.empty()) prediction.diagnostics[kNotTrained] = ones;
  for (std::string& line : lines()) prediction.notes.push_back(std::move(line));
  return prediction;
}

std::vector<std::string> fit_lines(const outputs::Prediction& prediction) {
  std::vector<std::string> lines;
  for (const std::string& note : prediction.notes) {
    if (note.starts_with(kIll) || note.starts_with(kStopped)) lines.push_back(note);
  }
  return lines;
}

FitNotes of_gap(const std::string& method, double gap, double tolerance) {
  if (tolerance == 0.0 || gap <= tolerance) return {};
  return {1.0, fmt::format("{}: duality gap {:.2g} after its last pass, expected at most {:.2g}", method, gap,
                           tolerance)};
}

}  // namespace preimage::models
