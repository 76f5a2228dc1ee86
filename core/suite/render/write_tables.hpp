// From records to tables, figures and prediction files: pure functions of the record store.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/records/results_folder.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/results/result_set.hpp"

namespace preimage::suite::render {

/// All readings of a config, as printed.
Tinted text_of(const results::ConfigResults& config);

/// The files that write_tables makes of it beside figures, with their bytes; "" for one that must not be there.
std::map<std::filesystem::path, std::string> files_of(const results::ConfigResults& config);

/// Writes <stem>.{txt,md,csv,tex} with <stem> = result_stem, the figures of every selected config and
/// <stem>.provenance.csv (by which versions), <stem>.confusion.csv or <stem>.outputs.csv where outputs are classes or
/// vectors and the experiment says so,
/// and <out>/<profile>/timings.csv. Same records, same bytes.
/// What one config's tables are written as is written under a lock, so that of two
/// writers one has written all of it last.
/// writing  the files are written through it: where it takes refusals, tables and figures are made all the same
/// parts.newer  where it is given, what else keeps a config from being written is its `trouble`; without it, such errors are
///        thrown
/// throws as require_own_name
results::ResultSet write_tables(const study::Plan& selection, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting& writing, const results::ResultParts& parts = {});

/// write_tables, with the tables shown; the predictions written, where a file is named. That the files were refused is a line on
/// standard error.
struct TablePrinting {
  std::function<void(const Tinted&)> show = nullptr;  // a config's tables
  std::optional<std::filesystem::path> predictions = {};
  results::ResultParts parts = {};
};
results::ResultSet print_tables(const study::Plan& selection, records::RecordStore& store,
                                const study::SelectionOptions& options, const data::DataSource& data,
                                records::OptionalWriting writing, const TablePrinting& printing = {});

/// "ridge=0.1;sigma=2": what a learner's grid chose, as a field of a CSV file.
std::string hyper_parameters_text(const std::vector<std::pair<std::string, double>>& chosen);

/// One CSV row per test sample and cell: config, reading, learner, repetition, outer_fold, sample, input,
/// target, prediction, losses, chosen hyper-parameters, the sample's own fold where folds are given, for checking a result
/// with other software. Then a column for each number by itself: loss.NAME, chosen.NAME, and score.CLASS, the decision
/// values of classes (outputs::Scores).
/// returns  a line about cells whose records lack decision values that a new run would have, if any
std::optional<std::string> write_predictions(const study::Plan& selection, records::RecordStore& store,
                                             const data::DataSource& data, const std::filesystem::path& path);

}  // namespace preimage::suite::render
