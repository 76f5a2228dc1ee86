#include "suite/render/scoreboard.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/render/number_text.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// Of one table of a paper.
struct TableCounts {
  std::string config, experiment;
  std::size_t all = 0, reproduced = 0;
};

struct PaperCounts {
  results::ScoreCount numbers;
  std::map<std::string, TableCounts> tables = {};
  std::vector<std::string> without_hindsight = {};  // these numbers: "`table_3 rbf_loss kde`"
};

/// Of numbers with a verdict.
std::map<std::string, PaperCounts> counts_of_papers(const results::Scores& scores) {
  std::map<std::string, PaperCounts> papers;
  for (const auto& [name, score] : scores) {
    if (!score.shown) continue;
    PaperCounts& counts = papers[results::paper_of(name)];
    counts.numbers.add(score);
    const std::size_t slash = name.table.find('/');
    const std::string table = slash == std::string::npos ? name.table : name.table.substr(slash + 1);
    TableCounts& part =
        counts.tables.try_emplace(table, TableCounts{score.config, score.experiment}).first->second;
    ++part.all;
    part.reproduced += score.standing() == results::Standing::reproduced ? 1 : 0;
    if (score.without_hindsight.value_or(false))
      counts.without_hindsight.push_back(
          "`" + in_field(fmt::format("{} {} {}", table, name.measure, name.learner)) + "`");
  }
  return papers;
}

/// "table_1 2 of 3 by `doe_table1` (own_data)", of each table of the paper.
std::string tables_text(const PaperCounts& counts, bool has_pages) {
  std::string text;
  for (const auto& [table, part] : counts.tables) {
    const std::string experiment = has_pages
                                       ? fmt::format("[{0}](experiments/{0}/README.md)", part.experiment)
                                       : in_field(part.experiment);
    text += fmt::format("{}{} {} of {} by `{}` ({})", text.empty() ? "" : "; ", in_field(table),
                        part.reproduced, part.all, in_field(part.config), experiment);
  }
  return text;
}

struct PaperScore {
  records::Paper paper;  // with its key alone where it is not among the papers
  PaperCounts counts;
};

/// "5 of 6 hold", of those with a verdict; "" where none has one.
std::string claims_text(const results::PaperClaims& claims, const std::string& paper) {
  const auto found = claims.find(paper);
  if (found == claims.end()) return "";
  std::size_t judged = 0, held = 0;
  for (const results::ClaimCount& claim : found->second) {
    judged += claim.best() ? 1 : 0;
    held += claim.best() == results::ClaimVerdict::holds ? 1 : 0;
  }
  return judged == 0 ? "" : fmt::format("{} of {} hold", held, judged);
}

/// Those with a verdict: in the order of the papers, then the others by key.
std::vector<PaperScore> paper_scores(const results::Scores& scores, const std::vector<records::Paper>& papers,
                                     const results::PaperClaims& claims = {}) {
  std::map<std::string, PaperCounts> left = counts_of_papers(scores);
  std::vector<PaperScore> ordered;
  for (const records::Paper& paper : papers) {
    if (!left.contains(paper.key) && claims_text(claims, paper.key).empty()) continue;
    ordered.push_back({paper, left[paper.key]});
    left.erase(paper.key);
  }
  for (const auto& [key, counts] : left) ordered.push_back({{key, "", "", "", "", ""}, counts});
  return ordered;
}

/// "*Title* (venue, year): "; "" where nothing is known of it.
std::string title_of(const records::Paper& paper) {
  if (paper.title.empty()) return "";
  return fmt::format("*{}* ({}{}{}). ", in_field(paper.title), in_field(paper.venue),
                     paper.venue.empty() || paper.year.empty() ? "" : ", ", in_field(paper.year));
}

/// The first four counts, and those that are not 0 for all papers.
std::string counts_table(const std::vector<PaperScore>& papers) {
  constexpr std::size_t kAlways = 4;
  std::vector<std::string> header = {"paper", "printed"};
  std::vector<std::vector<std::string>> rows;
  for (const PaperScore& score : papers)
    rows.push_back({"`" + score.paper.key + "`", std::to_string(score.counts.numbers.judged())});
  for (std::size_t c = 0; c < results::counts_of({}).size(); ++c) {
    const auto column = base::collect(
        papers, [c](const PaperScore& score) { return results::counts_of(score.counts.numbers)[c]; });
    const bool is_any = std::ranges::any_of(column, [](const auto& one) { return one.count != 0U; });
    if (c >= kAlways && !is_any) continue;
    header.push_back(results::counts_of({})[c].name);
    for (std::size_t p = 0; p < papers.size(); ++p) rows[p].push_back(column[p].text());
  }
  std::string text = markdown_header(header);
  for (const std::vector<std::string>& row : rows) text += markdown_row(row);
  return text;
}

/// What a paper is called, which numbers are reproduced without hindsight, and its tables.
std::string paper_line(const PaperScore& score, bool has_pages) {
  const std::string hindsight =
      score.counts.numbers.without_hindsight
          ? fmt::format("Without hindsight: {}. Tables: ",
                        score.counts.without_hindsight.empty()
                            ? "none"
                            : fmt::format("{}", fmt::join(score.counts.without_hindsight, ", ")))
          : "";
  return fmt::format("- `{}`: {}{}{}\n", in_field(score.paper.key), title_of(score.paper), hindsight,
                     tables_text(score.counts, has_pages));
}

}  // namespace

std::string scoreboard(const results::Scores& scores, const std::vector<records::Paper>& papers,
                       const std::set<std::string>& with_pages, const std::string& profile) {
  const std::vector<PaperScore> ordered = paper_scores(scores, papers);
  std::string text = counts_table(ordered);
  std::size_t provisional = 0;
  for (const PaperScore& score : ordered) provisional += score.counts.numbers.provisional;
  text += fmt::format(
      "\nPrinted numbers with a verdict, each in the reading of the profile `{}` that explains most of its "
      "table",
      profile);
  text += provisional > 0 ? fmt::format("; {} of the verdicts provisional.\n", provisional) : ".\n";
  text +=
      "By rule 1: as preimage 0.1 judged. In any reading: reproduced there, or in another reading. Without "
      "hindsight: by a reading in which "
      "nothing was chosen after seeing the number.\n\n";
  for (const PaperScore& score : ordered) text += paper_line(score, with_pages.contains(score.paper.key));
  return text;
}

bool have_verdict(const results::PaperClaims& claims) {
  return std::ranges::any_of(
      claims, [&](const auto& of_paper) { return !claims_text(claims, of_paper.first).empty(); });
}

std::string scoreboard_lines(const results::Scores& scores, const std::vector<records::Paper>& papers,
                             const results::PaperClaims& claims) {
  std::vector<std::vector<std::string>> rows = {{"paper", "numbers"}};
  for (const results::NamedCount& count : results::counts_of({})) rows.front().push_back(count.name);
  std::vector<Align> columns(rows.front().size(), Align::right);
  columns.front() = Align::left;
  const bool has_claims = have_verdict(claims);
  if (has_claims) rows.front().emplace_back("claims");
  columns.insert(columns.end(), has_claims ? 2 : 1, Align::left);
  for (const PaperScore& score : paper_scores(scores, papers, claims)) {
    std::vector<std::string>& row = rows.emplace_back();
    row = {score.paper.key, std::to_string(score.counts.numbers.judged())};
    for (const results::NamedCount& count : results::counts_of(score.counts.numbers))
      row.push_back(count.text());
    if (has_claims) row.push_back(claims_text(claims, score.paper.key));
    row.push_back(score.paper.title);
  }
  return rows.size() > 1 ? aligned_columns(columns, rows) : "";
}

std::vector<Tinted> unexplained_lines(const results::Scores& scores) {
  std::vector<Tinted> lines;
  for (const auto& [name, score] : scores) {
    if (!score.best || score.is_explained()) continue;
    lines.push_back({results::text_of(name) + ": "});
    lines.back().add(tinted(*score.best->second.verdict));
  }
  return lines;
}

std::vector<Tinted> unheld_lines(const results::PaperClaims& claims) {
  std::vector<Tinted> lines;
  for (const auto& [paper, of_paper] : claims) {
    for (const results::ClaimCount& claim : of_paper) {
      if (!claim.best() || *claim.best() == results::ClaimVerdict::holds) continue;
      lines.push_back({fmt::format("claim of {}: {}: ", paper, claim.text)});
      lines.back()
          .add(word(*claim.best()), tint_of(*claim.best()))
          .add(claim.on_these_samples ? results::kOnTheseSamples : "");
    }
  }
  return lines;
}

}  // namespace preimage::suite::render
