// Why printed numbers do not come out: the reasons beside the ledgers of configs, under the verdicts.
#pragma once

#include <string>
#include <vector>

#include "suite/records/reasons.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/results/score.hpp"

namespace preimage::suite::render {

/// Of a number that no reading reproduces, in the reading of its best verdict; nullptr where none is known.
const records::Reason* reason_of(const results::NumberName& name, const results::NumberScore& score,
                                 const std::vector<records::Reason>& reasons);

/// A line per printed number with its best verdict; below one that is not reproduced the reason, where one is
/// known.
Tinted published_as_text(const results::Scores& scores, const std::vector<records::Reason>& reasons);

/// A Markdown list of the numbers that disagree with every reading, or failed or were not run, behind a
/// sentence, and one of other lines that text has, too; "" where there are none.
std::string reasons_as_markdown(const results::Scores& scores, const std::vector<records::Reason>& reasons,
                                const std::vector<std::string>& remarks = {});

/// The same numbers as JSON: verdict, reading and reason each; the counts of each paper, claims, the lines.
std::string published_as_json(const results::Scores& scores, const std::vector<records::Reason>& reasons,
                              const std::string& profile, const results::PaperClaims& claims,
                              const std::vector<std::string>& remarks);

}  // namespace preimage::suite::render
