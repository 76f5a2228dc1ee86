#include "suite/render/page_builder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/collect.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/results/predictions.hpp"
#include "suite/results/provenance.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

using results::Number;

/// "0.1.0, 17c9ea6b1234, OpenBLAS 0.3, Haswell": program and BLAS.
std::string environment_text(const records::ResultRecord& record) {
  std::vector<std::string> facts;
  for (const char* name : {"version", "code", "blas", "blas_core"}) {
    const auto fact = record.circumstances.find(name);
    if (fact != record.circumstances.end()) facts.push_back(fact->second);
  }
  return fmt::format("{}", fmt::join(facts, ", "));
}

/// The root of all seeds, and those of a cell.
std::string seeds_text(const study::Cell& cell, const records::ResultRecord* record) {
  std::string text = cell.study->seed + ", hashed with experiment, repetition, fold and purpose";
  if (record == nullptr || record->seeds.empty()) return text;
  text += "; of the first cell:";
  for (const auto& [purpose, seed] : record->seeds)
    text += fmt::format(" {} {}", purpose, study::used_seed(purpose, seed));
  return text;
}

/// What is known of a learner's cells by the first of them.
Details details_of(const study::Cell& first, const records::ResultRecord* record,
                   const results::TableHead& head) {
  const std::optional<long> choices = first.reading->choices_after_seeing;
  const std::string choices_text = choices ? std::to_string(*choices) : "not stated";
  return {
      {"table", results::title_text(head)},
      {"reading", results::reading_label(head) + (head.note.empty() ? "" : ": " + results::note_text(head))},
      {"choices made after seeing the paper's numbers", first.study->reproduces.empty() ? "" : choices_text},
      {"config", first.study->config},
      {"data", *first.data},
      {"seeds", seeds_text(first, record)},
      {"versions", results::versions_text(results::versions_of(first))}};
}

/// By learner.
/// failures  gets "config / reading / kde, repetition 0, fold 1: out of memory" of each cell that failed
std::map<std::string, PageGroup> groups_of(const study::PlannedReading& planned,
                                           const results::ReadingRecords& found,
                                           const results::TableHead& head, const std::string& command,
                                           std::vector<std::string>& failures) {
  std::map<std::string, PageGroup> groups;
  std::map<std::string, std::map<std::string, std::size_t>> computed_by;  // by learner: of how many cells
  for (const study::Cell& cell : planned.cells) {
    const std::string& learner = *cell.learner;
    const records::ResultRecord* record = found.any(learner, cell.repetition, cell.outer_fold);
    PageGroup& group = groups[learner];
    if (group.name.empty()) {
      group.name = fmt::format("{}:{}:{}", cell.study->config, cell.reading->name, learner);
      group.command = command;
      group.details = details_of(cell, record, head);
    }
    group.folds = std::max(group.folds, static_cast<std::size_t>(cell.outer_fold) + 1);
    const std::size_t place = group.chosen.size();
    group.chosen.push_back(record == nullptr ? "" : results::hyper_parameters_text(record->chosen));
    if (record == nullptr || record->status != "ok")
      group.status[place] = record == nullptr ? "not run" : "failed: " + record->reason;
    if (record != nullptr && record->status != "ok")
      failures.push_back(fmt::format("{} / {} / {}, repetition {}, fold {}: {}", cell.study->config,
                                     cell.reading->label(), learner, cell.repetition, cell.outer_fold,
                                     record->reason));
    if (record != nullptr) ++computed_by[learner][environment_text(*record)];
  }
  for (auto& [learner, group] : groups) {
    std::string text;
    for (const auto& [words, count] : computed_by[learner])
      text += (text.empty() ? "" : "; ") + words +
              (computed_by[learner].size() > 1 ? fmt::format(" ({} cells)", count) : "");
    group.details.emplace_back("computed by", text);
  }
  return groups;
}

/// A learner's loss of each cell, repetition by repetition.
std::vector<std::optional<double>> losses_of(const results::ReadingRecords& found, const std::string& measure,
                                             const std::string& learner) {
  std::vector<std::optional<double>> all;
  for (const auto& repetition : found.losses(measure, learner))
    all.insert(all.end(), repetition.begin(), repetition.end());
  return all;
}

/// Why a number does not come out in this reading; "" where it does, and where nothing is known.
std::string why_not(const study::PlannedReading& planned, const std::string& measure, const Number& number) {
  if (!number.verdict || number.verdict->agreement == records::Agreement::reproduced) return "";
  const study::Study& study = *planned.study;
  const records::Reason* reason =
      records::reason_for(study.reasons, {study.reproduces, measure, number.learner, planned.reading->name});
  return reason == nullptr ? "" : records::reason_text(*reason);
}

/// Each reason once, behind the numbers that it is of.
std::vector<std::string> whys_of(const Page& page, const PageReading& reading) {
  std::vector<results::Shared> whys;
  for (const PageNumber& number : page.numbers) {
    const ShownNumber there = shown(page, number);
    if (&there.reading == &reading && !number.why.empty())
      results::add_shared(whys, number.why, there.title(), "; ");
  }
  return base::collect(whys, [](const results::Shared& why) { return why.by + ": " + why.text; });
}

}  // namespace

PageStudy* find_study(Page& page, const std::string& config) {
  const auto found = std::ranges::find(page.studies, config, &PageStudy::config);
  return found == page.studies.end() ? nullptr : &*found;
}

void add_reading(Page& page, const study::PlannedReading& planned, const results::ReadingRecords& found,
                 const results::ResultTable& table, const std::string& command) {
  const results::TableHead& head = table.head;
  const study::Experiment& experiment = planned.reading->experiment;
  PageStudy* own = find_study(page, planned.study->config);
  // A config that was run in several ways is one study, whose title is that of the first.
  if (own == nullptr) {
    const std::string title = head.modified.empty() ? planned.study->title : results::title_text(head);
    own = &page.studies.emplace_back(
        PageStudy{planned.study->config, title, planned.study->paper.key, {}, {}, {}});
  }
  const auto study = static_cast<std::size_t>(own - page.studies.data());
  PageReading& reading = own->readings.emplace_back(
      PageReading{table, {}, experiment.redraws_data, {}, {}, experiment.outside.has_value()});
  std::map<std::string, PageGroup> behind = groups_of(planned, found, head, command, reading.failures);
  const std::vector<std::string> measures = found.measures();
  std::map<std::string, std::size_t> groups;  // by learner
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const results::TableRow& row = table.rows[r];
    std::vector<std::optional<std::size_t>>& ids = reading.numbers.emplace_back(row.numbers.size());
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      const Number& number = row.numbers[c];
      if (number.learner.empty() || !number.applies) continue;
      const auto [group, is_new] = groups.emplace(number.learner, page.groups.size());
      if (is_new) page.groups.push_back(std::move(behind[number.learner]));
      ids[c] = page.numbers.size();
      PageNumber& added = page.numbers.emplace_back(PageNumber{
          study, own->readings.size() - 1, r, c, group->second, why_not(planned, row.measure, number), {}});
      if (std::ranges::find(measures, row.measure) != measures.end())
        added.losses = losses_of(found, row.measure, number.learner);
    }
  }
  reading.whys = whys_of(page, reading);
}

void add_not_run(Page& page, const study::Study& study,
                 const std::function<std::string(const std::string& reading)>& command_of) {
  for (PageStudy& shown : page.studies) {
    if (shown.config != study.config || study.point_reader != nullptr || !shown.not_run.empty()) continue;
    for (const study::Reading& reading : study.readings) {
      const bool is_shown = std::ranges::any_of(
          shown.readings, [&](const PageReading& other) { return other.table.head.reading == reading.name; });
      if (!is_shown) shown.not_run.push_back({reading.name, reading.note, command_of(reading.name)});
    }
  }
}

}  // namespace preimage::suite::render
