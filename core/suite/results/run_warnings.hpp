// What a good colleague would say of a run's data and results, beside its grids (grid_warnings.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/data/data_source.hpp"
#include "suite/records/record_store.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::results {

/// Of configs that reproduce no paper, a line each, with what to do:
/// - what the experiment says of its data (Experiment::warnings);
/// - test samples that have exactly the inputs of a training sample, counted over the outer folds (of a sweep: at its first point);
/// - outer folds that test on fewer than 5 samples;
/// - no learner is better than always the same answer. Where a learner is mean_output, that one, by the criterion; else, of
///   classes, the commonest class of each training set, by classification_loss; of vectors, the mean of its outputs, by
///   squared_error: computed from the draw's outputs and folds, nothing is fitted. Only where no cell is missing.
/// Of a sweep the last is said once, where it holds at every point.
/// cost  a draw, and its outer folds, per repetition of classes or vectors, and reading all records
std::vector<std::string> run_warnings(const run::Selection& selection, records::RecordStore& store,
                                      const data::DataSource& data, bool is_sweep);

/// That this learner's outer folds are no better than always the same answer, found as above; nothing where they are, or
/// where a record of the learner is missing.
std::optional<std::string> learner_warning(const run::SelectedReading& selected, const ReadingRecords& found,
                                           const data::DataSource& data, const std::string& learner);

}  // namespace preimage::suite::results
