#pragma once

#include <string>

#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::digit_denoising {

/// Figure 1 of Learning to Find Pre-Images: for the first test digit of each class the clean image, the noisy
/// one, and what each method that ran makes of it (fitted again for these ten: the records hold no images);
/// an SVG. "" where PCA did not run.
std::vector<std::string> figure1_learners();

/// The first test sample of each class.
std::vector<std::size_t> figure1_digits(const suite::study::Task& task, const std::vector<std::size_t>& test);

std::string draw_figure1(const suite::study::FigureContext& context);

}  // namespace preimage::experiments::digit_denoising
