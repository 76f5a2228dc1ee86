#pragma once

#include <string>

#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::digit_denoising {

/// Figure 1 of Learning to Find Pre-Images: for the first test digit of each class the clean image, the noisy
/// one, and what each method that ran makes of it (fitted again for these ten: the records hold no images); a
/// PNG. "" where PCA did not run.
std::string draw_figure1(const suite::study::FigureContext& context);

}  // namespace preimage::experiments::digit_denoising
