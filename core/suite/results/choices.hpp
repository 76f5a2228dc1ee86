// Which hyper-parameters inner folds chose: how stable a choice is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "preimage/base/parameters.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

class ReadingRecords;

struct Choice {
  base::Parameters parameters;  // in the grid's order
  std::size_t folds = 0;        // the outer folds, of all repetitions, whose inner folds chose them
  double inner_loss = 0.0;      // the mean over these
};

/// Of a learner of a reading.
struct LearnerChoices {
  std::string learner, title;  // title: what it is called
  std::size_t folds = 0;       // that have a result
  std::vector<Choice>
      chosen;  // each once, the commonest first, of equally common ones that of the smaller loss
};

/// Of each learner whose results have hyper-parameters and an inner loss, in the reading's order.
/// cost  O(cells log cells)
std::vector<LearnerChoices> choices_of(const study::PlannedReading& planned, const ReadingRecords& found);

}  // namespace preimage::suite::results
