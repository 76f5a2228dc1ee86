#include "suite/report/page_ledger.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/data/delimited.hpp"
#include "suite/records/ledger.hpp"
#include "suite/study/experiment.hpp"
#include "suite/study/options.hpp"
#include "suite/tables/number_text.hpp"

namespace preimage::suite::report {

namespace fs = std::filesystem;

namespace {

/// A number of a reading's table that has a published value.
struct Judged {
  const PageReading* reading = nullptr;
  const tables::TableNumber* number = nullptr;
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
      if (reading.table.head.reproduces != line.table || !tables::is_comparable(reading.table.head)) continue;
      for (std::size_t r = 0; r < reading.table.rows.size(); ++r) {
        const tables::TableRow& row = reading.table.rows[r];
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
      const tables::TableHead& head = reading.table.head;
      if (head.reproduces != line.table) continue;
      if (head.stand_in) return "stand-in data only, which no published number is held against";
      if (!head.modified.empty()) return "modified readings only, which no published number is held against";
    }
  }
  return line.note;
}

PageLedgerLine line_of(const Page& page, const records::LedgerEntry& entry) {
  PageLedgerLine line;
  line.place = entry.place;
  line.title = fmt::format("{}, {}", entry.row_title, entry.column_title);
  tables::TableNumber published;
  published.published = entry.published;
  line.published = tables::published_text(published);
  line.note = note_of(page, entry);
  const std::vector<Judged> all = standing_at(page, entry);
  for (const Judged& judged : all) {
    line.readings += judged.number->verdict ? 1 : 0;
    if (!reproduces(judged)) continue;
    const tables::TableHead& head = judged.reading->table.head;
    if (line.reproduced++ == 0) line.reproduced_by = head.reading;
    line.is_reproduced_unseen = line.is_reproduced_unseen || head.choices_after_seeing == 0;
  }
  if (const Judged* shown = shown_of(all)) {
    line.number = shown->id;
    line.choices_after_seeing = shown->reading->table.head.choices_after_seeing;
  }
  return line;
}

void add_lines(Page& page, const fs::path& published) {
  for (const records::LedgerEntry& entry : records::load_ledger(published)) {
    const std::string id = entry.table.substr(0, entry.table.find('/'));
    const auto paper = std::find_if(page.papers.begin(), page.papers.end(),
                                    [&](const PagePaper& candidate) { return candidate.id == id; });
    if (paper == page.papers.end())
      throw DataError(fmt::format("{}: no paper '{}' in experiments/papers.csv", published.string(), id));
    paper->ledger.push_back(line_of(page, entry));
  }
}

/// "sec. 4.1, Table 1" before "sec. 4.3, text".
void order_by_place(PagePaper& paper) {
  std::stable_sort(paper.ledger.begin(), paper.ledger.end(),
                   [](const PageLedgerLine& a, const PageLedgerLine& b) { return a.place < b.place; });
}

}  // namespace

std::vector<PagePaper> load_papers() {
  data::CsvReader csv = data::open_csv(data::project_root() / "experiments" / "papers.csv");
  const auto column = [&](const char* name) { return csv.column(name); };
  const std::size_t id = column("paper"), title = column("title"), authors = column("authors"),
                    venue = column("venue"), year = column("year");
  std::vector<PagePaper> papers;
  std::vector<std::string> fields;
  while (csv.next(fields))
    papers.push_back({fields[id], fields[title], fields[authors], fields[venue], fields[year], {}});
  return papers;
}

void add_papers(Page& page, const study::ExperimentTable& experiments, std::vector<std::string>& troubles) {
  page.papers = load_papers();
  for (const study::ExperimentEntry& experiment : experiments) {
    const fs::path path = data::project_root() / "experiments" / experiment.name / "published.csv";
    if (!fs::exists(path)) continue;
    try {
      add_lines(page, path);
    } catch (const DataError& error) {
      troubles.emplace_back(error.what());
    }
  }
  for (PagePaper& paper : page.papers) order_by_place(paper);
}

std::optional<statistics::Agreement> shown_verdict(const Page& page, const PageLedgerLine& line) {
  if (!line.number || !page.numbers[*line.number].verdict) return std::nullopt;
  return page.numbers[*line.number].verdict->agreement;
}

LedgerCount count_ledger(const Page& page, const PagePaper& paper) {
  LedgerCount count;
  for (const PageLedgerLine& line : paper.ledger) {
    ++count.lines;
    count.unseen += line.is_reproduced_unseen ? 1 : 0;
    const std::optional<statistics::Agreement> shown = shown_verdict(page, line);
    ++count.shown[shown];
    if (shown != statistics::Agreement::reproduced && line.reproduced > 0) ++count.reproduced_elsewhere;
  }
  return count;
}

std::string ClaimCount::word() const {
  const std::size_t judged = holds + ties + fails;
  if (judged == 0) return "none";
  if (holds == judged) return "holds";
  if (ties == judged) return "tie";
  return fails == judged ? "fails" : "depends";
}

std::vector<ClaimCount> claims_of(const Page& page, const std::string& paper) {
  std::vector<ClaimCount> claims;
  const auto count_in = [&](const tables::TableClaim& claim) -> ClaimCount& {
    const auto known = std::find_if(claims.begin(), claims.end(),
                                    [&](const ClaimCount& other) { return other.text == claim.text; });
    return known != claims.end() ? *known : claims.emplace_back(ClaimCount{claim.text});
  };
  for (const PageStudy& study : page.studies) {
    if (study.paper != paper) continue;
    for (const PageReading& reading : study.readings) {
      for (const tables::TableClaim& claim : reading.table.claims) {
        ClaimCount& count = count_in(claim);
        if (!claim.verdict || !tables::is_comparable(reading.table.head)) continue;
        count.on_these_samples = count.on_these_samples || !reading.table.head.redraws_samples;
        count.holds += *claim.verdict == tables::ClaimVerdict::holds ? 1 : 0;
        count.ties += *claim.verdict == tables::ClaimVerdict::tie ? 1 : 0;
        count.fails += *claim.verdict == tables::ClaimVerdict::fails ? 1 : 0;
      }
    }
  }
  return claims;
}

}  // namespace preimage::suite::report
