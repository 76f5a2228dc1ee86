#include "suite/results/reading_cells.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/results/predictions.hpp"
#include "suite/results/provenance.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/run_cell.hpp"

namespace preimage::suite::results {

namespace {

/// What all cells of a learner have in common.
LearnerCells facts_of(const study::Cell& first, const records::ResultRecord* record) {
  LearnerCells cells;
  const std::map<std::string, std::string> parameters = first.parameters();
  const auto data = parameters.find("data");
  if (data != parameters.end()) cells.data = data->second;
  cells.versions = versions_text(versions_of(first));
  cells.seeds = first.study->seed + ", hashed with experiment, repetition, fold and purpose";
  if (record == nullptr || record->seeds.empty()) return cells;
  cells.seeds += "; of the first cell:";
  for (const auto& [purpose, seed] : record->seeds)
    cells.seeds += fmt::format(" {} {}", purpose, run::used_seed(purpose, seed));
  return cells;
}

/// Program and BLAS.
std::string environment_text(const records::ResultRecord& record) {
  std::string words;
  for (const char* name : {"version", "code", "blas", "blas_core"}) {
    const auto fact = record.circumstances.find(name);
    if (fact != record.circumstances.end()) words += (words.empty() ? "" : ", ") + fact->second;
  }
  return words;
}

std::string counts_text(const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [words, count] : counts)
    text += (text.empty() ? "" : "; ") + words + (counts.size() > 1 ? fmt::format(" ({} cells)", count) : "");
  return text;
}

}  // namespace

ReadingCells cells_of(const study::PlannedReading& selected, const ReadingRecords& found,
                      const study::SelectionOptions& options) {
  const study::Study& study = *selected.study;
  ReadingCells reading{
      &study, selected.reading, run::command_for(study, selected.reading->name, options), {}, {}};
  std::map<std::string, std::map<std::string, std::size_t>> environments;  // by learner
  for (const study::Cell& cell : selected.cells) {
    const std::string& name = *cell.learner;
    const records::ResultRecord* record = found.any(name, cell.repetition, cell.outer_fold);
    if (!reading.learners.contains(name)) reading.learners[name] = facts_of(cell, record);
    LearnerCells& cells = reading.learners[name];
    cells.folds = std::max(cells.folds, static_cast<std::size_t>(cell.outer_fold) + 1);
    const std::size_t place = cells.chosen.size();
    cells.chosen.push_back(record == nullptr ? "" : hyper_parameters_text(record->chosen));
    if (record == nullptr) {
      cells.status[place] = "not run";
      continue;
    }
    ++environments[name][environment_text(*record)];
    if (record->status == "ok") continue;
    cells.status[place] = "failed: " + record->reason;
    reading.failures.push_back(fmt::format("{} / {} / {}, repetition {}, fold {}: {}", study.config,
                                           selected.reading->label(), name, cell.repetition, cell.outer_fold,
                                           record->reason));
  }
  for (auto& [name, cells] : reading.learners) {
    cells.computed_by = counts_text(environments[name]);
    for (const std::string& measure : found.measures()) {
      std::vector<std::optional<double>>& all = cells.losses[measure];
      for (const auto& repetition : found.losses(measure, name))
        all.insert(all.end(), repetition.begin(), repetition.end());
    }
  }
  return reading;
}

}  // namespace preimage::suite::results
