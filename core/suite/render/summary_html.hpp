// The summary at the top of the page: for each paper a bar and a sentence.
#pragma once

#include <string>

#include "suite/render/page_ledger.hpp"

namespace preimage::suite::render {

/// The section: how many printed numbers of which papers have which verdict; "" without papers.
std::string summary_html(const Page& page);

/// A bar whose parts are the numbers of a paper by their standing, or its claims where it prints no numbers; or "".
std::string bar_html(const Page& page, const PagePaper& paper);

/// "Of 19 printed numbers, 16 are reproduced and 3 have no verdict; 17 in any reading, 4 without hindsight. Of its 6 claims, 6 hold." The counts
/// of verdicts add up. Of the only paper the claims alone: the lead has its numbers.
std::string paper_sentence(const Page& page, const PagePaper& paper);

}  // namespace preimage::suite::render
