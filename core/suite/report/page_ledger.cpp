#include "suite/report/page_ledger.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "suite/report/page_parts.hpp"
#include "suite/results/number_text.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::report {

namespace fs = std::filesystem;

namespace {

/// A number of a reading's table that has a published value.
struct Judged {
  const PageReading* reading = nullptr;
  const results::TableNumber* number = nullptr;
  std::size_t id = 0;
};

bool reproduces(const Judged& judged) {
  return judged.number->verdict && judged.number->verdict->agreement == statistics::Agreement::reproduced;
}

/// All that stand where the line stands, in the order of the readings.
std::vector<Judged> standing_at(const Page& page, const records::LedgerEntry& line) {
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
            all.push_back({&reading, &row.numbers[c], *reading.numbers[r][c]});
        }
      }
    }
  }
  return all;
}

/// That of the reading which reproduces most numbers of its table, of equals the first; nothing of none. One
/// reading for all lines of a table: one for each would make the best of chance.
const Judged* shown_of(const std::vector<Judged>& all) {
  const auto best = std::max_element(all.begin(), all.end(), [](const Judged& a, const Judged& b) {
    return a.reading->table.reproduced() < b.reading->table.reproduced();
  });
  return best == all.end() ? nullptr : &*best;
}

/// Why a line has no number though its table is on the page, or its own note.
std::string note_of(const Page& page, const records::LedgerEntry& line) {
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings) {
      const results::TableHead& head = reading.table.head;
      if (head.reproduces != line.table) continue;
      if (head.stand_in) return "stand-in data only, which no published number is held against";
      if (!head.modified.empty()) return "modified readings only, which no published number is held against";
    }
  }
  return line.note;
}

/// Tells each of them that is not reproduced which readings reproduce it.
void note_reproducers(Page& page, const std::vector<Judged>& all) {
  std::vector<std::string> names;
  for (const Judged& judged : all) {
    const std::string& name = judged.reading->table.head.reading;
    if (reproduces(judged) && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  for (const Judged& judged : all) {
    if (!reproduces(judged)) page.numbers[judged.id].reproduced_by = names;
  }
}

PageLedgerLine line_of(Page& page, const records::LedgerEntry& entry) {
  PageLedgerLine line;
  line.place = entry.place;
  line.title = fmt::format("{}, {}", entry.row_title, entry.column_title);
  results::TableNumber published;
  published.published = entry.published;
  line.published = results::published_text(published);
  line.note = note_of(page, entry);
  const std::vector<Judged> all = standing_at(page, entry);
  for (const Judged& judged : all) {
    line.readings += judged.number->verdict ? 1 : 0;
    if (!reproduces(judged)) continue;
    const results::TableHead& head = judged.reading->table.head;
    if (line.reproduced++ == 0) line.reproduced_by = head.reading;
    line.is_reproduced_unseen = line.is_reproduced_unseen || head.choices_after_seeing == 0;
  }
  note_reproducers(page, all);
  if (const Judged* shown = shown_of(all)) {
    line.number = shown->id;
    line.choices_after_seeing = shown->reading->table.head.choices_after_seeing;
  }
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

/// By table, the ledger that has it on the page: several configs may name one file, or one paper's tables several.
using LedgerHomes = std::map<std::string, fs::path>;

/// A ledger may hold tables that no config of the page is about.
PageLedgerLine line_among(Page& page, const records::LedgerEntry& entry,
                          const std::set<std::string>& reproduced) {
  PageLedgerLine line = line_of(page, entry);
  if (!reproduced.contains(entry.table) && line.note.empty())
    line.note = "no config of this page reproduces its table";
  return line;
}

void add_lines(Page& page, PagePaper& paper, const study::Study& study,
               const std::set<std::string>& reproduced, LedgerHomes& homes,
               std::vector<std::string>& troubles) {
  const fs::path file = fs::weakly_canonical(study.published);
  const LedgerHomes before = homes;
  for (const records::LedgerEntry& entry : study.ledger) {
    const auto home = before.find(entry.table);
    if (home == before.end()) {
      homes[entry.table] = file;
      paper.ledger.push_back(line_among(page, entry, reproduced));
    } else if (home->second != file && entry.table == study.reproduces) {
      troubles.push_back(fmt::format("{}:{}: table '{}' stands in {}, too, which is shown",
                                     study.published.string(), entry.line, entry.table,
                                     home->second.string()));
      return;
    }
  }
}

/// "sec. 4.1, Table 1" before "sec. 4.3, text".
void order_by_place(PagePaper& paper) {
  std::stable_sort(paper.ledger.begin(), paper.ledger.end(),
                   [](const PageLedgerLine& a, const PageLedgerLine& b) { return a.place < b.place; });
}

}  // namespace

void add_papers(Page& page, const std::vector<const study::Study*>& studies,
                std::vector<std::string>& troubles) {
  const std::map<std::string, records::Paper> papers = described(studies, troubles);
  std::set<std::string> reproduced;
  for (const study::Study* study : studies) reproduced.insert(study->reproduces);
  LedgerHomes homes;
  for (const study::Study* study : studies) {
    if (study->paper.key.empty()) continue;
    PagePaper& paper = paper_on(page, papers.at(study->paper.key));
    if (!study->ledger.empty()) add_lines(page, paper, *study, reproduced, homes, troubles);
  }
  for (PagePaper& paper : page.papers) order_by_place(paper);
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

Standing standing_of(const Page& page, const PageLedgerLine& line) {
  if (!line.number) return Standing::none;
  const std::optional<statistics::Agreement> shown = agreement_of(page.numbers[*line.number].verdict);
  if (shown == statistics::Agreement::reproduced) return Standing::reproduced;
  if (line.reproduced > 0) return Standing::elsewhere;
  if (!shown) return Standing::none;
  if (shown == statistics::Agreement::marginal) return Standing::marginal;
  return shown == statistics::Agreement::inconclusive ? Standing::inconclusive : Standing::not_reproduced;
}

LedgerCount count_ledger(const Page& page, const PagePaper& paper) {
  LedgerCount count;
  for (const PageLedgerLine& line : paper.ledger) {
    ++count.lines;
    ++count.of[standing_of(page, line)];
    count.unseen += line.is_reproduced_unseen ? 1 : 0;
  }
  return count;
}

LedgerCount count_ledgers(const Page& page) {
  LedgerCount all;
  for (const PagePaper& paper : page.papers) {
    const LedgerCount count = count_ledger(page, paper);
    all.lines += count.lines;
    all.unseen += count.unseen;
    for (const auto& [standing, lines] : count.of) all.of[standing] += lines;
  }
  return all;
}

std::vector<results::ClaimCount> claims_of(const Page& page, const std::string& paper) {
  std::vector<results::ClaimCount> claims;
  for (const PageStudy& study : page.studies) {
    if (study.paper != paper) continue;
    for (const PageReading& reading : study.readings) results::count_claims(reading.table, claims);
  }
  return claims;
}

}  // namespace preimage::suite::report
