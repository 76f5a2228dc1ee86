// From records to tables, figures and prediction files: pure functions of the record store.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "experiments/selection.hpp"
#include "records/result_table.hpp"

namespace preimage::experiments {

struct WrittenTable {
  std::string text;  // all readings of a config, as printed
  std::filesystem::path folder;
  std::vector<std::filesystem::path> files;
  std::size_t failed = 0, missing = 0;
};

/// Writes <out>/<profile>/<experiment>/<config>.{txt,md,csv,tex}, the figures of every selected config and
/// <config>.provenance.csv (by which versions), and <out>/<profile>/timings.csv. Same records, same bytes.
std::vector<WrittenTable> write_reports(const Selection& selection, records::RecordStore& store,
                                        const StudyOptions& options, const DataSource& data);

/// write_reports, with the tables on standard output; the predictions too, where the options name a file.
/// Returns how many cells the tables lack, failed ones included.
std::size_t print_reports(const Selection& selection, records::RecordStore& store,
                          const StudyOptions& options, const DataSource& data);

/// The text as one field of a CSV file (RFC 4180).
std::string csv_quoted(const std::string& text);

/// "ridge=0.1;sigma=2": what a learner's grid chose, as a field of a CSV file.
std::string hyper_parameters_text(const std::vector<std::pair<std::string, double>>& chosen);

/// One CSV row per test sample and cell: config, reading, learner, repetition, outer_fold, sample, input,
/// target, prediction, losses, chosen hyper-parameters, for checking a result with other software.
void write_predictions(const Selection& selection, records::RecordStore& store, const DataSource& data,
                       const std::filesystem::path& path);

}  // namespace preimage::experiments
