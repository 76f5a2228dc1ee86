// What is to be known of numbers that were judged, all together: what would explain those that disagree.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/records/verdict.hpp"

namespace preimage::suite::results {

struct JudgedPair {
  std::string name, method, group;  // the name's parts: what is compared, and the other columns
  records::Published published;
  std::optional<records::Estimate> ours;  // nothing where there is no rerun of it
  std::optional<records::Verdict> verdict;
};

/// "1 of 19 reproduced numbers differs by more than noise (|z| > 2), but by less than M: KDE (M 0.11). ": of
/// those whose M nothing says; "" where there is none.
std::string clear_differences(const std::vector<JudgedPair>& pairs);

/// What would explain the numbers that disagree, by numbers, methods, columns, or for most of the table:
/// another unit, sign or complement by which they would be the printed ones within a tenth ("are reruns
/// fractions, and printed numbers in per cent? 100 x ours would be near"), swapped names, a spread of the
/// other kind. Nothing is applied.
std::vector<std::string> explanations(const std::vector<JudgedPair>& pairs);

/// Both, of numbers that a CSV file of a config holds, and whose printed spread over runs is not used.
std::vector<std::string> remarks_on_verdicts(const std::vector<JudgedPair>& pairs);

}  // namespace preimage::suite::results
