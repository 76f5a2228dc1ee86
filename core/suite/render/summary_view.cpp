#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/render/page_html.hpp"
#include "suite/render/page_ledger.hpp"
#include "suite/render/page_parts.hpp"

namespace preimage::suite::render {

namespace {

/// What is counted: its word, the class of its part of a bar, and what a sentence says of one and of several.
struct CountWords {
  const char *word, *kind, *one, *several;
};

/// By results::Standing.
constexpr CountWords kStandingWords[] = {
    {"reproduced", "reproduced", "is reproduced", "are reproduced"},
    {"reproduced in another reading", "elsewhere", "is reproduced in another reading alone",
     "are reproduced in another reading alone"},
    {"consistent", "consistent", "is consistent", "are consistent"},
    {"no difference found", "no-difference-found", "shows no difference", "show no difference"},
    {"marginal", "marginal", "is marginal", "are marginal"},
    {"inconclusive", "inconclusive", "is inconclusive", "are inconclusive"},
    {"not reproduced", "not-reproduced", "is not reproduced", "are not reproduced"},
    {"no verdict", "none", "has no verdict", "have no verdict"}};

/// By ClaimCount::word.
constexpr CountWords kClaimWords[] = {
    {"holds", "reproduced", "holds", "hold"},
    {"tie", "marginal", "is a tie", "are ties"},
    {"depends", "inconclusive", "depends on the reading", "depend on the reading"},
    {"fails", "not-reproduced", "fails", "fail"},
    {"none", "none", "has no verdict", "have no verdict"}};

struct Part {
  const CountWords* words = nullptr;
  std::size_t count = 0;
  const char* said() const { return count == 1 ? words->one : words->several; }
};
using Parts = std::vector<Part>;  // none of them empty

Parts parts_of(const results::ScoreCount& count) {
  return base::collect(count.of, [](const auto& one) {
    return Part{&kStandingWords[static_cast<int>(one.first)], one.second};
  });
}

Parts parts_of(const std::vector<results::ClaimCount>& claims) {
  Parts parts;
  for (const CountWords& words : kClaimWords) {
    const auto count = std::ranges::count(claims, words.word, &results::ClaimCount::word);
    if (count > 0) parts.push_back({&words, static_cast<std::size_t>(count)});
  }
  return parts;
}

/// "all are reproduced", "2 are reproduced and 1 is marginal"
std::string parts_text(const Parts& parts) {
  if (parts.size() == 1 && parts[0].count > 1) return fmt::format("all {}", parts[0].said());
  return listed(
      base::collect(parts, [](const Part& part) { return fmt::format("{} {}", part.count, part.said()); }));
}

/// "; 4 in any reading, 3 without hindsight": how many are reproduced so, by the names that all tables of
/// scores have; the first where it says more than the verdicts, the second where files of older programs do
/// not leave it open; "" where nothing is.
std::string readings_text(const results::ScoreCount& count) {
  std::vector<std::string> parts;
  if (count.with(results::Standing::elsewhere) > 0)
    parts.push_back(fmt::format("{} in any reading", count.in_any_reading()));
  if (count.in_any_reading() > 0 && count.without_hindsight)
    parts.push_back(fmt::format("{} without hindsight", *count.without_hindsight));
  return parts.empty() ? "" : fmt::format("; {}", fmt::join(parts, ", "));
}

std::string lead_sentence(const Page& page, const results::ScoreCount& all) {
  return fmt::format("{}Of {} printed in {}, {}{}.",
                     page.stand_in
                         ? "Data drawn by formula stand in for the real ones; a table of such data has no "
                           "verdict. "
                         : "",
                     plural(all.all(), "number"), plural(page.papers.size(), "paper"),
                     all.all() == 0 ? "none was compared" : parts_text(parts_of(all)), readings_text(all));
}

/// "Of 19 printed numbers, 16 are reproduced and 3 have no verdict; 17 in any reading, 4 without hindsight.
/// Of its 6 claims, all hold." Of the only paper the claims alone: the lead has its numbers.
std::string paper_sentence(const Page& page, const results::ScoreCount& count,
                           const std::vector<results::ClaimCount>& claims) {
  std::vector<std::string> sentences;
  if (count.all() == 0)
    sentences.emplace_back("The paper prints curves and claims, no table of numbers.");
  else if (page.papers.size() > 1)
    sentences.push_back(fmt::format("Of {}, {}{}.", plural(count.all(), "printed number"),
                                    parts_text(parts_of(count)), readings_text(count)));
  if (!claims.empty())
    sentences.push_back(
        fmt::format("Of its {}, {}.", plural(claims.size(), "claim"), parts_text(parts_of(claims))));
  return fmt::format("{}", fmt::join(sentences, " "));
}

/// The numbers of a paper by their standing, or its claims where it prints no numbers; null of neither.
View bar_view(const results::ScoreCount& count, const std::vector<results::ClaimCount>& claims) {
  const bool has_numbers = count.all() > 0;
  View views = View::array();
  std::vector<std::string> labels;
  for (const Part& part : has_numbers ? parts_of(count) : parts_of(claims)) {
    const std::string word = has_numbers
                                 ? part.words->word
                                 : fmt::format("claim{} that {}", part.count == 1 ? "" : "s", part.said());
    views.push_back({{"kind", part.words->kind}, {"word", word}, {"count", part.count}});
    labels.push_back(fmt::format("{} {}", part.count, word));
  }
  if (views.empty()) return nullptr;
  return {{"label", fmt::format("{}", fmt::join(labels, ", "))}, {"parts", std::move(views)}};
}

/// Of a config of no paper: "Classification loss: KDE has the best mean, 0.0367 (95 %: 0.0113 to 0.0620).", of
/// the first measure that compares its learners.
std::string own_sentence(const Page& page, const PageReading& reading) {
  for (const results::RowComparison& compared : reading.table.comparisons) {
    for (const PageNumber& number : page.numbers) {
      const ShownNumber best = shown(page, number);
      if (&best.reading != &reading || best.row.title != compared.row || best.number.learner != compared.best)
        continue;
      std::string text =
          fmt::format("{}: {} has the best mean, {}", best.row.title, best.column, best.ours());
      if (!best.interval().empty()) text += fmt::format(" (95 %: {})", best.interval());
      const std::size_t warnings = reading.table.warnings.size();
      return text + (warnings == 0 ? "." : fmt::format(". {} below its table.", plural(warnings, "warning")));
    }
  }
  return "";
}

}  // namespace

View summary_view(const Page& page) {
  if (page.papers.empty() && page.studies.size() < 2) return nullptr;
  const results::ScoreCount all = count_ledgers(page.papers);
  View key = base::collect(parts_of(all), [](const Part& part) {
    return View{{"kind", part.words->kind}, {"word", part.words->word}};
  });
  View papers = View::array();
  for (const PagePaper& paper : page.papers) {
    const results::ScoreCount count = count_ledgers({paper});
    const std::vector<results::ClaimCount> claims = claims_of(page, paper.key);
    papers.push_back({{"anchor", html_anchor("paper-", paper.key)},
                      {"title", paper.title},
                      {"venue", venue_text(paper)},
                      {"bar", bar_view(count, claims)},
                      {"sentence", paper_sentence(page, count, claims)}});
  }
  for (const PageStudy& study : page.studies) {
    if (!study.paper.empty()) continue;
    papers.push_back({{"anchor", html_anchor("own-", study.config)},
                      {"title", study_name(page, study)},
                      {"venue", ""},
                      {"bar", nullptr},
                      {"sentence", own_sentence(page, study.readings.front())}});
  }
  return {{"lead", page.papers.empty() ? "" : lead_sentence(page, all)},
          {"key", std::move(key)},
          {"papers", std::move(papers)}};
}

}  // namespace preimage::suite::render
