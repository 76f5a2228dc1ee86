#include "suite/render/published_reasons.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/records/mean_text.hpp"
#include "suite/render/check_text.hpp"
#include "suite/render/number_text.hpp"
#include "suite/render/result_json.hpp"

namespace preimage::suite::render {

using nlohmann::json;
using records::Reason;
using results::NumberScore;
using results::Scores;

namespace {

std::string best_reading(const NumberScore& score) {
  return score.best ? score.best->first.reading : "";
}

/// "not run, or failed", "no verdict", or the verdict and what made it so.
Tinted verdict_text(const NumberScore& score) {
  if (!score.has_ours) return {"not run, or failed"};
  if (!score.best) return {"no verdict"};
  Tinted text = tinted(*score.best->second.verdict);
  const std::string why = score.best->second.verdict->why();
  return why.empty() ? text : text.add(fmt::format(" ({})", why));
}

/// "as-printed: 21.90 for 75.6"; "" where no reading has a verdict
std::string numbers_text(const NumberScore& score) {
  if (!score.best || !score.best->second.ours) return "";
  return fmt::format("{}: {} for {}", best_reading(score), records::mean_text(score.best->second.ours->mean),
                     score.best->second.published->text);
}

}  // namespace

const Reason* reason_of(const results::NumberName& name, const NumberScore& score,
                        const std::vector<Reason>& reasons) {
  if (!score.has_ours || score.is_reproduced()) return nullptr;
  return records::reason_for(reasons, {name.table, name.measure, name.learner, best_reading(score)});
}

Tinted published_as_text(const Scores& scores, const std::vector<Reason>& reasons) {
  std::size_t width = 0;
  for (const auto& [name, score] : scores) width = std::max(width, width_of(results::text_of(name)));
  Tinted text;
  for (const auto& [name, score] : scores) {
    const char* hindsight = score.without_hindsight.value_or(false) ? "without hindsight" : "";
    text.add(padded_line({{results::text_of(name)}, verdict_text(score), {numbers_text(score)}, {hindsight}},
                         {width, 0, 0, 0}))
        .add("\n");
    if (const Reason* reason = reason_of(name, score, reasons))
      text.add(fmt::format("  why: {}\n", records::reason_text(*reason)));
  }
  return text;
}

std::string reasons_as_markdown(const Scores& scores, const std::vector<Reason>& reasons,
                                const std::vector<std::string>& remarks) {
  std::vector<std::string> lines;
  for (const auto& [name, score] : scores) {
    if (score.best && records::agrees(score.best->second.verdict->agreement)) continue;
    const Reason* reason = reason_of(name, score, reasons);
    const std::string why = reason == nullptr ? "No reason is written down." : reason->why;
    const std::string numbers = numbers_text(score);
    lines.push_back(fmt::format(
        "- {}: {}{}.{}\n", in_field(results::text_of(name)), in_field(verdict_text(score).text),
        numbers.empty() ? "" : ", by " + in_field(numbers), score.has_ours ? " " + in_field(why) : ""));
  }
  std::string text = lines.empty() ? ""
                                   : "\nExplained by none of these readings:\n\n" +
                                         fitting_lines(lines, kMaxMarkdownBytes / 2);
  if (!remarks.empty()) text += "\n";
  for (const std::string& remark : remarks) text += "- " + in_field(remark) + "\n";
  return text;
}

std::string published_as_json(const Scores& scores, const std::vector<Reason>& reasons,
                              const std::string& profile, const results::PaperClaims& claims,
                              const std::vector<std::string>& remarks) {
  json numbers = json::array();
  for (const auto& [name, score] : scores) {
    const Reason* reason = reason_of(name, score, reasons);
    numbers.push_back({{"table", results::table_text(name)},
                       {"measure", name.measure},
                       {"learner", name.learner},
                       {"config", score.config},
                       {"verdict", text_or_null(score.best ? score.best->second.verdict->text() : "")},
                       {"note", text_or_null(score.best ? score.best->second.verdict->why() : "")},
                       {"without_hindsight", or_null(score.without_hindsight)},
                       {"reading", text_or_null(best_reading(score))},
                       {"why", text_or_null(reason == nullptr ? "" : reason->why)},
                       {"more", text_or_null(reason == nullptr ? "" : reason->more)}});
  }
  json judged = json::array();
  for (const auto& [paper, all] : claims) {
    for (const results::ClaimCount& claim : all)
      judged.push_back({{"paper", paper},
                        {"text", claim.text},
                        {"verdict", text_or_null(claim.best() ? word(*claim.best()) : "")},
                        {"on_these_samples", claim.on_these_samples}});
  }
  const json root = {{"profile", profile},
                     {"unexplained", results::count_unexplained(scores)},
                     {"not_run", results::count_not_run(scores)},
                     {"papers", to_json(results::counts_by_paper(scores))},
                     {"numbers", std::move(numbers)},
                     {"claims", std::move(judged)},
                     {"remarks", remarks}};
  return json_text(root);
}

}  // namespace preimage::suite::render
