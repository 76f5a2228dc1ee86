// What the records of a selection say, as one value: built from records once, and all that is told is a function of it. Text,
// CSV, JSON, the scores, the comparison with a reference and the report page are made of it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "suite/results/confusion_matrix.hpp"
#include "suite/results/output_errors.hpp"
#include "suite/results/provenance.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/results/result_numbers.hpp"
#include "suite/results/run_warnings.hpp"
#include "suite/results/score.hpp"

namespace preimage::suite::results {

/// What a cell took.
struct CellTiming {
  std::string learner;
  int repetition = 0, outer_fold = 0;
  double seconds = 0.0;
  long peak_memory_kib = 0;
};

/// Of one reading.
struct ReadingResults {
  ResultTable table;
  std::vector<std::string> learners = {};             // in the order of the config
  std::map<std::string, Provenance> provenance = {};  // by learner
  std::vector<CellTiming> timings = {};               // of the cells that have a record
};

struct ResultFigure {
  std::filesystem::path path;
  std::string caption;
  std::string bytes;
};

/// Of one config in one way of running it.
struct ConfigResults {
  const study::Study* study = nullptr;
  std::filesystem::path stem;  // of its files: result_stem
  std::string variant;         // variant_of
  std::vector<ReadingResults> readings;
  ConfusionMatrices confusion;
  OutputErrors output_errors;
  std::vector<ResultFigure> figures;
  std::vector<std::string>
      lacking;          // figures that were not drawn, each with the command that fills its records
  std::string trouble;  // why there are no files, or not all

  std::size_t failed() const;  // cells
  std::size_t missing() const;
  std::size_t not_finite() const;  // numbers of finished cells
  ConfigNumbers numbers() const;
};

struct ResultSet {
  study::RunWay way;
  std::vector<ConfigResults> configs;                    // in the order of the studies
  std::vector<std::string> grid_warnings, run_warnings;  // where they were asked for

  std::vector<ConfigNumbers> numbers() const;
  /// By the papers' keys: the claims over all readings.
  PaperClaims claims() const;
  /// Papers of the configs, each once.
  std::vector<records::Paper> papers() const;
  std::size_t incomplete() const;  // cells without a result, failed ones included
  std::size_t not_finite() const;
};

/// Is shown every reading's records and results while they are in memory; one after the other, so that not all have to be.
using ReadingVisitor =
    std::function<void(const study::PlannedReading&, const ReadingRecords&, const ReadingResults&)>;

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
  ResultReader(const study::Plan& selection, records::RecordStore& store,
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
  void add_figures(const study::PlannedReading& selected, const ReadingRecords& found,
                   ConfigResults& config) const;
  void add_outputs(const study::PlannedReading& selected, const ReadingRecords& found,
                   ConfigResults& config) const;

  const study::Plan& selection_;
  records::RecordStore& store_;
  const study::SelectionOptions& options_;
  const data::DataSource& data_;
  ResultParts parts_;
  RunWarnings warnings_;
  ResultSet set_;
};

/// The results of all configs; no file is written.
ResultSet read_results(const study::Plan& selection, records::RecordStore& store,
                       const study::SelectionOptions& options, const data::DataSource& data,
                       ResultParts parts);

}  // namespace preimage::suite::results
