// The warnings of a run: of its data, its results and its grids.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/data/data_source.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// What a run warns of beside its data and folds (audit.hpp), a line each, with what to do:
/// - all repetitions of a program outside, two at least, printed the same numbers for a learner;
/// - of a config of no paper: no learner is better than always the same answer. Where a learner is
///   mean_output, that one, by the criterion; else, of classes, the commonest class of each training set, by
///   classification_loss; of vectors, the mean of its outputs, by squared_error: computed from the draw's
///   outputs and folds, nothing is fitted. Only where no cell is missing.
/// cost  a draw, and its outer folds, per repetition of classes or vectors
std::vector<std::string> run_warnings(const study::PlannedReading& planned, const ReadingRecords& found,
                                      const data::DataSource& data);

/// The same of a sweep: of data and folds at its first point, of results what holds at every point, as said
/// at the first.
std::vector<std::string> sweep_warnings(const study::Plan& sweep, records::RecordStore& store,
                                        const data::DataSource& data);

/// Of each learner of a config that reproduces no paper, whose grid is its own matter: numbers of three
/// values or more in a list of which inner folds chose the smallest or the largest in more than half of the
/// outer folds (of those with an inner loss above 0). A better one may lie beyond. "kde: ridge = 0.001, the
/// smallest of its list, was chosen in 8 of 10 outer folds: add 0.0001 to it, for example", with counts of
/// all outer folds.
std::vector<std::string> grid_warnings(const study::PlannedReading& planned, const ReadingRecords& found);

/// The same of one choice, by inner folds of all samples: "kde: sigma = 20, the largest of its list, was
/// chosen by all samples: ..."
std::vector<std::string> grid_warnings(const study::Reading& reading, const std::string& learner,
                                       const base::Parameters& chosen);

/// The parameters of a learner's method, in the order of its row; none of a program outside.
std::vector<registry::ParameterFacts> parameters_of(const study::Reading& reading,
                                                    const std::string& learner);

/// The values of the list that a chosen number came from, sorted: of the learner's own keys, or of the whole
/// config's. Empty where the list is written in other units (sigma by 1 / (2 sigma^2)).
std::vector<double> list_behind(const study::Reading& reading, const std::string& learner,
                                const std::string& chosen);

/// That this learner's outer folds are no better than always the same answer, found as above; nothing where
/// they are, or where a record of the learner is missing.
std::optional<std::string> learner_warning(const study::PlannedReading& planned, const ReadingRecords& found,
                                           const data::DataSource& data, const std::string& learner);

}  // namespace preimage::suite::results
