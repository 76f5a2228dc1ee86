// The papers, and what became of each of their numbers.
#pragma once

#include "suite/report/page.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::report {

/// Fills page.papers with those of the studies, by year and then in the order of the studies: for every row of their
/// ledgers the number of the page that stands for it; none of stand-in data does. page.studies must be there.
/// studies   all that the page is about, also those that are not run: their published numbers are shown
/// troubles  gets a line for a paper of which two configs say different things, and for a table in two files
/// cost      O(lines x numbers of its table)
void add_papers(Page& page, const std::vector<const study::Study*>& studies,
                std::vector<std::string>& troubles);

/// "doe_2020: no authors, no year", of each paper that lacks what a reader looks for.
std::vector<std::string> lacking_words(const Page& page);

/// The verdict of a line in the reading that is shown.
std::optional<statistics::Agreement> shown_verdict(const Page& page, const PageLedgerLine& line);

/// How the lines of a paper fare. Every line counts once in `shown`.
struct LedgerCount {
  std::size_t lines = 0;
  std::map<std::optional<statistics::Agreement>, std::size_t> shown;  // by shown_verdict
  std::size_t reproduced_elsewhere = 0;  // not by the reading that is shown, but by another
  std::size_t unseen = 0;                // by a reading without choices made after seeing the number
};
LedgerCount count_ledger(const Page& page, const PagePaper& paper);

/// A claim of a paper, over all readings that judge it.
struct ClaimCount {
  std::string text;
  std::size_t holds = 0, ties = 0, fails = 0;
  bool on_these_samples = false;  // a reading judges it on one set of samples
  /// "holds", "tie", "fails" where the readings agree, "depends" where they do not, "none" of no verdict.
  std::string word() const;
};
std::vector<ClaimCount> claims_of(const Page& page, const std::string& paper);

}  // namespace preimage::suite::report
