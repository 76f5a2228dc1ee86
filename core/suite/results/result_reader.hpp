// From records to results, reading by reading.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "suite/results/reading_records.hpp"
#include "suite/results/result_set.hpp"
#include "suite/results/run_warnings.hpp"

namespace preimage::suite::results {

/// Is shown every reading's records and results while they are in memory; one after the other, so that not all have to be.
using ReadingVisitor =
    std::function<void(const run::SelectedReading&, const ReadingRecords&, const ReadingResults&)>;

/// What is read beside tables and provenance.
struct ResultParts {
  bool figures = true;        // also confusion matrices and errors of outputs
  bool printed_only = false;  // of read_results: no config whose table has no published number
  bool warnings = false;      // grid_warnings and run_warnings, of configs that are of no paper
  ReadingVisitor visit = nullptr;
  std::vector<std::string>* newer =
      nullptr;  // is told of what a newer version of the program wrote, which then counts as missing
};

/// Reads the results of one config after the other.
class ResultReader {
 public:
  /// All must outlive it.
  ResultReader(const run::Selection& selection, records::RecordStore& store,
               const study::SelectionOptions& options, const data::DataSource& data, ResultParts parts)
      : selection_(selection),
        store_(store),
        options_(options),
        data_(data),
        parts_(std::move(parts)),
        warnings_(selection.readings.size() > 1, false) {
    set_.way = options.way();
  }
  /// A place for the config's results, which says where its files lie; then its readings.
  ConfigResults& begin(const study::Study& study);
  /// throws  as RecordStore::find
  void read(ConfigResults& config);
  ResultSet take();

 private:
  void add_figures(const run::SelectedReading& selected, const ReadingRecords& found,
                   ConfigResults& config) const;
  void add_outputs(const run::SelectedReading& selected, const ReadingRecords& found,
                   ConfigResults& config) const;

  const run::Selection& selection_;
  records::RecordStore& store_;
  const study::SelectionOptions& options_;
  const data::DataSource& data_;
  ResultParts parts_;
  RunWarnings warnings_;
  ResultSet set_;
};

/// The results of all configs; no file is written.
ResultSet read_results(const run::Selection& selection, records::RecordStore& store,
                       const study::SelectionOptions& options, const data::DataSource& data,
                       ResultParts parts);

}  // namespace preimage::suite::results
