#include "suite/render/page_ledger.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "suite/data/text_file.hpp"
#include "suite/render/number_text.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::render {

namespace fs = std::filesystem;

namespace {

/// The printed numbers in readings that are compared with the paper.
struct JudgedPage {
  results::Scores scores;
  /// In Page::numbers, in the order of the readings; named as scores are.
  std::map<results::NumberName, std::vector<std::size_t>> numbers;
};

/// A config may be run in several ways: each of its readings is one for the scores.
JudgedPage judge(const Page& page) {
  JudgedPage judged;
  std::vector<results::NumberSet> configs;
  for (const PageStudy& study : page.studies) {
    for (std::size_t way = 0; way < study.readings.size(); ++way) {
      const results::ResultTable& table = study.readings[way].table;
      if (!results::is_comparable(table.head)) continue;
      results::add_numbers(
          table, {}, {table.head.reproduces, std::to_string(way), table.head.reading, "", "", study.config},
          "", configs.emplace_back());
    }
  }
  for (std::size_t id = 0; id < page.numbers.size(); ++id) {
    const ShownNumber there = shown(page, page.numbers[id]);
    if (results::is_comparable(there.head) && there.number.published)
      judged.numbers[{there.head.reproduces, "", "", there.row.measure, there.number.learner, ""}].push_back(
          id);
  }
  judged.scores = results::scores_of(configs);
  return judged;
}

/// That of the reading which the score shows, or else the first: none has a verdict then. Nothing of none.
std::optional<std::size_t> shown_of(const Page& page, const std::vector<std::size_t>& all,
                                    const results::NumberScore& score) {
  for (const std::size_t id : all) {
    if (!score.shown) return id;
    const results::NumberName& of = score.shown->first;
    const ShownNumber there = shown(page, page.numbers[id]);
    if (there.study.config == of.config && std::to_string(page.numbers[id].reading) == of.variant &&
        there.head.reading == of.reading)
      return id;
  }
  return std::nullopt;
}

/// Why a line has no number though its table is on the page, or its own note.
std::string note_of(const Page& page, const records::LedgerEntry& line) {
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings) {
      const results::TableHead& head = reading.table.head;
      if (head.reproduces != line.table) continue;
      if (head.stand_in) return "stand-in data only, which are compared with no published number";
      if (!head.modified.empty())
        return "modified readings only, which are compared with no published number";
    }
  }
  return line.note;
}

/// Marks the page's numbers of the line, too: which readings reproduce one that is not reproduced, and
/// whether one is by a reading of no choice after seeing it.
/// reproduced  tables that configs of the page are about: a ledger may hold others
PageLedgerLine line_of(Page& page, const JudgedPage& judged, const records::LedgerEntry& entry,
                       const std::set<std::string>& reproduced) {
  PageLedgerLine line;
  line.place = entry.place;
  line.title = fmt::format("{}, {}", entry.row_title, entry.column_title);
  line.published = published_text(entry.published);
  line.note = note_of(page, entry);
  line.has_config = reproduced.contains(entry.table);
  const results::NumberName place = {entry.table, "", "", entry.measure, entry.learner, ""};
  const auto score = judged.scores.find(place);
  if (score != judged.scores.end()) line.score = score->second;
  std::vector<std::string> names;
  for (const std::string& name : line.score.reproduced_by) data::add_once(names, name);
  const auto found = judged.numbers.find(place);
  if (found == judged.numbers.end()) return line;
  for (const std::size_t id : found->second) {
    PageNumber& number = page.numbers[id];
    const ShownNumber there = shown(page, number);
    const std::optional<records::Verdict>& verdict = there.number.verdict;
    const bool is_reproduced = verdict && verdict->agreement == records::Agreement::reproduced;
    if (!is_reproduced) number.reproduced_by = names;
    if (!is_reproduced || there.head.choices_after_seeing != 0) continue;
    number.without_hindsight = true;
    data::add_once(line.without_hindsight, there.head.reading);
  }
  line.number = shown_of(page, found->second, line.score);
  return line;
}

bool has_words(const records::Paper& paper) {
  return std::ranges::any_of(records::kPaperFields,
                             [&](const records::PaperField& field) { return !(paper.*field.text).empty(); });
}

/// What the configs say of their papers, by key: each paper once.
std::map<std::string, records::Paper> described(const std::vector<const study::Study*>& studies,
                                                std::vector<std::string>& problems) {
  std::map<std::string, records::Paper> papers;
  for (const study::Study* study : studies) {
    const auto [known, is_new] = papers.emplace(study->paper.key, study->paper);
    if (is_new || !has_words(study->paper) || known->second == study->paper) continue;
    if (has_words(known->second)) {
      problems.push_back(
          fmt::format("{}: another config of this page says other things of paper '{}'; they are shown",
                      study->config, study->paper.key));
    } else {
      known->second = study->paper;
    }
  }
  return papers;
}

PagePaper& paper_on(Page& page, const records::Paper& paper) {
  const auto known = std::ranges::find(page.papers, paper.key, &PagePaper::key);
  if (known != page.papers.end()) return *known;
  PagePaper& added = page.papers.emplace_back(PagePaper{paper});
  if (added.title.empty()) added.title = added.key;
  return added;
}

/// By table, the ledger that has it on the page: several configs may name one file, or one paper's tables
/// several.
using LedgerHomes = std::map<std::string, fs::path>;

void add_lines(Page& page, const JudgedPage& judged, PagePaper& paper, const study::Study& study,
               const std::set<std::string>& reproduced, LedgerHomes& homes,
               std::vector<std::string>& problems) {
  const fs::path file = fs::weakly_canonical(study.published);
  const LedgerHomes before = homes;
  for (const records::LedgerEntry& entry : study.ledger) {
    const auto home = before.find(entry.table);
    if (home == before.end()) {
      homes[entry.table] = file;
      paper.ledger.push_back(line_of(page, judged, entry, reproduced));
    } else if (home->second != file && entry.table == study.reproduces) {
      problems.push_back(fmt::format("{}:{}: table '{}' is in {}, too, which is shown",
                                     study.published.string(), entry.line, entry.table,
                                     home->second.string()));
      return;
    }
  }
}

}  // namespace

void add_papers(Page& page, const std::vector<const study::Study*>& studies,
                std::vector<std::string>& problems) {
  const std::map<std::string, records::Paper> papers = described(studies, problems);
  std::set<std::string> reproduced;
  for (const study::Study* study : studies) reproduced.insert(study->reproduces);
  const JudgedPage judged = judge(page);
  LedgerHomes homes;
  for (const study::Study* study : studies) {
    if (study->paper.key.empty()) continue;
    PagePaper& paper = paper_on(page, papers.at(study->paper.key));
    if (!study->ledger.empty()) add_lines(page, judged, paper, *study, reproduced, homes, problems);
  }
  for (PagePaper& paper : page.papers)  // "sec. 4.1, Table 1" before "sec. 4.3, text"
    std::ranges::stable_sort(paper.ledger, {}, &PageLedgerLine::place);
  std::ranges::stable_sort(page.papers, {},
                           [](const PagePaper& paper) { return std::pair(paper.year.empty(), paper.year); });
}

std::vector<std::string> lacking_words(const Page& page) {
  std::vector<std::string> lines;
  for (const PagePaper& paper : page.papers) {
    std::vector<std::string> lacking;
    if (paper.title == paper.key) lacking.emplace_back("no title");
    if (paper.authors.empty()) lacking.emplace_back("no authors");
    if (paper.year.empty()) lacking.emplace_back("no year");
    if (!lacking.empty()) lines.push_back(fmt::format("{}: {}", paper.key, fmt::join(lacking, ", ")));
  }
  return lines;
}

results::ScoreCount count_ledgers(const std::vector<PagePaper>& papers) {
  results::ScoreCount count;
  for (const PagePaper& paper : papers) {
    for (const PageLedgerLine& line : paper.ledger) count.add(line.score);
  }
  return count;
}

std::vector<results::ClaimCount> claims_of(const Page& page, const std::string& paper) {
  std::vector<results::ClaimCount> claims;
  for (const PageStudy& study : page.studies) {
    if (study.paper != paper) continue;
    for (const PageReading& reading : study.readings) results::count_claims(reading.table, claims);
  }
  return claims;
}

}  // namespace preimage::suite::render
