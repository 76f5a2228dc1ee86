#include "suite/render/summary_html.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/render/page_parts.hpp"

namespace preimage::suite::render {

namespace {

/// The class of a part of a bar, its colour's word, and what a sentence says of one number and of several.
struct StandingWords {
  const char *kind, *word, *one, *several;
};

/// By results::Standing.
constexpr StandingWords kStandingWords[] = {
    {"reproduced", "reproduced", "is reproduced", "are reproduced"},
    {"elsewhere", "reproduced in another reading", "is reproduced in another reading alone",
     "are reproduced in another reading alone"},
    {"consistent", "consistent", "is consistent", "are consistent"},
    {"no-difference-found", "no difference found", "shows no difference", "show no difference"},
    {"marginal", "marginal", "is marginal", "are marginal"},
    {"inconclusive", "inconclusive", "is inconclusive", "are inconclusive"},
    {"not-reproduced", "not reproduced", "is not reproduced", "are not reproduced"},
    {"none", "no verdict", "has no verdict", "have no verdict"}};

struct ClaimWords {
  const char *word, *kind, *one, *several;
};
constexpr ClaimWords kClaimWords[] = {
    {"holds", "reproduced", "holds", "hold"},
    {"tie", "marginal", "is a tie", "are ties"},
    {"depends", "inconclusive", "depends on the reading", "depend on the reading"},
    {"fails", "not-reproduced", "fails", "fail"},
    {"none", "none", "has no verdict", "have no verdict"}};

/// "a", "a and b", "a, b and c"
std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

/// "all are reproduced", "2 are reproduced and 1 is marginal"
std::string standings_text(const results::ScoreCount& count) {
  std::vector<std::string> parts;
  for (const results::Standing standing : results::kStandings) {
    const auto found = count.of.find(standing);
    if (found == count.of.end()) continue;
    const StandingWords& words = kStandingWords[static_cast<int>(standing)];
    parts.push_back(fmt::format("{} {}", found->second, found->second == 1 ? words.one : words.several));
    if (found->second == count.all() && count.all() > 1) return fmt::format("all {}", words.several);
  }
  return listed(parts);
}

/// "; 4 in any reading, 3 without hindsight": how many are reproduced so, by the names that all tables of scores have; the first
/// where it says more than the verdicts, the second where files of older programs do not leave it open; "" where nothing is.
std::string readings_text(const results::ScoreCount& count) {
  std::vector<std::string> parts;
  if (count.with(results::Standing::elsewhere) > 0)
    parts.push_back(fmt::format("{} in any reading", count.in_any_reading()));
  if (count.in_any_reading() > 0 && count.without_hindsight)
    parts.push_back(fmt::format("{} without hindsight", *count.without_hindsight));
  return parts.empty() ? "" : fmt::format("; {}", fmt::join(parts, ", "));
}

std::size_t claims_with(const std::vector<results::ClaimCount>& claims, const std::string& word) {
  return static_cast<std::size_t>(std::count_if(
      claims.begin(), claims.end(), [&](const results::ClaimCount& claim) { return claim.word() == word; }));
}

std::string claims_sentence(const std::vector<results::ClaimCount>& claims) {
  if (claims.empty()) return "";
  std::vector<std::string> parts;
  for (const ClaimWords& words : kClaimWords) {
    const std::size_t count = claims_with(claims, words.word);
    if (count > 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? words.one : words.several));
    if (count == claims.size() && count > 1) parts = {fmt::format("all {}", words.several)};
  }
  return fmt::format("Of its {}, {}.", plural(claims.size(), "claim"), listed(parts));
}

View bar_part(const std::string& kind, const std::string& word, std::size_t count) {
  return view({{"kind", kind}, {"word", word}, {"count", std::to_string(count)}});
}

std::string lead_sentence(const Page& page, const results::ScoreCount& all) {
  return fmt::format("{}Of {} printed in {}, {}{}.",
                     page.stand_in
                         ? "Data drawn by formula stand in for the real ones; a table of such data has no "
                           "verdict. "
                         : "",
                     plural(all.all(), "number"), plural(page.papers.size(), "paper"),
                     all.all() == 0 ? "none was compared" : standings_text(all), readings_text(all));
}

constexpr const char* kRemark =
    "A reading is one way to fill in what a paper leaves open; where several were run, all numbers of a "
    "table are "
    "shown in the one that explains most of them. Without hindsight: by a reading in which nothing was "
    "chosen with "
    "the paper's numbers in view. A click on a number shows what is behind it.";

}  // namespace

std::string bar_html(const Page& page, const PagePaper& paper) {
  Views parts;
  std::string label;
  const results::ScoreCount count = count_ledger(paper);
  for (const auto& [standing, lines] : count.of) {
    const StandingWords& words = kStandingWords[static_cast<int>(standing)];
    parts.push_back(bar_part(words.kind, words.word, lines));
    label += fmt::format("{}{} {}", label.empty() ? "" : ", ", lines, words.word);
  }
  if (count.all() == 0) {  // then it is about the claims
    const std::vector<results::ClaimCount> claims = claims_of(page, paper.id);
    for (const ClaimWords& words : kClaimWords) {
      const std::size_t with = claims_with(claims, words.word);
      if (with == 0) continue;
      const std::string word =
          fmt::format("claim{} that {}", with == 1 ? "" : "s", with == 1 ? words.one : words.several);
      parts.push_back(bar_part(words.kind, word, with));
      label += fmt::format("{}{} {}", label.empty() ? "" : ", ", with, word);
    }
  }
  if (parts.empty()) return "";
  return render("bar", view({{"label", label}, {"parts", View(parts)}}));
}

std::string paper_sentence(const Page& page, const PagePaper& paper) {
  const results::ScoreCount count = count_ledger(paper);
  std::vector<std::string> sentences;
  if (count.all() == 0)
    sentences.emplace_back("The paper prints curves and claims, no table of numbers.");
  else if (page.papers.size() > 1)
    sentences.push_back(fmt::format("Of {}, {}{}.", plural(count.all(), "printed number"),
                                    standings_text(count), readings_text(count)));
  if (const std::string claims = claims_sentence(claims_of(page, paper.id)); !claims.empty())
    sentences.push_back(claims);
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::string summary_html(const Page& page) {
  if (page.papers.empty()) return "";
  const results::ScoreCount all = count_ledgers(page);
  Views key, papers;
  for (const auto& [standing, lines] : all.of)
    key.push_back(view({{"kind", kStandingWords[static_cast<int>(standing)].kind},
                        {"word", kStandingWords[static_cast<int>(standing)].word}}));
  for (const PagePaper& paper : page.papers) {
    papers.push_back(view({{"anchor", html_anchor("paper-", paper.id)},
                           {"title", paper.title},
                           {"venue", venue_text(paper)},
                           {"bar", bar_html(page, paper)},
                           {"sentence", view_of(paper_sentence(page, paper))}}));
  }
  return render("summary", view({{"lead", lead_sentence(page, all)},
                                 {"key", View(key)},
                                 {"papers", View(papers)},
                                 {"remark", kRemark}}));
}

}  // namespace preimage::suite::render
