#pragma once

#include <string>

#include "experiments/experiment.hpp"

namespace preimage::experiments::digit_denoising {

/// Figure 1 of Learning to Find Pre-Images: for the first test digit of each class the clean image, the noisy
/// one, and what each method makes of it; a PNG. "" where a method of the paper did not run.
std::string draw_figure1(const FigureContext& context);

}  // namespace preimage::experiments::digit_denoising
