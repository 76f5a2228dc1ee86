// What was predicted for each test sample, for checking a result with other software.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/data/data_source.hpp"
#include "suite/records/record_store.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// "ridge=0.1;sigma=2": what a learner's grid chose, as a field of a CSV file.
std::string hyper_parameters_text(const std::vector<std::pair<std::string, double>>& chosen);

/// One CSV row per test sample and cell: config, reading, learner, repetition, outer_fold, sample, input,
/// target, prediction, losses, chosen hyper-parameters, the sample's own fold where folds are given. Then a
/// column for each number by itself: loss.NAME, chosen.NAME, and score.CLASS, the decision values of classes
/// (outputs::Scores).
/// returns  a line about cells whose records lack decision values that a new run would have, if any
std::optional<std::string> write_predictions(const study::Plan& plan, records::RecordStore& store,
                                             const data::DataSource& data, const std::filesystem::path& path);

}  // namespace preimage::suite::results
