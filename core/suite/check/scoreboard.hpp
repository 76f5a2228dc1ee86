// How many printed numbers come out again: the best verdict of each over all readings, and their counts per paper.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/check/result_numbers.hpp"
#include "suite/records/paper.hpp"
#include "suite/tables/claim_count.hpp"

namespace preimage::suite::check {

/// Of a published number.
struct BestVerdict {
  bool has_ours = false;  // whether any reading has a number of ours
  std::string verdict;    // the best over all readings, "reproduced (provisional)"; "" where none has one
  std::string reading;    // that has it: of equals the first
  std::string note;       // what made it inconclusive: "u 0.05 > D/2 0.04"; else ""
  std::string config, experiment;  // whose table it stands in
  /// Whether some reading that nobody changed after seeing the paper's numbers reproduces it; unknown where files of an earlier
  /// program do not say what was chosen when.
  std::optional<bool> without_hindsight;
  bool is_explained() const;  // reproduced or marginal
  bool is_reproduced() const;
};

/// By name, without the reading. Numbers that no paper prints are left out.
using BestVerdicts = std::map<NumberName, BestVerdict>;
BestVerdicts best_verdicts(const Numbers& numbers);

/// How many have one of ours beside them and are not explained.
std::size_t count_unexplained(const BestVerdicts& best);

/// A Markdown table: a line per paper (the part of a table's name before "/", which is its key) with how many of its printed
/// numbers have a verdict, which, how many of them without hindsight, and by which config each of its tables is computed; below it the profile, and how many
/// verdicts are provisional where some are.
/// papers      in whose order the lines stand, by title and year; others follow, by key
/// with_pages  keys of papers whose experiments have a page: linked, from the top of the checkout
std::string scoreboard(const BestVerdicts& best, const std::vector<records::Paper>& papers,
                       const std::set<std::string>& with_pages, const std::string& profile);

/// By the papers' keys.
using PaperClaims = std::map<std::string, std::vector<tables::ClaimCount>>;

/// Whether a reading judges any of them.
bool have_verdict(const PaperClaims& claims);

/// The scoreboard in columns for a screen, papers by their keys, titles behind the numbers; where claims have verdicts, with
/// how many of those of `papers` hold in some reading. "" where neither a number nor a claim has a verdict.
std::string scoreboard_lines(const BestVerdicts& best, const std::vector<records::Paper>& papers,
                             const PaperClaims& claims = {});

/// "rlt_2005/table_1 / word_loss / rlt: not reproduced": each number with a verdict that no reading explains.
std::vector<std::string> unexplained_lines(const BestVerdicts& best);

/// "claim of rlt_2005: greedy errs less: fails": each claim that has verdicts and holds in no reading, with the best.
std::vector<std::string> unheld_lines(const PaperClaims& claims);

}  // namespace preimage::suite::check
