// The papers, and what became of each of their numbers.
#pragma once

#include <array>

#include "suite/report/page.hpp"
#include "suite/results/claim_count.hpp"
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

/// What became of a printed number: the verdict of the reading that is shown; `elsewhere` where that reading does not
/// reproduce it, but another one does.
enum class Standing { reproduced, elsewhere, marginal, inconclusive, not_reproduced, none };
inline constexpr std::array kStandings = {Standing::reproduced,     Standing::elsewhere,
                                          Standing::marginal,       Standing::inconclusive,
                                          Standing::not_reproduced, Standing::none};
Standing standing_of(const Page& page, const PageLedgerLine& line);

/// How lines fare. Every line has one standing, so that these add up to `lines`.
struct LedgerCount {
  std::size_t lines = 0;
  std::map<Standing, std::size_t> of;
  std::size_t unseen = 0;  // reproduced by a reading without choices made after seeing the number
};
LedgerCount count_ledger(const Page& page, const PagePaper& paper);
LedgerCount count_ledgers(const Page& page);

/// The claims of a paper, each over all readings of the page that judge it.
std::vector<results::ClaimCount> claims_of(const Page& page, const std::string& paper);

}  // namespace preimage::suite::report
