#include "suite/render/number_text.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suite/data/text_file.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// "-" for a number that should be there and is not, "" where the learner has no such measure.
std::string text_without_ours(const results::Number& number) {
  return number.applies || number.published ? "-" : "";
}

}  // namespace

std::string p_text(double p) {
  return p < 1e-4 ? "< 0.0001" : fmt::format("{:.2g}", p);
}

std::string tests_line(const results::ResultTable& table) {
  const std::string tests = tests_text(table);
  const bool says_intervals = std::ranges::any_of(table.rows, has_intervals);
  const bool is_nested = std::ranges::any_of(table.rows, has_estimates);
  if (!tests.empty() && is_nested) return "p: " + tests + "; 95 %: " + table.interval_method;
  if (!tests.empty()) return (says_intervals ? "p, 95 %: " : "p: ") + tests;
  return says_intervals ? "95 %: " + table.interval_method : "";
}

std::string corrections_line(const results::ResultTable& table) {
  std::set<std::string> measures;
  std::size_t tests = 0;
  for (const results::RowComparison& row : table.comparisons) {
    if (!row.comparisons.empty()) measures.insert(row.measure);
    tests = std::max(tests, row.comparisons.size());
  }
  if (measures.empty() || table.interval_method.empty()) return "";
  std::string line;
  if (measures.size() > 1)
    line = fmt::format("p is {}corrected over {}measures; ", tests > 1 ? "" : "not ",
                       tests > 1 ? "learners (Holm), not over " : "");
  if (measures.size() > 1 && !table.choices.empty()) line += table.head.criterion + " chose the parameters; ";
  return line + "differences with intervals: `preimage report`";
}

std::string tests_text(const results::ResultTable& table) {
  std::vector<std::string> methods;
  for (const results::RowComparison& row : table.comparisons) {
    if (!row.method.empty()) data::add_once(methods, row.method);
  }
  return fmt::format("{}", fmt::join(methods, "; "));
}

std::string published_text(const std::optional<records::Published>& published) {
  if (!published) return "";
  return published->spread ? published->text + " +- " + published->spread_text : published->text;
}

std::string ours_text(const results::TableHead& head, const results::TableRow& row,
                      const results::Number& number) {
  if (!number.ours) return text_without_ours(number);
  std::string text = records::mean_text(number.ours->mean);
  if (!has_intervals(row) && results::has_spread(head, row, number))
    text += " +- " + records::spread_text(number.ours->mean, number.ours->sd);
  return text + (number.unconverged > 0 ? results::kDagger : "");
}

bool has_intervals(const results::TableRow& row) {
  return !any_published(row) &&
         std::ranges::any_of(row.numbers, [](const results::Number& n) { return n.interval.has_value(); });
}

bool has_estimates(const results::TableRow& row) {
  const auto has_estimate = [](const results::Number& n) { return n.interval && n.interval->estimate; };
  return has_intervals(row) && std::ranges::any_of(row.numbers, has_estimate);
}

std::string estimate_text(const results::Number& number) {
  if (!number.ours || !number.interval || !number.interval->estimate) return text_without_ours(number);
  return records::spread_text(number.ours->mean, *number.interval->estimate);
}

std::string interval_remark(const results::TableRow& row) {
  return has_estimates(row) ? "interval of the corrected number" : "interval of the mean";
}

std::string interval_text(const results::Number& number) {
  if (!number.ours || !number.interval) return text_without_ours(number);
  const double low = number.interval->low, high = number.interval->high;
  if (low == high) return "all equal";
  const double mean = number.ours->mean;
  return records::spread_text(mean, low) + " to " + records::spread_text(mean, high);
}

std::string fold_spread_text(const results::Number& number) {
  return number.ours ? fmt::format("+- {:.4f}", number.ours->fold_spread) : text_without_ours(number);
}

std::string published_remark(const results::TableRow& row) {
  const std::string remark = results::published_spread_remark(row);
  return remark.empty() ? "" : "+- " + remark;
}

std::string ours_remark(const results::TableHead& head, const results::TableRow& row) {
  if (has_intervals(row)) return results::mean_remark(head, row);
  return results::has_spread(head, row) ? "+- " + results::spread_remark(head, row) : "one split: no spread";
}

std::string fold_remark(const results::TableRow& row) {
  return fmt::format("{} over {} folds, averaged over repetitions",
                     row.kind == records::SpreadKind::standard_deviation ? "SD" : "SE", row.folds);
}

bool any_published(const results::TableRow& row) {
  return std::ranges::any_of(row.numbers, [](const results::Number& n) { return n.published.has_value(); });
}

std::string word(results::ClaimVerdict verdict) {
  static constexpr const char* kWords[] = {"holds", "tie", "fails"};
  return kWords[static_cast<int>(verdict)];
}

std::string claim_word(const results::TableHead& head, const results::TableClaim& claim) {
  if (!claim.verdict) return "-";
  return word(*claim.verdict) + (head.redraws_samples ? "" : results::kOnTheseSamples);
}

std::string not_finite_text(const std::string& number) {
  return number + ": no number, its mean or spread is not finite";
}

std::vector<std::vector<std::string>> choice_rows(const results::LearnerChoices& learner) {
  std::vector<std::vector<std::string>> rows;
  for (const results::Choice& choice : learner.chosen) {
    std::string parameters;
    for (const auto& [name, value] : choice.parameters)
      parameters += fmt::format("{}{} = {:.6g}", parameters.empty() ? "" : ", ", name, value);
    rows.push_back({learner.title, parameters, fmt::format("{} of {}", choice.folds, learner.folds),
                    records::mean_text(choice.inner_loss)});
  }
  return rows;
}

}  // namespace preimage::suite::render
