#include "suite/render/page_builder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/render/number_text.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

using results::TableNumber;

PageGroup group_of(const results::ReadingCells& reading, const results::TableHead& head,
                   const std::string& learner) {
  const results::LearnerCells& cells = reading.learners.at(learner);
  const std::optional<long> choices = reading.reading->choices_after_seeing;
  const std::string choices_text = choices ? std::to_string(*choices) : "not stated";
  PageGroup group;
  group.name = fmt::format("{}:{}:{}", reading.study->config, reading.reading->name, learner);
  group.details = {
      {"table", results::title_text(head)},
      {"reading", results::reading_label(head) + (head.note.empty() ? "" : ": " + results::note_text(head))},
      {"choices made after seeing the paper's numbers",
       reading.study->reproduces.empty() ? "" : choices_text},
      {"config", reading.study->config},
      {"data", cells.data},
      {"seeds", cells.seeds},
      {"versions", cells.versions},
      {"computed by", cells.computed_by}};
  group.command = reading.command;
  group.folds = cells.folds;
  group.chosen = cells.chosen;
  group.status = cells.status;
  return group;
}

/// Why a number does not come out in this reading; "" where it does, and where nothing is known.
std::string why_not(const results::ReadingCells& reading, const std::string& measure,
                    const TableNumber& number) {
  if (!number.verdict || number.verdict->agreement == records::Agreement::reproduced) return "";
  const records::Reason* reason = records::reason_for(
      reading.study->reasons, {reading.study->reproduces, measure, number.learner, reading.reading->name});
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

/// A config that was run in several ways is one study, whose title is that of the first.
PageStudy& study_of(Page& page, const study::Study& study, const results::TableHead& head) {
  const auto found = std::find_if(page.studies.begin(), page.studies.end(),
                                  [&](const PageStudy& other) { return other.config == study.config; });
  if (found != page.studies.end()) return *found;
  const std::string title = head.modified.empty() ? study.title : results::title_text(head);
  return page.studies.emplace_back(PageStudy{study.config, title, study.paper.key, {}, {}, {}});
}

}  // namespace

void add_reading(Page& page, const results::ReadingCells& cells, const results::ResultTable& table) {
  const results::TableHead& head = table.head;
  PageReading reading{table, {}, cells.reading->experiment.redraws_data, cells.failures};
  std::map<std::string, std::size_t> groups;  // by learner
  for (const results::TableRow& row : table.rows) {
    std::vector<std::optional<std::size_t>>& ids = reading.numbers.emplace_back(row.numbers.size());
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      const TableNumber& number = row.numbers[c];
      if (number.learner.empty() || !number.applies) continue;
      const auto [group, is_new] = groups.emplace(number.learner, page.groups.size());
      if (is_new) page.groups.push_back(group_of(cells, head, number.learner));
      ids[c] = page.numbers.size();
      PageNumber& added = page.numbers.emplace_back();
      added.group = group->second;
      added.paper = cells.study->paper.key;
      added.reading = results::reading_label(head);
      added.verdict = number.verdict;
      added.why = why_not(cells, row.measure, number);
      added.title = fmt::format("{}, {}", row.title, table.columns[c]);
      added.measure = row.title;
      added.stand_in = head.stand_in;
      if (!head.stand_in) added.published = {published_text(number), published_remark(row)};
      added.ours = {ours_text(head, row, number), ours_remark(head, row)};
      if (row.folds > 1) added.over_folds = {fold_spread_text(number), fold_remark(row)};
      const auto& losses = cells.learners.at(number.learner).losses;
      if (const auto own = losses.find(row.measure); own != losses.end()) added.losses = own->second;
    }
  }
  reading.whys = whys_of(page, reading);
  reading.is_outside = cells.reading->experiment.outside.has_value();
  study_of(page, *cells.study, head).readings.push_back(std::move(reading));
}

void add_not_run(Page& page, const study::Study& study,
                 const std::function<std::string(const std::string& reading)>& command_of) {
  for (PageStudy& shown : page.studies) {
    if (shown.config != study.config || study.point_reader != nullptr) continue;
    shown.not_run.clear();
    for (const study::Reading& reading : study.readings) {
      const bool is_shown =
          std::any_of(shown.readings.begin(), shown.readings.end(),
                      [&](const PageReading& other) { return other.table.head.reading == reading.name; });
      if (!is_shown) shown.not_run.push_back({reading.name, reading.note, command_of(reading.name)});
    }
  }
}

}  // namespace preimage::suite::render
