// What a config says of its paper: who wrote it, and its published numbers, each by names that there are.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/named_file.hpp"
#include "suite/study/study_parts.hpp"

namespace preimage::suite::study {

namespace fs = std::filesystem;

namespace {

using config::Reader;
using records::Paper;

constexpr const char* kPaper = "paper";
constexpr const char* kPublished = "published";
constexpr const char* kReproduces = "reproduces";
constexpr const char* kPapers = "papers.csv";

/// "doe_2020" of "doe_2020/table_1"
std::string paper_of(const std::string& table) {
  return table.substr(0, table.find('/'));
}

void require_fitting(const Reader& reader, const std::string& field, const std::string& text) {
  if (const std::string wrong = records::wrong_in_paper(field, text); !wrong.empty())
    reader.fail(field, fmt::format("{}, found {}", wrong, base::excerpt(text)));
}

Paper parse_paper_map(const Reader& reader) {
  Paper paper;
  paper.key = reader.text("key");
  require_fitting(reader, "key", paper.key);
  for (const records::PaperField& field : records::kPaperFields) {
    paper.*field.text = reader.text(field.name, "");
    require_fitting(reader, field.name, paper.*field.text);
  }
  reader.finish();
  return paper;
}

/// The paper of that key in papers.csv beside the config.
Paper find_paper(const Reader& root, const std::string& key, const fs::path& folder) {
  const fs::path path = folder / kPapers;
  const std::string otherwise = "or write `paper: {key: " + key + ", authors: ..., title: ..., year: ...}`";
  if (!fs::exists(path) || !config::lies_in(folder.empty() ? "." : folder, path)) {
    root.fail(kPaper,
              fmt::format("paper {} is looked for in {} beside the config, and there is none; add it, {}",
                          base::excerpt(key), kPapers, otherwise));
  }
  const std::vector<Paper> papers = records::read_papers(data::open_csv(path));
  const auto found = std::ranges::find(papers, key, &Paper::key);
  if (found != papers.end()) return *found;
  root.fail(kPaper, fmt::format("no paper {} in {}{}", base::excerpt(key), path.string(),
                                base::suggestion(key, base::collect(papers, &Paper::key))));
}

std::vector<std::string> tables_in(const std::vector<records::LedgerEntry>& ledger) {
  std::set<std::string> tables;
  for (const records::LedgerEntry& entry : ledger) tables.insert(entry.table);
  return {tables.begin(), tables.end()};
}

[[noreturn]] void fail_row(const Study& study, const records::LedgerEntry& entry,
                           records::LedgerColumnId column, const std::string& message) {
  throw DataError(fmt::format("{}:{}: column '{}': {}", study.published.string(), entry.line,
                              records::kLedgerColumns[column].name, message));
}

/// A ledger is of one paper: a row of another one would be held against nothing, without a word.
void require_tables_of_paper(const Study& study) {
  for (const records::LedgerEntry& entry : study.ledger) {
    if (entry.table.starts_with(study.paper.key + "/") && entry.table != study.paper.key + "/") continue;
    fail_row(study, entry, records::kTable,
             fmt::format("expected a table of paper {0}, like {0}/table_1, found {1}", study.paper.key,
                         base::excerpt(entry.table)));
  }
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Where the config says itself in which column of the table a learner stands, the ledger says the same.
void require_same_place(const Study& study, const records::LedgerEntry& entry) {
  for (const Reading& reading : study.readings) {
    const auto place = reading.places.find(entry.learner);
    if (place == reading.places.end() || place->second.column == entry.column_title) continue;
    fail_row(study, entry, records::kColumnTitle,
             fmt::format("learner '{}' has `place: {{column: {}}}` in the config, found {}", entry.learner,
                         place->second.column, base::excerpt(entry.column_title)));
  }
}

/// A reason in a reading that there is not would be shown nowhere.
void require_readings_of_reasons(const Study& study) {
  const std::vector<std::string> names = base::collect(study.readings, &Reading::name);
  for (const records::Reason& reason : study.reasons) {
    if (reason.table != study.reproduces || reason.reading.empty() || has(names, reason.reading)) continue;
    throw DataError(fmt::format("{}:{}: column 'reading': {} has no reading {}{}",
                                records::reasons_file(study.published).string(), reason.line, study.config,
                                base::excerpt(reason.reading), base::suggestion(reason.reading, names)));
  }
}

}  // namespace

Paper parse_paper(const Reader& root, const std::string& reproduces, const fs::path& folder) {
  Paper paper;
  if (root.has(kPaper)) {
    const bool is_map = root.raw(kPaper).kind == config::Value::Kind::map;
    paper = is_map ? parse_paper_map(root.map(kPaper)) : find_paper(root, root.text(kPaper), folder);
  } else {
    paper.key = paper_of(reproduces);
  }
  if (!reproduces.empty() && paper_of(reproduces) != paper.key) {
    root.fail(kReproduces, fmt::format("expected a table of paper {0}, like {0}/table_1, found {1}",
                                       paper.key, base::excerpt(reproduces)));
  }
  return paper;
}

void read_published(const Reader& root, Study& study) {
  if (!root.has(kPublished)) {
    if (!study.reproduces.empty())
      root.fail(kReproduces,
                fmt::format("names a table of published numbers, but no file of them: add `{}: FILE.csv`",
                            kPublished));
    return;
  }
  study.published = config::named_file(root, kPublished);
  study.ledger = records::load_ledger(study.published);
  const std::vector<std::string> tables = tables_in(study.ledger);
  if (study.reproduces.empty())
    root.fail(kPublished, fmt::format("says no table: add `{}: {}`", kReproduces,
                                      fmt::join(tables, "`, or `" + std::string(kReproduces) + ": ")));
  if (!has(tables, study.reproduces)) {
    root.fail(kReproduces, fmt::format("no table {} in {}{}", base::excerpt(study.reproduces),
                                       study.published.string(), base::suggestion(study.reproduces, tables)));
  }
  require_tables_of_paper(study);
}

void check_published(const Study& study) {
  const std::vector<std::string> learners = learners_of(study.readings),
                                 measures = measures_of(study.readings);
  for (const records::LedgerEntry& entry : study.ledger) {
    if (entry.table != study.reproduces || entry.learner.empty()) continue;
    const auto require = [&](records::LedgerColumnId column, const char* what, const std::string& name,
                             const std::vector<std::string>& known) {
      if (!has(known, name))
        fail_row(study, entry, column,
                 fmt::format("{} has no {} {}{}", study.config, what, base::excerpt(name),
                             base::suggestion(name, known)));
    };
    require(records::kLearner, "learner", entry.learner, learners);
    require(records::kMeasure, "measure", entry.measure, measures);
    require_same_place(study, entry);
  }
}

void read_reasons(Study& study) {
  const fs::path file = records::reasons_file(study.published);
  if (study.published.empty() || !fs::exists(file)) return;
  const fs::path folder = file.parent_path();
  if (!config::lies_in(folder.empty() ? "." : folder, file))
    throw DataError(file.string() + ": is a link that leads out of its folder");
  study.reasons = records::read_reasons(data::open_csv(file), study.ledger);
  require_readings_of_reasons(study);
}

}  // namespace preimage::suite::study
