// From records to tables, figures and prediction files: pure functions of the record store.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "suite/records/results_folder.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/results/result_table.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::results {

struct WrittenFigure {
  std::filesystem::path path;
  std::string caption;
  std::string bytes;
};

struct WrittenTable {
  std::string config;
  std::string text;            // all readings of a config, as printed
  std::filesystem::path stem;  // of its files: result_stem
  std::vector<WrittenFigure> figures;
  std::vector<std::string>
      lacking;  // figures that were not drawn, each with the command that fills its records
  std::size_t failed = 0, missing = 0;  // cells
  std::size_t not_finite = 0;           // numbers of finished cells
  std::string trouble;                  // why there are no files, or not all
};

/// Is shown every reading's records and table while they are in memory; one after the other, so that not all
/// have to be.
using TableVisitor =
    std::function<void(const run::SelectedReading&, const ReadingRecords&, const ResultTable&)>;

/// Writes <stem>.{txt,md,csv,tex} with <stem> = result_stem, the figures of every selected config and
/// <stem>.provenance.csv (by which versions), <stem>.confusion.{csv,svg} or <stem>.outputs.csv where outputs are classes or
/// vectors and the experiment says so,
/// and <out>/<profile>/timings.csv. Same records, same bytes.
/// One result per study, in their order. What one config's tables are written as is written under a lock, so that of two
/// writers one has written all of it last.
/// writing  the files are written through it: where it takes refusals, tables and figures are made all the same
/// newer  what a newer version of the program wrote is named there and counts as missing, and what else keeps
///        a config from being written is its `trouble`; without it, such errors are thrown
/// throws as require_own_name
std::vector<WrittenTable> write_tables(const run::Selection& selection, records::RecordStore& store,
                                       const study::SelectionOptions& options, const data::DataSource& data,
                                       records::OptionalWriting& writing, const TableVisitor& visit = nullptr,
                                       std::vector<std::string>* newer = nullptr);

/// write_tables, with the tables on standard output, where they are to be shown; the predictions too, where a file is
/// named. That the files were refused is a line on standard error.
struct PrintedTables {
  std::size_t incomplete = 0;  // cells that the tables lack, failed ones included
  std::size_t not_finite = 0;  // numbers that have all their cells
};
struct TablePrinting {
  bool shows_tables = true;
  std::optional<std::filesystem::path> predictions = {};
  TableVisitor visit = nullptr;
};
PrintedTables print_tables(const run::Selection& selection, records::RecordStore& store,
                           const study::SelectionOptions& options, const data::DataSource& data,
                           records::OptionalWriting writing, const TablePrinting& printing = {});

/// "ridge=0.1;sigma=2": what a learner's grid chose, as a field of a CSV file.
std::string hyper_parameters_text(const std::vector<std::pair<std::string, double>>& chosen);

/// One CSV row per test sample and cell: config, reading, learner, repetition, outer_fold, sample, input,
/// target, prediction, losses, chosen hyper-parameters, the sample's own fold where folds are given, for checking a result
/// with other software. Then a column for each number by itself: loss.NAME, chosen.NAME, and score.CLASS, the decision
/// values of classes (outputs::Scores).
/// returns  a line about cells whose records lack decision values that a new run would have, if any
std::optional<std::string> write_predictions(const run::Selection& selection, records::RecordStore& store,
                                             const data::DataSource& data, const std::filesystem::path& path);

}  // namespace preimage::suite::results
