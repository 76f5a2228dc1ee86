// The papers, and what became of each of their numbers.
#pragma once

#include "experiments/page/page.hpp"

namespace preimage::experiments {

/// The papers of experiments/papers.csv, without ledgers. throws  DataError
std::vector<PagePaper> load_papers();

/// Fills page.papers: for every line of every published.csv the number of the page that stands for it; none
/// of stand-in data does. Studies must be there. cost  O(lines x numbers of its table)
/// throws  DataError for a ledger that cannot be read, or one that names a paper that is not in papers.csv
void add_papers(Page& page);

/// How many lines of a paper some reading reproduces, and how many have a verdict at all.
struct LedgerCount {
  std::size_t reproduced = 0, judged = 0, lines = 0;
};
LedgerCount count_ledger(const PagePaper& paper);

/// A claim of a paper, over all readings that judge it.
struct ClaimCount {
  std::string text;
  std::size_t holds = 0, ties = 0, fails = 0;
  /// "holds", "tie", "fails" where the readings agree, "depends" where they do not, "none" of no verdict.
  std::string word() const;
};
std::vector<ClaimCount> claims_of(const Page& page, const std::string& paper);

}  // namespace preimage::experiments
