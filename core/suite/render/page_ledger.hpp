// The papers, and what became of each of their numbers.
#pragma once

#include "suite/render/page.hpp"
#include "suite/results/claim_count.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::render {

/// Fills page.papers with those of the studies, by year and then in the order of the studies: for every row
/// of their ledgers the number of the page that is compared with it; none of stand-in data is. page.studies
/// must be there.
/// studies   all that the page is about, also those that are not run: their published numbers are shown
/// problems  gets a line for a paper of which two configs say different things, and for a table in two files
/// cost      O(lines x numbers of its table)
void add_papers(Page& page, const std::vector<const study::Study*>& studies,
                std::vector<std::string>& problems);

/// "doe_2020: no authors, no year", of each paper that lacks what a reader looks for.
std::vector<std::string> lacking_words(const Page& page);

/// How the lines of the papers' ledgers come out.
results::ScoreCount count_ledgers(const std::vector<PagePaper>& papers);

/// The claims of a paper, each over all readings of the page that judge it.
std::vector<results::ClaimCount> claims_of(const Page& page, const std::string& paper);

}  // namespace preimage::suite::render
