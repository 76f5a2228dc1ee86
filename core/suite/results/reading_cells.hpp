// What is behind the numbers of a reading: its cells, as their records say.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/results/reading_records.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::results {

/// Those of one learner.
struct LearnerCells {
  std::size_t folds = 0;
  std::vector<std::string> chosen;            // hyper-parameters per cell, repetition by repetition; or ""
  std::map<std::size_t, std::string> status;  // of cells that are not ok: "failed: out of memory", "not run"
  std::map<std::string, std::vector<std::optional<double>>> losses;  // by measure, per cell
  std::string data, seeds, versions;
  std::string computed_by;  // program and BLAS, and of how many cells where they differ
};

struct ReadingCells {
  const study::Study* study = nullptr;
  const study::Reading* reading = nullptr;
  std::string command;  // that runs the cells again
  std::map<std::string, LearnerCells> learners;
  std::vector<std::string> failures;  // "config / reading / kde, repetition 0, fold 1: out of memory"
};

/// cost  O(cells x measures)
ReadingCells cells_of(const study::PlannedReading& selected, const ReadingRecords& found,
                      const study::SelectionOptions& options);

}  // namespace preimage::suite::results
