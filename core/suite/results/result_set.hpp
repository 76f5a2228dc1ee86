// What the records of a selection say, as one value: built from records once, and all that is told is a
// function of it. Text, CSV, JSON, the scores, the comparison with a reference and the report page are made
// of it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "suite/results/confusion_matrix.hpp"
#include "suite/results/output_errors.hpp"
#include "suite/results/provenance.hpp"
#include "suite/results/result_numbers.hpp"
#include "suite/results/score.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::results {

/// Of one reading.
struct ReadingResults {
  ResultTable table;
  std::vector<std::string> learners = {};             // in the order of the config
  std::map<std::string, Provenance> provenance = {};  // by learner
  std::string without_result = {};                    // a sum of the cells that have none
  std::string first_missing = {};                     // the key of the first cell without a record; or ""
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
  std::string problem;  // why there are no files, or not all

  NumberSet numbers() const;
};

/// Adds it where it is not there yet.
void add_paper(std::vector<records::Paper>& papers, const records::Paper& paper);

struct ResultSet {
  study::RunWay way;
  std::vector<ConfigResults> configs;                    // in the order of the studies
  std::vector<std::string> grid_warnings, run_warnings;  // where they were asked for

  std::vector<NumberSet> numbers() const;  // by config
  /// By the papers' keys: the claims over all readings.
  PaperClaims claims() const;
  /// Papers of the configs, each once.
  std::vector<records::Paper> papers() const;
  std::size_t incomplete() const;  // cells without a result, failed ones included
  std::size_t not_finite() const;  // numbers of finished cells

 private:
  std::size_t sum(const std::function<std::size_t(const ResultTable&)>& of) const;
};

}  // namespace preimage::suite::results
