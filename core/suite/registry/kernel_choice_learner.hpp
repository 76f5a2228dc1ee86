#pragma once

#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

/// `build` for each of problem.input_kernels, which must not be empty, as one learner: its grid is the grid
/// of each kernel's learner, one kernel after the other, so of equals the first kernel is preferred.
std::unique_ptr<const validation::Learner> choose_among_kernels(const LearnerBuilder& build,
                                                                const validation::Problem& problem);

}  // namespace preimage::suite::registry
