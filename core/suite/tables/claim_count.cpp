#include "suite/tables/claim_count.hpp"

#include <algorithm>

namespace preimage::suite::tables {

namespace {

ClaimCount& count_of(const std::string& text, std::vector<ClaimCount>& claims) {
  const auto known =
      std::find_if(claims.begin(), claims.end(), [&](const ClaimCount& other) { return other.text == text; });
  return known != claims.end() ? *known : claims.emplace_back(ClaimCount{text});
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
    if (!claim.verdict || !is_comparable(table.head)) continue;
    count.on_these_samples = count.on_these_samples || !table.head.redraws_samples;
    count.holds += *claim.verdict == ClaimVerdict::holds ? 1 : 0;
    count.ties += *claim.verdict == ClaimVerdict::tie ? 1 : 0;
    count.fails += *claim.verdict == ClaimVerdict::fails ? 1 : 0;
  }
}

}  // namespace preimage::suite::tables
