#pragma once

#include <string>

#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::car_localization {

/// The learners of a method, one for each share of label noise: "svm_0", "svm_10", ...
std::vector<std::string> learners_by_noise(const std::string& method);

/// Figure 1: precision against recall on all test images, a line per level of label noise, from the learners
/// `<method>_<percent>`: means over the repetitions, which draw the swapped boxes anew, with bands of one
/// standard deviation over them. An SVG; "" where none of them ran.
std::string draw_precision_recall(const suite::study::FigureContext& context, const std::string& method,
                                  const std::string& title);

/// Six test images with the true boxes (white) and each method's detections above its threshold of equal
/// error (in its colour), without label noise: one column per method. An SVG; "" where none of them ran.
std::string draw_detections(const suite::study::FigureContext& context);

}  // namespace preimage::experiments::car_localization
