#include "suite/results/claim_count.hpp"

#include <algorithm>

namespace preimage::suite::results {

namespace {

ClaimCount& count_of(const std::string& text, std::vector<ClaimCount>& claims) {
  const auto known = std::ranges::find(claims, text, &ClaimCount::text);
  return known != claims.end() ? *known : claims.emplace_back(ClaimCount{text});
}

/// Adds a reading's verdict. The best one is about these samples until a reading that draws new ones has it.
void add(ClaimVerdict verdict, bool on_these_samples, ClaimCount& count) {
  const std::optional<ClaimVerdict> before = count.best();
  count.holds += verdict == ClaimVerdict::holds ? 1 : 0;
  count.ties += verdict == ClaimVerdict::tie ? 1 : 0;
  count.fails += verdict == ClaimVerdict::fails ? 1 : 0;
  if (count.best() != verdict) return;
  count.on_these_samples = on_these_samples && (before != verdict || count.on_these_samples);
}

}  // namespace

std::string ClaimCount::word() const {
  const std::size_t judged = holds + ties + fails;
  if (judged == 0) return "none";
  if (holds == judged) return "holds";
  if (ties == judged) return "tie";
  return fails == judged ? "fails" : "depends";
}

std::optional<ClaimVerdict> ClaimCount::best() const {
  if (holds > 0) return ClaimVerdict::holds;
  if (ties > 0) return ClaimVerdict::tie;
  return fails > 0 ? std::optional(ClaimVerdict::fails) : std::nullopt;
}

void count_claims(const ResultTable& table, std::vector<ClaimCount>& claims) {
  for (const TableClaim& claim : table.claims) {
    ClaimCount& count = count_of(claim.text, claims);
    if (claim.verdict && is_comparable(table.head)) add(*claim.verdict, !table.head.redraws_samples, count);
  }
}

}  // namespace preimage::suite::results
