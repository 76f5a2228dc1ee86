// What `run` and `collect` print of tables, and the few lines that they end with: how many printed numbers came out, and
// where everything lies.
#pragma once

#include <map>
#include <string>

#include "suite/check/scoreboard.hpp"
#include "suite/results/write_tables.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::cli {

/// What is shown of the tables on standard output.
enum class TablesShown { none, summary, all };

class RunSummary {
 public:
  /// options  of the selection; both must outlive it
  RunSummary(const run::Selection& selection, const study::SelectionOptions& options, TablesShown shown)
      : selection_(selection), options_(options), shown_(shown) {}

  /// For print_tables, which then fills the summary. It must not outlive it.
  results::TablePrinting printing();

  /// The last lines. Asked for, they are the result; behind tables they are talk, and so is, unless `quiet`, where
  /// everything lies.
  void print_last(std::size_t cells, std::size_t failed, bool quiet) const;

 private:
  void add(const run::SelectedReading& selected, const results::ResultTable& table);

  /// Per paper how many of its printed numbers have which best verdict over the readings of the run, and how many of its
  /// claims hold; then a line for each number that no reading explains, and for each claim that holds in none, ten at most of
  /// either. "" where nothing has a verdict.
  std::string scores() const;
  /// A line per config none of whose numbers has a verdict, with its table's file.
  std::string without_verdict() const;

  struct Config {
    bool has_verdict = false, has_published = false;
  };
  const run::Selection& selection_;
  const study::SelectionOptions& options_;
  TablesShown shown_;
  check::Numbers numbers_;
  check::PaperClaims claims_;
  std::vector<records::Paper> papers_;
  std::map<const study::Study*, Config> configs_;
};

}  // namespace preimage::suite::cli
