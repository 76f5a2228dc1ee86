// The claims of a paper over all readings that judge them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "suite/results/result_table.hpp"

namespace preimage::suite::results {

/// A claim: in how many readings it holds, is a tie, fails.
struct ClaimCount {
  std::string text;
  std::size_t holds = 0, ties = 0, fails = 0;
  bool on_these_samples = false;  // each reading with the best verdict judges it on one set of samples
  /// "holds", "tie", "fails" where the readings agree, "depends" where they do not, "none" of no verdict.
  std::string word() const;
  /// The best of any reading; nothing where none judges it.
  std::optional<ClaimVerdict> best() const;
};

/// Adds the claims of a reading's table to those of others: claims with one text are one. What is not
/// comparable with the paper has no verdict.
void count_claims(const ResultTable& table, std::vector<ClaimCount>& claims);

}  // namespace preimage::suite::results
