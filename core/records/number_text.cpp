#include "records/number_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace preimage::records {

namespace {

/// "-" for a number that should be there and is not, "" where the learner has no such measure.
std::string text_without_ours(const TableNumber& number) {
  return number.applies || number.published ? "-" : "";
}

}  // namespace

std::string mean_text(double value) {
  return value != 0.0 && std::abs(value) < 1e-3 ? fmt::format("{:.3e}", value) : fmt::format("{:.4f}", value);
}

std::string plus_minus(double value, double spread) {
  const bool is_small = value != 0.0 && std::abs(value) < 1e-3;
  return mean_text(value) +
         (is_small ? fmt::format(" +- {:.0e}", spread) : fmt::format(" +- {:.4f}", spread));
}

std::string published_text(const TableNumber& number) {
  if (!number.published) return "";
  const Published& p = *number.published;
  return p.spread ? p.text + " +- " + p.spread_text : p.text;
}

std::string ours_text(const TableHead& head, const TableRow& row, const TableNumber& number) {
  if (!number.ours) return text_without_ours(number);
  const bool has_spread = head.repetitions > 1 || row.folds != 1;
  return (has_spread ? plus_minus(number.ours->mean, number.ours->sd) : mean_text(number.ours->mean)) +
         (number.unconverged > 0 ? kDagger : "");
}

std::string fold_spread_text(const TableNumber& number) {
  return number.ours ? fmt::format("+- {:.4f}", number.ours->fold_spread) : text_without_ours(number);
}

std::string published_remark(const TableRow& row) {
  for (const TableNumber& n : row.numbers) {
    if (n.published && n.published->spread_kind == SpreadKind::unstated)
      return "+- of a kind that is not stated";
    if (n.published && n.published->spread) {
      return fmt::format("+- {} over {} folds", spread_name(n.published->spread_kind), n.published->folds);
    }
  }
  return "";
}

std::string ours_remark(const TableHead& head, const TableRow& row) {
  if (head.repetitions > 1) return fmt::format("+- SD over {} repetitions", head.repetitions);
  return row.folds == 1 ? "one split: no spread" : "+- SD over folds / sqrt(folds)";
}

std::string fold_remark(const TableRow& row) {
  return fmt::format("{} over {} folds, averaged over repetitions",
                     row.kind == SpreadKind::standard_deviation ? "SD" : "SE", row.folds);
}

bool any_published(const TableRow& row) {
  return std::any_of(row.numbers.begin(), row.numbers.end(),
                     [](const TableNumber& n) { return n.published.has_value(); });
}

std::string claim_word(const TableClaim& claim) {
  static constexpr const char* kWords[] = {"holds", "tie", "fails"};
  return claim.verdict ? kWords[static_cast<int>(*claim.verdict)] : "-";
}

}  // namespace preimage::records
