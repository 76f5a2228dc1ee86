// What a good colleague would say of the grids of a run.
#pragma once

#include <string>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::results {

/// Of each learner of a config that reproduces no paper, whose grid is its own matter: numbers of three values or more in
/// a list of which inner folds chose the smallest or the largest in more than half of the outer folds (of those with an inner loss above 0). A better one may lie
/// beyond. "kde: ridge = 0.001, the smallest of its list, was chosen in 8 of 10 outer folds: add 0.0001 to it, for example"
std::vector<std::string> grid_warnings(const run::Selection& selection, records::RecordStore& store);

}  // namespace preimage::suite::results
