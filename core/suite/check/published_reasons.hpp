// Why printed numbers do not come out: the reasons that stand beside the ledgers of configs, under the verdicts.
#pragma once

#include <string>
#include <vector>

#include "suite/check/check_options.hpp"
#include "suite/check/scoreboard.hpp"
#include "suite/records/reasons.hpp"

namespace preimage::suite::check {

struct FoundReasons {
  std::vector<records::Reason> reasons;
  std::vector<std::string>
      remarks;  // a line per config that cannot be read, so that its reasons are not known
};

/// Those of the configs of numbers that are not reproduced: of options.configs, or else of what the notes of
/// options.latest say was run there, or else, as of a folder of references, of the program's own.
FoundReasons find_reasons(const CheckOptions& options, const BestVerdicts& best);

/// Of a number that is not reproduced, in the reading of its verdict; nullptr where none is known.
const records::Reason* reason_of(const NumberName& name, const BestVerdict& best,
                                 const std::vector<records::Reason>& reasons);

/// A line per printed number with its verdict; below one that is not reproduced the reason, where one is known.
std::string published_as_text(const BestVerdicts& best, const std::vector<records::Reason>& reasons);

/// A Markdown list of the numbers that are not reproduced, behind a sentence; "" where all are.
std::string reasons_as_markdown(const BestVerdicts& best, const std::vector<records::Reason>& reasons);

/// The same numbers as JSON: verdict, reading and reason each.
std::string published_as_json(const BestVerdicts& best, const std::vector<records::Reason>& reasons,
                              const std::string& profile);

}  // namespace preimage::suite::check
