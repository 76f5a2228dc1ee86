#pragma once

#include <string>

#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::half_digit_reconstruction {

/// Figure 2 of KDE: rows of digits (truth; top half completed by KDE; by k-NN) for the test samples of the
/// first outer fold where one method's completed digit looks like another digit and the other's does not. The
/// paper chose its samples "by viewing the complete results by eye (and are thus somewhat subjective)"; here
/// a completed digit looks wrong where the digit nearest to it has another label. SVG, or "" where kde
/// or nearest_neighbours did not run.
std::string draw_figure2(const suite::study::FigureContext& context);

}  // namespace preimage::experiments::half_digit_reconstruction
