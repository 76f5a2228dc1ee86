#include "suite/check/scoreboard.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "suite/check/markdown.hpp"
#include "suite/results/aligned_columns.hpp"
#include "suite/results/number_text.hpp"
#include "suite/results/table_words.hpp"
#include "suite/statistics/verdict.hpp"

namespace preimage::suite::check {

namespace {

/// Of one table of a paper.
struct TableCounts {
  std::string config, experiment;
  std::size_t all = 0, reproduced = 0;
};

struct PaperCounts {
  std::array<std::size_t, kNoWord> with{};  // by the place in kAgreements
  std::size_t provisional = 0;
  std::optional<std::size_t> without_hindsight = 0;  // unknown where it is of any of them
  std::map<std::string, TableCounts> tables = {};

  std::size_t all() const {
    std::size_t sum = 0;
    for (const std::size_t count : with) sum += count;
    return sum;
  }
};

std::map<std::string, PaperCounts> counts_by_paper(const BestVerdicts& best) {
  std::map<std::string, PaperCounts> papers;
  for (const auto& [name, number] : best) {
    const std::size_t place = rank(number.verdict);
    if (place == kNoWord) continue;
    const std::size_t slash = name.table.find('/');
    PaperCounts& counts = papers[name.table.substr(0, slash)];
    const std::string table = slash == std::string::npos ? name.table : name.table.substr(slash + 1);
    TableCounts& part =
        counts.tables.try_emplace(table, TableCounts{number.config, number.experiment}).first->second;
    ++part.all;
    part.reproduced += number.is_reproduced() ? 1 : 0;
    ++counts.with[place];
    counts.provisional += is_provisional(number.verdict) ? 1 : 0;
    if (!number.without_hindsight)
      counts.without_hindsight.reset();
    else if (counts.without_hindsight && *number.without_hindsight)
      ++*counts.without_hindsight;
  }
  return papers;
}

/// "table_1, 2 of 3: `doe_table1` (own_data)", a line per table of the paper.
std::string tables_text(const PaperCounts& counts, bool has_pages) {
  std::string text;
  for (const auto& [table, part] : counts.tables) {
    const std::string experiment = has_pages
                                       ? fmt::format("[{0}](experiments/{0}/README.md)", part.experiment)
                                       : in_field(part.experiment);
    text += fmt::format("{}{}, {} of {}: `{}` ({})", text.empty() ? "" : "<br>", in_field(table),
                        part.reproduced, part.all, in_field(part.config), experiment);
  }
  return text;
}

/// Behind `reproduced`, of which it is a part.
constexpr const char* kHindsight = "without hindsight";

/// The texts of its counts, in the order of the columns.
std::vector<std::string> counts_text(const PaperCounts& counts) {
  std::vector<std::string> texts;
  for (const std::size_t count : counts.with) {
    texts.push_back(std::to_string(count));
    if (texts.size() == 1)
      texts.push_back(counts.without_hindsight ? std::to_string(*counts.without_hindsight) : "?");
  }
  return texts;
}

std::vector<std::string> counts_heads() {
  std::vector<std::string> heads;
  for (const statistics::Agreement agreement : statistics::kAgreements) {
    heads.push_back(statistics::word(agreement));
    if (heads.size() == 1) heads.emplace_back(kHindsight);
  }
  return heads;
}

struct PaperScore {
  records::Paper paper;  // with its key alone where it is not among the papers
  PaperCounts counts;
};

/// "5 of 6 hold", of those with a verdict; "" where none has one.
std::string claims_text(const PaperClaims& claims, const std::string& paper) {
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
std::vector<PaperScore> scores_of(const BestVerdicts& best, const std::vector<records::Paper>& papers,
                                  const PaperClaims& claims = {}) {
  std::map<std::string, PaperCounts> left = counts_by_paper(best);
  std::vector<PaperScore> scores;
  for (const records::Paper& paper : papers) {
    if (!left.contains(paper.key) && claims_text(claims, paper.key).empty()) continue;
    scores.push_back({paper, left[paper.key]});
    left.erase(paper.key);
  }
  for (const auto& [key, counts] : left) scores.push_back({{key, "", "", "", "", ""}, counts});
  return scores;
}

std::string line_of(const std::string& title, const PaperCounts& counts, bool has_pages) {
  std::string line = fmt::format("| {} | {} |", in_field(title), counts.all());
  for (const std::string& count : counts_text(counts)) line += fmt::format(" {} |", count);
  return line + " " + tables_text(counts, has_pages) + " |\n";
}

std::string title_of(const records::Paper& paper) {
  return fmt::format("{} ({}{}{})", paper.title, paper.venue,
                     paper.venue.empty() || paper.year.empty() ? "" : ", ", paper.year);
}

}  // namespace

std::string scoreboard(const BestVerdicts& best, const std::vector<records::Paper>& papers,
                       const std::set<std::string>& with_pages, const std::string& profile) {
  std::string text = "| paper | printed numbers with a verdict |", rule = "|---|---|";
  for (const std::string& head : counts_heads()) {
    text += " " + head + " |";
    rule += "---|";
  }
  text += " table, reproduced: config (experiment) |\n" + rule + "---|\n";
  std::size_t provisional = 0;
  for (const PaperScore& score : scores_of(best, papers)) {
    provisional += score.counts.provisional;
    const records::Paper& paper = score.paper;
    text += line_of(paper.title.empty() ? paper.key : title_of(paper), score.counts,
                    with_pages.contains(paper.key));
  }
  text += fmt::format("\nThe best verdict of each number over all readings of the profile `{}`", profile);
  text += provisional > 0 ? fmt::format("; {} of them provisional.\n", provisional) : ".\n";
  return text +
         "Without hindsight: reproduced by a reading in which nothing was chosen after seeing the number.\n";
}

bool have_verdict(const PaperClaims& claims) {
  return std::any_of(claims.begin(), claims.end(), [](const auto& of_paper) {
    return std::any_of(of_paper.second.begin(), of_paper.second.end(),
                       [](const results::ClaimCount& claim) { return claim.best().has_value(); });
  });
}

std::string scoreboard_lines(const BestVerdicts& best, const std::vector<records::Paper>& papers,
                             const PaperClaims& claims) {
  using results::Align;
  std::vector<Align> columns = {Align::left, Align::right};
  std::vector<std::vector<std::string>> rows = {{"paper", "numbers"}};
  for (const std::string& head : counts_heads()) {
    columns.push_back(Align::right);
    rows.front().push_back(head);
  }
  const std::vector<PaperScore> scores = scores_of(best, papers, claims);
  const bool has_claims = have_verdict(claims);
  if (has_claims) {
    columns.push_back(Align::left);
    rows.front().emplace_back("claims");
  }
  columns.push_back(Align::left);
  for (const PaperScore& score : scores) {
    std::vector<std::string>& row = rows.emplace_back();
    row = {score.paper.key, std::to_string(score.counts.all())};
    for (const std::string& count : counts_text(score.counts)) row.push_back(count);
    if (has_claims) row.push_back(claims_text(claims, score.paper.key));
    row.push_back(score.paper.title);
  }
  return rows.size() > 1 ? results::aligned_columns(columns, rows) : "";
}

std::vector<std::string> unexplained_lines(const BestVerdicts& best) {
  std::vector<std::string> lines;
  for (const auto& [name, number] : best) {
    if (!number.verdict.empty() && !number.is_explained())
      lines.push_back(text_of(name) + ": " + number.verdict);
  }
  return lines;
}

std::vector<std::string> unheld_lines(const PaperClaims& claims) {
  std::vector<std::string> lines;
  for (const auto& [paper, of_paper] : claims) {
    for (const results::ClaimCount& claim : of_paper) {
      if (!claim.best() || *claim.best() == results::ClaimVerdict::holds) continue;
      lines.push_back(fmt::format("claim of {}: {}: {}{}", paper, claim.text, results::word(*claim.best()),
                                  claim.on_these_samples ? results::kOnTheseSamples : ""));
    }
  }
  return lines;
}

}  // namespace preimage::suite::check
