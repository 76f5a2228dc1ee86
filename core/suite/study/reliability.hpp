// Whether classes are true as often as their probabilities say, as a picture.
#pragma once

#include <optional>
#include <vector>

#include "suite/registry/learner_table.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::suite::study {

/// "reliability.svg": of the learners with `probabilities`, over all test samples of all folds and
/// repetitions, in ten bins ((b - 1) / 10, b / 10] of the probability p of a class: the share of true ones
/// over the mean p, as scikit-learn's calibration_curve. Of two classes the second one's p, of more those of
/// every class. Nothing where no learner has them.
std::optional<Figure> reliability_figure(const std::vector<registry::ParsedLearner>& learners);

}  // namespace preimage::suite::study
