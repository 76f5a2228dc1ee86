#include "suite/results/number_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/results/table_words.hpp"

namespace preimage::suite::results {

namespace {

/// "-" for a number that should be there and is not, "" where the learner has no such measure.
std::string text_without_ours(const TableNumber& number) {
  return number.applies || number.published ? "-" : "";
}

}  // namespace

std::string published_text(const TableNumber& number) {
  if (!number.published) return "";
  const statistics::Published& p = *number.published;
  return p.spread ? p.text + " +- " + p.spread_text : p.text;
}

std::string ours_text(const TableHead& head, const TableRow& row, const TableNumber& number) {
  if (!number.ours) return text_without_ours(number);
  std::string text = statistics::mean_text(number.ours->mean);
  if (has_spread(head, row, number))
    text += " +- " + statistics::spread_text(number.ours->mean, number.ours->sd);
  return text + (number.unconverged > 0 ? kDagger : "");
}

std::string fold_spread_text(const TableNumber& number) {
  return number.ours ? fmt::format("+- {:.4f}", number.ours->fold_spread) : text_without_ours(number);
}

std::string published_remark(const TableRow& row) {
  const std::string remark = published_spread_remark(row);
  return remark.empty() ? "" : "+- " + remark;
}

std::string ours_remark(const TableHead& head, const TableRow& row) {
  return has_spread(head, row) ? "+- " + spread_remark(head, row) : "one split: no spread";
}

std::string fold_remark(const TableRow& row) {
  return fmt::format("{} over {} folds, averaged over repetitions",
                     row.kind == statistics::SpreadKind::standard_deviation ? "SD" : "SE", row.folds);
}

bool any_published(const TableRow& row) {
  return std::any_of(row.numbers.begin(), row.numbers.end(),
                     [](const TableNumber& n) { return n.published.has_value(); });
}

std::string word(ClaimVerdict verdict) {
  static constexpr const char* kWords[] = {"holds", "tie", "fails"};
  return kWords[static_cast<int>(verdict)];
}

std::string claim_word(const TableHead& head, const TableClaim& claim) {
  if (!claim.verdict) return "-";
  return word(*claim.verdict) + (head.redraws_samples ? "" : kOnTheseSamples);
}

std::string not_finite_text(const std::string& number) {
  return number + ": no number, its mean or spread is not finite";
}

}  // namespace preimage::suite::results
