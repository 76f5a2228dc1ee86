// The few lines that a run ends with: how many printed numbers came out, and where everything lies.
#pragma once

#include <map>
#include <string>

#include "suite/check/result_numbers.hpp"
#include "suite/run/selection.hpp"
#include "suite/tables/result_table.hpp"

namespace preimage::suite::cli {

/// What `run` shows of its tables on standard output.
enum class TablesShown { none, summary, all };

class RunSummary {
 public:
  void add(const run::SelectedReading& selected, const tables::ResultTable& table);

  /// Per paper how many of its printed numbers have which best verdict over the readings of the run, and a line for each
  /// that no reading explains, ten at most. "" where no number has a verdict.
  std::string scores() const;
  /// A line per config none of whose numbers has a verdict, with its table's file.
  std::string without_verdict(const run::Selection& selection, const study::SelectionOptions& options) const;

 private:
  struct Config {
    bool has_verdict = false, has_published = false;
  };
  check::Numbers numbers_;
  std::vector<records::Paper> papers_;
  std::map<const study::Study*, Config> configs_;
};

}  // namespace preimage::suite::cli
