#include "suite/render/page_builder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/render/number_text.hpp"
#include "suite/render/write_tables.hpp"
#include "suite/results/provenance.hpp"
#include "suite/results/table_words.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/run_cell.hpp"

namespace preimage::suite::render {

namespace {

using results::TableNumber;

/// Cells of a learner, repetition by repetition, fold by fold.
std::vector<const study::Cell*> cells_of(const study::PlannedReading& selected, const std::string& learner) {
  std::vector<const study::Cell*> cells;
  for (const study::Cell& cell : selected.cells) {
    if (*cell.learner == learner) cells.push_back(&cell);
  }
  return cells;
}

std::string seeds_text(const study::Study& study, const std::vector<const study::Cell*>& cells,
                       const results::ReadingRecords& found) {
  std::string text = study.seed + ", hashed with experiment, repetition, fold and purpose";
  const study::Cell& first = *cells.front();
  const records::ResultRecord* record = found.any(*first.learner, first.repetition, first.outer_fold);
  if (record == nullptr || record->seeds.empty()) return text;
  text += "; of the first cell:";
  for (const auto& [purpose, seed] : record->seeds)
    text += fmt::format(" {} {}", purpose, run::used_seed(purpose, seed));
  return text;
}

/// What all cells of the group were computed with, in a few words.
std::string computed_by(const std::vector<const study::Cell*>& cells, const results::ReadingRecords& found) {
  std::map<std::string, std::size_t> counts;
  for (const study::Cell* cell : cells) {
    const records::ResultRecord* record = found.any(*cell->learner, cell->repetition, cell->outer_fold);
    if (record == nullptr) continue;
    std::string words;
    for (const char* name : {"version", "code", "blas", "blas_core"}) {
      const auto fact = record->circumstances.find(name);
      if (fact != record->circumstances.end()) words += (words.empty() ? "" : ", ") + fact->second;
    }
    ++counts[words];
  }
  std::string text;
  for (const auto& [words, count] : counts)
    text += (text.empty() ? "" : "; ") + words + (counts.size() > 1 ? fmt::format(" ({} cells)", count) : "");
  return text;
}

std::string choices_text(std::optional<long> choices) {
  return choices ? std::to_string(*choices) : "not stated";
}

Details group_details(const study::PlannedReading& selected, const results::TableHead& head,
                      const std::vector<const study::Cell*>& cells, const results::ReadingRecords& found) {
  const study::Reading& reading = *selected.reading;
  const std::map<std::string, std::string> parameters = cells.front()->parameters();
  const auto data = parameters.find("data");
  return {
      {"table", results::title_text(head)},
      {"reading", results::reading_label(head) + (head.note.empty() ? "" : ": " + results::note_text(head))},
      {"choices made after seeing the paper's numbers",
       selected.study->reproduces.empty() ? "" : choices_text(reading.choices_after_seeing)},
      {"config", selected.study->config},
      {"data", data == parameters.end() ? "" : data->second},
      {"seeds", seeds_text(*selected.study, cells, found)},
      {"versions", results::versions_text(results::versions_of(parameters))},
      {"computed by", computed_by(cells, found)}};
}

/// What a cell says about itself, cell by cell.
void add_cells(PageGroup& group, const std::vector<const study::Cell*>& cells,
               const results::ReadingRecords& found) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const study::Cell& cell = *cells[i];
    group.folds = std::max(group.folds, static_cast<std::size_t>(cell.outer_fold) + 1);
    const records::ResultRecord* record = found.any(*cell.learner, cell.repetition, cell.outer_fold);
    group.chosen.push_back(record == nullptr ? "" : hyper_parameters_text(record->chosen));
    if (record == nullptr) {
      group.status[i] = "not run";
    } else if (record->status != "ok") {
      group.status[i] = "failed: " + record->reason;
    }
  }
}

/// A line per failed cell: a table without a single result has no number that could say it.
std::vector<std::string> failures_of(const study::PlannedReading& selected,
                                     const results::ReadingRecords& found) {
  std::vector<std::string> lines;
  for (const study::Cell& cell : selected.cells) {
    const records::ResultRecord* record = found.any(*cell.learner, cell.repetition, cell.outer_fold);
    if (record == nullptr || record->status == "ok") continue;
    lines.push_back(fmt::format("{} / {} / {}, repetition {}, fold {}: {}", selected.study->config,
                                selected.reading->label(), *cell.learner, cell.repetition, cell.outer_fold,
                                record->reason));
  }
  return lines;
}

/// Why a number does not come out in this reading; "" where it does, and where nothing is known.
std::string why_not(const study::PlannedReading& selected, const std::string& measure,
                    const TableNumber& number) {
  if (!number.verdict || number.verdict->agreement == records::Agreement::reproduced) return "";
  const study::Study& study = *selected.study;
  const records::Reason* reason =
      records::reason_for(study.reasons, {study.reproduces, measure, number.learner, selected.reading->name});
  return reason == nullptr ? "" : records::reason_text(*reason);
}

/// Each reason once, behind the numbers that it is of.
std::vector<std::string> whys_of(const Page& page, const PageReading& reading) {
  std::vector<std::pair<std::string, std::string>> whys;  // reason, numbers
  for (const auto& row : reading.numbers) {
    for (const std::optional<std::size_t>& id : row) {
      if (!id || page.numbers[*id].why.empty()) continue;
      const PageNumber& number = page.numbers[*id];
      const auto known = std::find_if(whys.begin(), whys.end(),
                                      [&](const auto& other) { return other.first == number.why; });
      if (known == whys.end())
        whys.emplace_back(number.why, number.title);
      else
        known->second += "; " + number.title;
    }
  }
  std::vector<std::string> lines;
  for (const auto& [why, numbers] : whys) lines.push_back(numbers + ": " + why);
  return lines;
}

std::vector<std::optional<double>> flattened(const results::FoldLosses& losses) {
  std::vector<std::optional<double>> all;
  for (const auto& repetition : losses) all.insert(all.end(), repetition.begin(), repetition.end());
  return all;
}

}  // namespace

std::size_t PageBuilder::group_of(const study::PlannedReading& selected, const results::ReadingRecords& found,
                                  const results::TableHead& head, const std::string& learner) {
  const auto [place, is_new] = groups_.emplace(learner, page_.groups.size());
  if (!is_new) return place->second;
  const std::vector<const study::Cell*> cells = cells_of(selected, learner);
  PageGroup group;
  group.name = fmt::format("{}:{}:{}", selected.study->config, selected.reading->name, learner);
  group.details = group_details(selected, head, cells, found);
  group.command = run::command_for(*selected.study, selected.reading->name, options_);
  add_cells(group, cells, found);
  page_.groups.push_back(std::move(group));
  return place->second;
}

/// A config that was run in several ways is one study, whose title is that of the first.
PageStudy& PageBuilder::study_of(const study::Study& study, const results::TableHead& head) {
  const auto found = std::find_if(page_.studies.begin(), page_.studies.end(),
                                  [&](const PageStudy& other) { return other.config == study.config; });
  if (found != page_.studies.end()) return *found;
  const std::string title = head.modified.empty() ? study.title : results::title_text(head);
  return page_.studies.emplace_back(PageStudy{study.config, title, study.paper.key, {}, {}, {}});
}

void PageBuilder::add(const study::PlannedReading& selected, const results::ReadingRecords& found,
                      const results::ResultTable& table) {
  const study::Study& study = *selected.study;
  PageStudy& shown = study_of(study, table.head);
  groups_.clear();
  PageReading reading{table, {}, selected.reading->experiment.redraws_data, failures_of(selected, found)};
  for (const results::TableRow& row : table.rows) {
    std::vector<std::optional<std::size_t>>& ids = reading.numbers.emplace_back(row.numbers.size());
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      const TableNumber& number = row.numbers[c];
      if (number.learner.empty() || !number.applies) continue;
      ids[c] = page_.numbers.size();
      PageNumber& added = page_.numbers.emplace_back();
      added.group = group_of(selected, found, table.head, number.learner);
      added.paper = study.paper.key;
      added.reading = results::reading_label(table.head);
      added.verdict = number.verdict;
      added.why = why_not(selected, row.measure, number);
      added.title = fmt::format("{}, {}", row.title, table.columns[c]);
      added.measure = row.title;
      added.stand_in = table.head.stand_in;
      if (!table.head.stand_in) added.published = {published_text(number), published_remark(row)};
      added.ours = {ours_text(table.head, row, number), ours_remark(table.head, row)};
      if (row.folds > 1) added.over_folds = {fold_spread_text(number), fold_remark(row)};
      added.losses = flattened(found.losses(row.measure, number.learner));
    }
  }
  reading.whys = whys_of(page_, reading);
  reading.is_outside = selected.reading->experiment.outside.has_value();
  shown.readings.push_back(std::move(reading));
}

void add_not_run(Page& page, const study::Plan& selection, const study::SelectionOptions& options) {
  const auto studies = selection.studies();
  for (PageStudy& shown : page.studies) {
    const auto found = std::find_if(studies.begin(), studies.end(),
                                    [&](const study::Study& one) { return one.config == shown.config; });
    if (found == studies.end() || found->get().point_reader != nullptr) continue;
    const study::Study* study = &found->get();
    shown.not_run.clear();
    for (const study::Reading& reading : study->readings) {
      const bool is_shown =
          std::any_of(shown.readings.begin(), shown.readings.end(),
                      [&](const PageReading& other) { return other.table.head.reading == reading.name; });
      if (!is_shown)
        shown.not_run.push_back(
            {reading.name, reading.note, run::command_for(*study, reading.name, options)});
    }
  }
}

}  // namespace preimage::suite::render
