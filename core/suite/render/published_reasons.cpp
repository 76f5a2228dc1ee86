#include "suite/render/published_reasons.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/render/check_text.hpp"
#include "suite/render/result_json.hpp"

namespace preimage::suite::render {

using nlohmann::json;
using records::Reason;
using results::NumberScore;
using results::Scores;

namespace {

/// "" where no reading has a verdict.
std::string word_of(const NumberScore& score) {
  return score.best ? score.best->second.verdict->text() : "";
}

/// What made the best verdict so.
std::string note_of(const NumberScore& score) {
  return score.best ? score.best->second.verdict->why() : "";
}

std::string best_reading(const NumberScore& score) {
  return score.best ? score.best->first.reading : "";
}

/// "not run", "no verdict", or the verdict and what made it so.
Tinted verdict_text(const NumberScore& score) {
  if (!score.has_ours) return {"not run"};
  if (!score.best) return {"no verdict"};
  Tinted text = tinted(*score.best->second.verdict);
  return note_of(score).empty() ? text : text.add(fmt::format(" ({})", note_of(score)));
}

/// "  as-printed: 21.9 for 75.6"; "" where no reading has a verdict
std::string numbers_text(const NumberScore& score) {
  if (!score.best || !score.best->second.ours) return "";
  return fmt::format("  {}: {:.4g} for {}", best_reading(score), *score.best->second.ours,
                     score.best->second.published->text);
}

/// Where a fraction of 1 stands beside a number that may have been entered in per cent; else "".
std::string unit_hint(const NumberScore& score) {
  constexpr double kNear = 0.1;
  if (score.is_explained() || !score.best || !score.best->second.ours) return "";
  const double ours = *score.best->second.ours;
  const records::Published& published = *score.best->second.published;
  if (ours < 0.0 || ours > 1.0 || published.value <= 1.0 || std::abs(published.value / 100.0 - ours) > kNear)
    return "";
  return fmt::format(
      "  in per cent? Ours is a fraction of 1: {} would stand as {:.4g} in the file of published numbers\n",
      published.text, published.value / 100.0);
}

json text_or_null(const std::string& text) {
  return text.empty() ? json(nullptr) : json(text);
}

}  // namespace

const Reason* reason_of(const results::NumberName& name, const NumberScore& score,
                        const std::vector<Reason>& reasons) {
  if (!score.has_ours || score.is_reproduced()) return nullptr;
  return records::reason_for(reasons, {name.table, name.measure, name.learner, best_reading(score)});
}

Tinted published_as_text(const Scores& scores, const std::vector<Reason>& reasons) {
  Tinted text;
  for (const auto& [name, score] : scores) {
    text.add(fmt::format("{:<70} ", results::text_of(name)))
        .add(verdict_text(score))
        .add(numbers_text(score) +
             (score.without_hindsight.value_or(false) ? "  without hindsight\n" : "\n"));
    if (const Reason* reason = reason_of(name, score, reasons))
      text.add(fmt::format("  why: {}\n", records::reason_text(*reason)));
    text.add(unit_hint(score));
  }
  return text;
}

std::string reasons_as_markdown(const Scores& scores, const std::vector<Reason>& reasons) {
  std::vector<std::pair<int, std::string>> lines;  // by the rank of the verdict, the best first
  for (const auto& [name, score] : scores) {
    if (!score.has_ours || (score.best && records::agrees(score.best->second.verdict->agreement))) continue;
    const Reason* reason = reason_of(name, score, reasons);
    constexpr int kNoVerdict = static_cast<int>(std::size(records::kAgreements));
    lines.emplace_back(
        score.best ? static_cast<int>(score.best->second.verdict->agreement) : kNoVerdict,
        fmt::format("- {}: {}. {}\n", in_field(results::text_of(name)), in_field(verdict_text(score).text),
                    reason == nullptr ? "No reason is written down." : in_field(reason->why)));
  }
  if (lines.empty()) return "";
  std::size_t bytes = 0;
  for (const auto& [order, line] : lines) bytes += line.size();
  if (bytes > kMaxMarkdownBytes / 2) {
    std::stable_sort(lines.begin(), lines.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
  }
  std::vector<std::string> texts;
  for (auto& [order, line] : lines) texts.push_back(std::move(line));
  const FittingLines fitting = fitting_lines(texts, kMaxMarkdownBytes / 2);
  return "\nExplained by none of these readings:\n\n" + fitting.text +
         (fitting.left_out > 0 ? fmt::format("\nand {} more: `--json` has all\n", fitting.left_out) : "");
}

std::string published_as_json(const Scores& scores, const std::vector<Reason>& reasons,
                              const std::string& profile) {
  json numbers = json::array();
  for (const auto& [name, score] : scores) {
    const Reason* reason = reason_of(name, score, reasons);
    numbers.push_back(
        {{"table", results::table_text(name)},
         {"measure", name.measure},
         {"learner", name.learner},
         {"config", score.config},
         {"verdict", text_or_null(word_of(score))},
         {"note", text_or_null(note_of(score))},
         {"without_hindsight", score.without_hindsight ? json(*score.without_hindsight) : json(nullptr)},
         {"reading", text_or_null(best_reading(score))},
         {"why", text_or_null(reason == nullptr ? "" : reason->why)},
         {"more", text_or_null(reason == nullptr ? "" : reason->more)}});
  }
  const json root = {{"profile", profile},
                     {"unexplained", results::count_unexplained(scores)},
                     {"papers", to_json(results::counts_by_paper(scores))},
                     {"numbers", std::move(numbers)}};
  return root.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace preimage::suite::render
