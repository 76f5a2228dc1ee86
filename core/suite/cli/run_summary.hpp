// The few lines that a run ends with: how many printed numbers came out, and where everything lies.
#pragma once

#include <map>
#include <string>

#include "suite/check/scoreboard.hpp"
#include "suite/run/selection.hpp"
#include "suite/tables/result_table.hpp"

namespace preimage::suite::cli {

/// What `run` shows of its tables on standard output.
enum class TablesShown { none, summary, all };

class RunSummary {
 public:
  void add(const run::SelectedReading& selected, const tables::ResultTable& table);

  /// Per paper how many of its printed numbers have which best verdict over the readings of the run, and how many of its
  /// claims hold; then a line for each number that no reading explains, and for each claim that holds in none, ten at most of
  /// either. "" where nothing has a verdict.
  std::string scores() const;
  /// A line per config none of whose numbers has a verdict, with its table's file.
  std::string without_verdict(const run::Selection& selection, const study::SelectionOptions& options) const;

 private:
  struct Config {
    bool has_verdict = false, has_published = false;
  };
  check::Numbers numbers_;
  check::PaperClaims claims_;
  std::vector<records::Paper> papers_;
  std::map<const study::Study*, Config> configs_;
};

}  // namespace preimage::suite::cli
