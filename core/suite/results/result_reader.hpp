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

/// Is shown every reading's records and results while they are in memory; one after the other, so that not
/// all have to be.
using ReadingVisitor =
    std::function<void(const study::PlannedReading&, const ReadingRecords&, const ReadingResults&)>;

/// What is done with a config, whose results say where its files lie; `read` adds its readings.
using ConfigVisitor = std::function<void(ConfigResults& config, const std::function<void()>& read)>;

/// What is read beside tables and provenance.
struct ResultParts {
  bool figures = true;        // also confusion matrices and errors of outputs
  bool printed_only = false;  // no config whose table has no published number
  bool warnings =
      true;  // run_warnings, in the tables, too, and grid_warnings of configs that are of no paper
  ReadingVisitor visit = nullptr;
  ConfigVisitor around = nullptr;  // else `read` alone
  std::vector<std::string>* newer =
      nullptr;  // is told of what a newer version of the program wrote, which then counts as missing
};

/// The results of all configs, one after the other, reading by reading; no file is written.
/// throws  as RecordStore::find
ResultSet read_results(const study::Plan& plan, records::RecordStore& store,
                       const study::SelectionOptions& options, const data::DataSource& data,
                       const ResultParts& parts);

}  // namespace preimage::suite::results
