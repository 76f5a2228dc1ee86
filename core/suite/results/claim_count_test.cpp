#include "suite/results/claim_count.hpp"

#include <doctest/doctest.h>

namespace preimage::suite::results {

namespace {

ResultTable table_with(const std::string& text, std::optional<ClaimVerdict> verdict,
                       bool redraws_samples = true) {
  ResultTable table;
  table.head.redraws_samples = redraws_samples;
  table.claims = {{text, verdict}};
  return table;
}

}  // namespace

TEST_CASE("a claim is counted over readings, and its best verdict is that of any of them") {
  std::vector<ClaimCount> claims;
  count_claims(table_with("a < b", ClaimVerdict::fails), claims);
  count_claims(table_with("a < c", std::nullopt), claims);
  CHECK(claims.at(0).best() == ClaimVerdict::fails);
  CHECK(claims.at(0).word() == "fails");
  CHECK_FALSE(claims.at(1).best().has_value());
  CHECK(claims.at(1).word() == "none");
  count_claims(table_with("a < b", ClaimVerdict::tie), claims);
  CHECK(claims.at(0).best() == ClaimVerdict::tie);
  count_claims(table_with("a < b", ClaimVerdict::holds), claims);
  CHECK(claims.size() == 2);
  CHECK(claims.at(0).best() == ClaimVerdict::holds);
  CHECK(claims.at(0).word() == "depends");
  CHECK_FALSE(claims.at(0).on_these_samples);
}

TEST_CASE("the best verdict on a claim is about these samples where no reading with new samples has it") {
  constexpr bool kRedrawn = true, kFixed = false;
  std::vector<ClaimCount> claims;
  const auto judged = [&](ClaimVerdict verdict, bool redraws_samples) {
    count_claims(table_with("a < b", verdict, redraws_samples), claims);
    return claims.at(0).on_these_samples;
  };
  CHECK(judged(ClaimVerdict::fails, kFixed));
  CHECK_FALSE(judged(ClaimVerdict::fails, kRedrawn));
  CHECK_FALSE(judged(ClaimVerdict::fails, kFixed));
  CHECK(judged(ClaimVerdict::tie, kFixed));
  CHECK(judged(ClaimVerdict::fails, kRedrawn));  // of a worse verdict
  CHECK_FALSE(judged(ClaimVerdict::holds, kRedrawn));
  CHECK_FALSE(judged(ClaimVerdict::tie, kFixed));
}

TEST_CASE("a claim about other data than the paper's, or about a changed reading, has no verdict") {
  ResultTable stand_in = table_with("a < b", ClaimVerdict::holds), modified = stand_in;
  stand_in.head.stand_in = true;
  modified.head.modified = "dataset.smoothing=2";
  std::vector<ClaimCount> claims;
  count_claims(stand_in, claims);
  count_claims(modified, claims);
  CHECK(claims.size() == 1);
  CHECK_FALSE(claims.at(0).best().has_value());
}

}  // namespace preimage::suite::results
