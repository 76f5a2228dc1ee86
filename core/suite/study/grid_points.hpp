// The points of a sweep as readings of a study.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suite/study/options.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::study {

/// The study whose readings are the points of options.sweep, in their order: the reading that the options or
/// the profile name, overridden once per point. Of its learners those stay that a path concerns (one below
/// learners.kde concerns kde, any other all) and that --learner names. Where a path is a learner's own, the
/// learner is judged on the inner folds also when nothing is left to choose (`inner_loss: true`).
/// throws  ConfigError as load_study, full_grid and random_points do, and as PointReader; where the profile
///         has several readings and none is named; for a learner that the reading does not have; where --set
///         says what a path says, too; where no learner is left; where two values of a list are one to what
///         reads them (1 and 1.0 of a number)
Study load_sweep(const std::filesystem::path& config, const SelectionOptions& options,
                 const ExperimentTable& experiments);

/// The learners of the config that a study of load_sweep leaves out.
std::vector<std::string> learners_left_out(const Study& sweep);

/// Whether the path of an axis changes anything for the learner.
bool concerns(const Axis& axis, const std::string& learner);

}  // namespace preimage::suite::study
