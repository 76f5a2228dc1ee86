#pragma once

#include <string>

#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::ocr_transduction {

/// A learner for each technique and number of letters, and "all".
std::vector<std::string> figure7_learners();

/// Figure 7: error on the test words, after training on the first fold, against the number n of training
/// letters that carry the expansion: a line per technique, from the learners `<technique>_<n>` and `all`,
/// with bands of one standard deviation over the test folds. An SVG; "" where none of them ran.
std::string draw_figure7(const suite::study::FigureContext& context);

}  // namespace preimage::experiments::ocr_transduction
