#pragma once

#include <string>

#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::ocr_transduction {

/// Figure 7: error on the test letters of the first fold against the number n of training letters that carry
/// the expansion, a line per technique, from the learners `<technique>_<n>` and `all`. "" where none of them
/// ran.
/// A learner for each technique and number of letters, and "all".
std::vector<std::string> figure7_learners();

std::string draw_figure7(const suite::study::FigureContext& context);

}  // namespace preimage::experiments::ocr_transduction
