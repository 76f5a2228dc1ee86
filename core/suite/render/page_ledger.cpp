#include "suite/render/page_ledger.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "suite/render/number_text.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::render {

namespace fs = std::filesystem;

namespace {

/// A number of a reading's table that has a published value.
struct Judged {
  const PageStudy* study = nullptr;
  const PageReading* reading = nullptr;
  const results::TableNumber* number = nullptr;
  std::size_t id = 0;
};

/// Whose numbers they are, for the scores: a config may be run in several ways.
results::NumberName reading_name(const PageStudy& study, const PageReading& reading) {
  const auto way = static_cast<std::size_t>(&reading - study.readings.data());
  return {
      reading.table.head.reproduces, std::to_string(way), reading.table.head.reading, "", "", study.config};
}

results::Scores scores_of(const Page& page) {
  std::vector<results::NumberSet> configs;
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings) {
      if (!results::is_comparable(reading.table.head)) continue;
      results::add_numbers(reading.table, {}, reading_name(study, reading), "", configs.emplace_back());
    }
  }
  return results::scores_of(configs);
}

/// Those of the line's place in all tables, in the order of the readings.
std::vector<Judged> numbers_of(const Page& page, const records::LedgerEntry& line) {
  std::vector<Judged> all;
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings) {
      if (reading.table.head.reproduces != line.table || !results::is_comparable(reading.table.head))
        continue;
      for (std::size_t r = 0; r < reading.table.rows.size(); ++r) {
        const results::TableRow& row = reading.table.rows[r];
        if (row.measure != line.measure || row.title != line.row_title) continue;
        for (std::size_t c = 0; c < row.numbers.size(); ++c) {
          if (reading.table.columns[c] == line.column_title && row.numbers[c].published &&
              reading.numbers[r][c])
            all.push_back({&study, &reading, &row.numbers[c], *reading.numbers[r][c]});
        }
      }
    }
  }
  return all;
}

/// That of the reading which the score shows, or else the first: none has a verdict then. Nothing of none.
const Judged* shown_of(const std::vector<Judged>& all, const results::NumberScore& score) {
  if (all.empty()) return nullptr;
  const auto shown = std::find_if(all.begin(), all.end(), [&](const Judged& judged) {
    if (!score.shown) return true;
    const results::NumberName name = reading_name(*judged.study, *judged.reading);
    const results::NumberName& of = score.shown->first;
    return name.config == of.config && name.variant == of.variant && name.reading == of.reading;
  });
  return shown == all.end() ? nullptr : &*shown;
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

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Marks the page's numbers of the line, too: which readings reproduce one that is not reproduced, and
/// whether one is by a reading of no choice after seeing it.
/// reproduced  tables that configs of the page are about: a ledger may hold others
PageLedgerLine line_of(Page& page, const results::Scores& scores, const records::LedgerEntry& entry,
                       const std::set<std::string>& reproduced) {
  PageLedgerLine line;
  line.place = entry.place;
  line.title = fmt::format("{}, {}", entry.row_title, entry.column_title);
  results::TableNumber published;
  published.published = entry.published;
  line.published = published_text(published);
  line.note = note_of(page, entry);
  line.has_config = reproduced.contains(entry.table);
  const auto score = scores.find({entry.table, "", "", entry.measure, entry.learner, ""});
  if (score != scores.end()) line.score = score->second;
  std::vector<std::string> names;
  for (const std::string& name : line.score.reproduced_by) add_once(names, name);
  const std::vector<Judged> all = numbers_of(page, entry);
  for (const Judged& judged : all) {
    const results::TableHead& head = judged.reading->table.head;
    PageNumber& number = page.numbers[judged.id];
    const bool is_reproduced =
        judged.number->verdict && judged.number->verdict->agreement == records::Agreement::reproduced;
    if (!is_reproduced) number.reproduced_by = names;
    if (!is_reproduced || head.choices_after_seeing != 0) continue;
    number.without_hindsight = true;
    add_once(line.without_hindsight, head.reading);
  }
  if (const Judged* shown = shown_of(all, line.score)) line.number = shown->id;
  return line;
}

bool has_words(const records::Paper& paper) {
  const std::vector<records::PaperField>& fields = records::paper_fields();
  return std::any_of(fields.begin(), fields.end(),
                     [&](const records::PaperField& field) { return !(paper.*field.text).empty(); });
}

/// What the configs say of their papers, by key: each paper once.
std::map<std::string, records::Paper> described(const std::vector<const study::Study*>& studies,
                                                std::vector<std::string>& troubles) {
  std::map<std::string, records::Paper> papers;
  for (const study::Study* study : studies) {
    const auto [known, is_new] = papers.emplace(study->paper.key, study->paper);
    if (is_new || !has_words(study->paper) || known->second == study->paper) continue;
    if (has_words(known->second)) {
      troubles.push_back(
          fmt::format("{}: another config of this page says other things of paper '{}'; they are shown",
                      study->config, study->paper.key));
    } else {
      known->second = study->paper;
    }
  }
  return papers;
}

PagePaper& paper_on(Page& page, const records::Paper& paper) {
  const auto known = std::find_if(page.papers.begin(), page.papers.end(),
                                  [&](const PagePaper& candidate) { return candidate.id == paper.key; });
  if (known != page.papers.end()) return *known;
  return page.papers.emplace_back(PagePaper{paper.key,
                                            paper.title.empty() ? paper.key : paper.title,
                                            paper.authors,
                                            paper.venue,
                                            paper.year,
                                            {},
                                            paper.url});
}

/// By table, the ledger that has it on the page: several configs may name one file, or one paper's tables
/// several.
using LedgerHomes = std::map<std::string, fs::path>;

void add_lines(Page& page, const results::Scores& scores, PagePaper& paper, const study::Study& study,
               const std::set<std::string>& reproduced, LedgerHomes& homes,
               std::vector<std::string>& troubles) {
  const fs::path file = fs::weakly_canonical(study.published);
  const LedgerHomes before = homes;
  for (const records::LedgerEntry& entry : study.ledger) {
    const auto home = before.find(entry.table);
    if (home == before.end()) {
      homes[entry.table] = file;
      paper.ledger.push_back(line_of(page, scores, entry, reproduced));
    } else if (home->second != file && entry.table == study.reproduces) {
      troubles.push_back(fmt::format("{}:{}: table '{}' is in {}, too, which is shown",
                                     study.published.string(), entry.line, entry.table,
                                     home->second.string()));
      return;
    }
  }
}

}  // namespace

void add_papers(Page& page, const std::vector<const study::Study*>& studies,
                std::vector<std::string>& troubles) {
  const std::map<std::string, records::Paper> papers = described(studies, troubles);
  std::set<std::string> reproduced;
  for (const study::Study* study : studies) reproduced.insert(study->reproduces);
  const results::Scores scores = scores_of(page);
  LedgerHomes homes;
  for (const study::Study* study : studies) {
    if (study->paper.key.empty()) continue;
    PagePaper& paper = paper_on(page, papers.at(study->paper.key));
    if (!study->ledger.empty()) add_lines(page, scores, paper, *study, reproduced, homes, troubles);
  }
  for (PagePaper& paper : page.papers)  // "sec. 4.1, Table 1" before "sec. 4.3, text"
    std::stable_sort(paper.ledger.begin(), paper.ledger.end(),
                     [](const PageLedgerLine& a, const PageLedgerLine& b) { return a.place < b.place; });
  std::stable_sort(page.papers.begin(), page.papers.end(), [](const PagePaper& a, const PagePaper& b) {
    return std::make_tuple(a.year.empty(), a.year) < std::make_tuple(b.year.empty(), b.year);
  });
}

std::vector<std::string> lacking_words(const Page& page) {
  std::vector<std::string> lines;
  for (const PagePaper& paper : page.papers) {
    std::vector<std::string> lacking;
    if (paper.title == paper.id) lacking.emplace_back("no title");
    if (paper.authors.empty()) lacking.emplace_back("no authors");
    if (paper.year.empty()) lacking.emplace_back("no year");
    if (!lacking.empty()) lines.push_back(fmt::format("{}: {}", paper.id, fmt::join(lacking, ", ")));
  }
  return lines;
}

results::ScoreCount count_ledger(const PagePaper& paper) {
  results::ScoreCount count;
  for (const PageLedgerLine& line : paper.ledger) count.add(line.score);
  return count;
}

results::ScoreCount count_ledgers(const Page& page) {
  results::ScoreCount count;
  for (const PagePaper& paper : page.papers) {
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
