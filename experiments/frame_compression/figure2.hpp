#pragma once

#include <string>

#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::frame_compression {

/// Figure 2 of the paper: a subsequence of the original frames, first and last in the training set, and the
/// synthesised ones below it; then those of linear interpolation, and the errors of both, ten times enlarged
/// around grey. White is the brightest pixel of the originals. Frames are square. The records hold no frames,
/// so the learners `kde` and `linear_interpolation` are fitted again. SVG, or "" where one of them did
/// not run.
/// The frames that it shows: a third into the film, from a training frame to a training frame.
std::vector<std::size_t> figure2_frames(const suite::study::Task& task, const std::vector<std::size_t>& test);

std::string draw_figure2(const suite::study::FigureContext& context);

}  // namespace preimage::experiments::frame_compression
