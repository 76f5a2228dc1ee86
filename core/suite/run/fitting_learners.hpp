#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/study/cells.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::run {

/// The cell's learner on its draw, with the random draws of its repetition where it makes any
/// (samples/folds.hpp).
/// folder  of the cell's own; "": it cannot run a program
/// throws  std::invalid_argument where it is not for such samples, naming what is
std::unique_ptr<const validation::Learner> build_learner(const study::Cell& cell, const study::Task& task,
                                                         const std::filesystem::path& folder = {});

/// Binds each learner of these cells to a draw, where the config or the data file tells its size, so that it
/// is cheap: what cannot work is refused before the first of a thousand cells fails. Elsewhere the cells say
/// it.
/// throws  ConfigError naming the learner and what would fit; what a draw throws
void require_fitting_learners(const std::vector<const study::Cell*>& cells, const data::DataSource& data);

/// What to type where a method needs more memory than there is, to follow the message: fewer landmarks where
/// they are too many, else landmarks.
std::string what_fits(const MemoryError& error);

}  // namespace preimage::suite::run
