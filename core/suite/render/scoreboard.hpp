// How many printed numbers come out again, paper by paper.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "suite/records/paper.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/results/score.hpp"

namespace preimage::suite::render {

/// A Markdown table: a line per paper (the part of a table's name before "/", which is its key) with how many
/// of its printed numbers have a verdict, and the counts of results::counts_of, those left out that are 0 for
/// all papers; below it the profile, how many verdicts are provisional where some are, and a line per paper:
/// its title, each of its tables with how many are reproduced and by which config, and the numbers that are
/// reproduced without hindsight.
/// papers      whose order the lines have, by title and year; others follow, by key
/// with_pages  keys of papers whose experiments have a page: linked, from the top of the checkout
std::string scoreboard(const results::Scores& scores, const std::vector<records::Paper>& papers,
                       const std::set<std::string>& with_pages, const std::string& profile);

/// Whether a reading judges any of them.
bool have_verdict(const results::PaperClaims& claims);

/// The scoreboard in columns for a screen, papers by their keys, titles behind the numbers; where claims have
/// verdicts, with how many of those of `papers` hold in some reading. "" where neither a number nor a claim
/// has a verdict.
std::string scoreboard_lines(const results::Scores& scores, const std::vector<records::Paper>& papers,
                             const results::PaperClaims& claims = {});

/// "rlt_2005/table_1 / word_loss / rlt: not reproduced": each number with a verdict that no reading explains.
std::vector<Tinted> unexplained_lines(const results::Scores& scores);

/// "claim of rlt_2005: greedy errs less: fails": each claim that has verdicts and holds in no reading, with
/// the best.
std::vector<Tinted> unheld_lines(const results::PaperClaims& claims);

}  // namespace preimage::suite::render
