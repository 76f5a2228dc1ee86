#include "preimage/models/fit_notes.hpp"

#include <fmt/format.h>

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
  return prediction;
}

FitNotes of_gap(const std::string& method, double gap, double tolerance) {
  if (tolerance == 0.0 || gap <= tolerance) return {};
  return {1.0, fmt::format("{}: duality gap {:.2g} after its last pass, expected at most {:.2g}", method, gap,
                           tolerance)};
}

}  // namespace preimage::models
