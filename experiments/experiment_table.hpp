#pragma once

#include "suite/study/experiment.hpp"

namespace preimage::experiments {

/// A row for each folder here that holds experiment.cpp, made by CMake.
const suite::study::ExperimentTable& experiment_table();

}  // namespace preimage::experiments
