// The best verdict of each printed number over all readings.
#pragma once

#include <iterator>
#include <map>
#include <optional>
#include <string>

#include "suite/check/result_numbers.hpp"
#include "suite/statistics/verdict.hpp"

namespace preimage::suite::check {

constexpr std::size_t kNoWord = std::size(statistics::kAgreements);

/// The place of a verdict's text in kAgreements, which begins with the best; kNoWord of any other text.
std::size_t rank(const std::string& verdict);

/// As Verdict::text ends then.
bool is_provisional(const std::string& verdict);

/// Of a published number.
struct BestVerdict {
  bool has_ours = false;  // whether any reading has a number of ours
  /// The best over all readings, "reproduced (provisional)"; inconclusive only where no reading decides. "" where none has one.
  std::string verdict;
  std::string
      reading;  // that has it: of equals that of fewer choices after seeing the number, then the nearer one
  std::string ours, published, z, choices;  // its numbers, as written in the table
  std::string note;                         // what made it inconclusive: "u 0.05 > D/2 0.04"; else ""
  std::string config, experiment;           // whose table it stands in
  /// Whether some reading that was not changed after seeing the paper's numbers reproduces it; unknown where files of an earlier
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

}  // namespace preimage::suite::check
