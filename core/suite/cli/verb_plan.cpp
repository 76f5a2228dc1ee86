#include <algorithm>
#include <iostream>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/json_output.hpp"
#include "suite/cli/run_cells.hpp"
#include "suite/cli/seen_from.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/run/cell_times.hpp"
#include "suite/run/progress.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::cli {

namespace {

struct Tally {
  std::size_t cells = 0, shared = 0;
  run::Timing finished;
  long peak_memory_kib = 0;  // of the failed ones, too
};

/// Seconds left on one core; nothing where no like cell is known.
std::optional<double> estimate(const Tally& tally, const run::Timing* reference) {
  const std::size_t left = tally.cells - tally.finished.cells;
  if (left == 0) return 0.0;
  const run::Timing* known = tally.finished.cells > 0 ? &tally.finished : reference;
  const std::optional<double> seconds = known == nullptr ? std::nullopt : known->mean();
  return seconds ? std::optional(*seconds * static_cast<double>(left)) : std::nullopt;
}

/// What one line tells of: the cells of a learner in the blocks of a reading, which are the points of a
/// sweep.
struct Line {
  const study::Study* study = nullptr;
  std::string reading, learner;
  std::vector<std::pair<const study::CellBlock*, std::size_t>>
      series;  // block, and the learner's place in it
};

std::vector<Line> lines_of(const run::SelectedBlocks& selected) {
  std::vector<Line> lines;
  std::map<std::tuple<const study::Study*, std::string, std::string>, std::size_t> places;
  for (const study::CellBlock& block : selected.blocks) {
    const std::string reading = block.reading->label();
    for (std::size_t l = 0; l < block.learners.size(); ++l) {
      const std::string& learner = *block.learners[l];
      const auto [found, is_new] = places.try_emplace({block.study, reading, learner}, lines.size());
      if (is_new) lines.push_back({block.study, reading, learner, {}});
      lines[found->second].series.emplace_back(&block, l);
    }
  }
  return lines;
}

/// Counts cells, each once, and keeps none: two series with equal parameters have the same cells, as far as
/// both have repetitions.
class Counter {
 public:
  explicit Counter(records::RecordStore& store) : store_(store) {}

  Tally tally_of(const Line& line) {
    Tally tally;
    for (const auto& [block, learner] : line.series)
      add(study::CellSeries(*block, learner), *block, block->repetitions_of(learner), tally);
    return tally;
  }

 private:
  void add(const study::CellSeries& series, const study::CellBlock& block, std::size_t repetitions,
           Tally& tally) {
    std::size_t& counted = repetitions_counted_[series.key_of_all()];
    const std::size_t first = std::min(counted, repetitions);
    tally.shared += first * block.outer_folds;
    for (std::size_t repetition = first; repetition < repetitions; ++repetition) {
      for (std::size_t fold = 0; fold < block.outer_folds; ++fold) add(series.cell(repetition, fold), tally);
    }
    counted = std::max(counted, repetitions);
  }

  void add(const study::Cell& cell, Tally& tally) {
    ++tally.cells;
    const std::optional<records::ResultRecord> record = store_.find(cell.key);
    if (!record) return;
    tally.peak_memory_kib = std::max(tally.peak_memory_kib, record->peak_memory_kib);
    if (record->status != "ok") return;
    tally.finished.add({record->seconds, record->peak_memory_kib, 1});
  }

  records::RecordStore& store_;
  std::map<std::string, std::size_t> repetitions_counted_;  // by series
};

/// What is told of a line.
struct PlannedLine {
  Line line;
  Tally tally;
  std::optional<double> seconds;  // left on one core
  long peak_kib = 0;              // 0: not known
};

struct Plan {
  std::vector<PlannedLine> lines;
  double seconds = 0.0;
  bool all_known = true;
};

Plan plan_of(const run::SelectedBlocks& selected, records::RecordStore& store, const std::string& profile) {
  const run::CellTimes times = run::CellTimes::of_reference(profile);
  Counter counter(store);
  Plan plan;
  std::vector<Line> lines = lines_of(selected);
  for (Line& line : lines) {
    PlannedLine planned{std::move(line), {}, {}, 0};
    planned.tally = counter.tally_of(planned.line);
    const run::Timing* known =
        times.find(planned.line.study->config, planned.line.reading, planned.line.learner);
    planned.seconds = estimate(planned.tally, known);
    planned.peak_kib = planned.tally.peak_memory_kib > 0 || known == nullptr ? planned.tally.peak_memory_kib
                                                                             : known->peak_kib;
    plan.all_known = plan.all_known && planned.seconds.has_value();
    plan.seconds += planned.seconds.value_or(0.0);
    plan.lines.push_back(std::move(planned));
  }
  return plan;
}

/// Of each line without a finished cell the first one that has no record.
std::vector<study::Cell> cells_to_measure(const Plan& plan, records::RecordStore& store) {
  std::vector<study::Cell> cells;
  for (const PlannedLine& planned : plan.lines) {
    if (planned.tally.finished.cells > 0 || planned.line.series.empty()) continue;
    const auto& [block, learner] = planned.line.series.front();
    study::Cell cell = study::CellSeries(*block, learner).cell(0, 0);
    if (!store.find(cell.key)) cells.push_back(std::move(cell));
  }
  return cells;
}

void print_plan(const Plan& plan) {
  using render::Align;
  std::vector<Align> columns(8, Align::right);
  std::fill_n(columns.begin(), 3, Align::left);
  std::vector<std::vector<std::string>> rows = {
      {"config", "reading", "learner", "cells", "done", "shared", "left (1 core)", "MiB"}};
  for (const PlannedLine& planned : plan.lines) {
    const Tally& tally = planned.tally;
    rows.push_back({planned.line.study->config, planned.line.reading, planned.line.learner,
                    std::to_string(tally.cells), std::to_string(tally.finished.cells),
                    std::to_string(tally.shared),
                    planned.seconds ? run::duration_text(*planned.seconds) : "unknown",
                    planned.peak_kib > 0 ? std::to_string(planned.peak_kib / 1024) : "unknown"});
  }
  std::cout << render::aligned_columns(columns, rows)
            << fmt::format("left on one core: {}{}\n", plan.all_known ? "" : "at least ",
                           run::duration_text(plan.seconds));
}

void print_document(const Plan& plan, const std::string& profile) {
  Json document = json_document("plan");
  document["profile"] = profile;
  document["seconds_left"] = plan.seconds;
  document["all_known"] = plan.all_known;
  document["lines"] = Json::array();
  for (const PlannedLine& planned : plan.lines) {
    document["lines"].push_back(
        {{"config", planned.line.study->config},
         {"reading", planned.line.reading},
         {"learner", planned.line.learner},
         {"cells", planned.tally.cells},
         {"done", planned.tally.finished.cells},
         {"shared", planned.tally.shared},
         {"seconds_left", planned.seconds ? Json(*planned.seconds) : Json(nullptr)},
         {"peak_memory_kib", planned.peak_kib > 0 ? Json(planned.peak_kib) : Json(nullptr)}});
  }
  print_json(document);
}

}  // namespace

int verb_plan(const study::StudyOptions& given, const study::ExperimentTable& experiments, bool measures,
              bool is_json) {
  const study::SelectionOptions& options = given.selected;
  const data::DataSource data = run::make_data_source(options);
  const run::SelectedBlocks selected = run::select_blocks(options, experiments, data);
  run::report_skipped(selected.skipped);
  records::RecordStore store(options.results().cells());
  Plan plan = plan_of(selected, store, options.profile);
  if (measures) {
    const std::vector<study::Cell> cells = cells_to_measure(plan, store);
    std::vector<const study::Cell*> pointers;
    for (const study::Cell& cell : cells) pointers.push_back(&cell);
    measure_cells(given, pointers);
    plan = plan_of(selected, store, options.profile);
  }
  is_json ? print_document(plan, options.profile) : print_plan(plan);
  print_seen_lines(store.warnings());
  return kOk;
}

}  // namespace preimage::suite::cli
