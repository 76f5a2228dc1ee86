#include <algorithm>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/json_output.hpp"
#include "suite/cli/run_cells.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/run/cell_times.hpp"
#include "suite/run/plans.hpp"
#include "suite/run/progress.hpp"

namespace preimage::suite::cli {

namespace {

/// What one line tells of: the cells of a learner in a reading, or in all points of a sweep.
struct Line {
  run::CellTimes::Name name;
  std::vector<std::pair<const study::PlannedReading*, std::size_t>> series =
      {};  // reading, and the learner's place in it
  std::size_t cells = 0, shared = 0;
  run::Timing finished = {};           // its peak is also that of failed ones
  std::optional<double> seconds = {};  // left on one core
  long peak_kib = 0;                   // 0: not known
};

/// Seconds left on one core; nothing where no like cell is known.
std::optional<double> seconds_left(const Line& line, const run::Timing* reference) {
  const std::size_t left = line.cells - line.finished.cells;
  if (left == 0) return 0.0;
  const run::Timing* known = line.finished.cells > 0 ? &line.finished : reference;
  const std::optional<double> seconds = known == nullptr ? std::nullopt : known->mean();
  return seconds ? std::optional(*seconds * static_cast<double>(left)) : std::nullopt;
}

std::vector<Line> lines_of(const study::Plan& plan) {
  std::vector<Line> lines;
  std::map<run::CellTimes::Name, std::size_t> places;
  for (const study::PlannedReading& planned : plan.readings) {
    run::CellTimes::Name name{planned.study->config, planned.reading->label(), ""};
    for (std::size_t l = 0; l < planned.reading->learners.size(); ++l) {
      name.learner = planned.reading->learners[l].name;
      const auto [found, is_new] = places.try_emplace(name, lines.size());
      if (is_new) lines.push_back({name});
      lines[found->second].series.emplace_back(&planned, l);
    }
  }
  return lines;
}

/// Counts cells, each once, and keeps none: two series with equal parameters have the same cells, as far as
/// both have repetitions.
class Counter {
 public:
  explicit Counter(records::RecordStore& store) : store_(store) {}

  void count(Line& line) {
    for (const auto& [planned, learner] : line.series) {
      const study::CellSeries series(*planned, learner);
      const std::size_t folds = planned->outer_folds,
                        repetitions = planned->repetitions_of(line.name.learner);
      count(series, 0, folds, repetitions, line);
      if (planned->fold_pairs > 0) count(series, folds, folds + planned->fold_pairs, repetitions, line);
    }
  }

 private:
  /// The folds from `begin` to before `end`.
  void count(const study::CellSeries& series, std::size_t begin, std::size_t end, std::size_t repetitions,
             Line& line) {
    std::size_t& counted = repetitions_counted_[{series.key_of_all(), begin}];
    const std::size_t first = std::min(counted, repetitions);
    line.shared += first * (end - begin);
    line.cells += (repetitions - first) * (end - begin);
    for (std::size_t repetition = first; repetition < repetitions; ++repetition) {
      for (std::size_t fold = begin; fold < end; ++fold) {
        const std::optional<records::ResultRecord> record = store_.find(series.cell(repetition, fold).key);
        if (!record) continue;
        const bool is_done = record->status == "ok";
        line.finished.add({is_done ? record->seconds : 0.0, record->peak_memory_kib, is_done ? 1U : 0U});
      }
    }
    counted = std::max(counted, repetitions);
  }

  records::RecordStore& store_;
  std::map<std::pair<std::string, std::size_t>, std::size_t>
      repetitions_counted_;  // by series and first fold
};

/// How much is left of a plan.
struct Estimate {
  std::vector<Line> lines;
  double seconds = 0.0;
  bool all_known = true;
};

Estimate estimate_of(const study::Plan& plan, records::RecordStore& store, const std::string& profile) {
  const run::CellTimes times = run::CellTimes::of_reference(profile);
  Counter counter(store);
  Estimate estimate{lines_of(plan)};
  for (Line& line : estimate.lines) {
    counter.count(line);
    const run::Timing* known = times.find(line.name);
    line.seconds = seconds_left(line, known);
    line.peak_kib = line.finished.peak_kib > 0 || known == nullptr ? line.finished.peak_kib : known->peak_kib;
    estimate.all_known = estimate.all_known && line.seconds.has_value();
    estimate.seconds += line.seconds.value_or(0.0);
  }
  return estimate;
}

/// Of each line without a finished cell the first one that has no record.
std::vector<study::Cell> cells_to_measure(const Estimate& estimate, records::RecordStore& store) {
  std::vector<study::Cell> cells;
  for (const Line& line : estimate.lines) {
    if (line.finished.cells > 0 || line.series.empty()) continue;
    const auto& [reading, learner] = line.series.front();
    study::Cell cell = study::CellSeries(*reading, learner).cell(0, 0);
    if (!store.find(cell.key)) cells.push_back(std::move(cell));
  }
  return cells;
}

/// "mine starts 250 programs (10 x (6 x 4 + 1))": of learners that are programs, a call for each inner fold and
/// value of their lists, and one for the outer fold.
void print_calls(const Line& line) {
  const auto& [planned, place] = line.series.front();
  const study::Reading& reading = *planned->reading;
  const registry::ParsedLearner& learner = reading.learners[place];
  const std::size_t open = line.cells - line.finished.cells;
  if (!learner.program || reading.experiment.outside || open == 0) return;
  std::size_t points = 1;
  for (const auto& [path, list] : reading.number_lists)
    if (path.starts_with("learners." + learner.name + ".")) points *= list.size();
  const std::size_t inner = reading.protocol.inner_folds;
  const bool is_chosen = points > 1 || reading.with_inner_loss.contains(learner.name);
  std::cout << fmt::format("{} starts {} program{}{}\n", learner.name,
                           open * (is_chosen ? points * inner + 1 : 1), !is_chosen && open == 1 ? "" : "s",
                           is_chosen ? fmt::format(" ({} x ({} x {} + 1))", open, points, inner) : "");
}

void print_estimate(const Estimate& estimate) {
  using render::Align;
  std::vector<Align> columns(8, Align::right);
  std::fill_n(columns.begin(), 3, Align::left);
  std::vector<std::vector<std::string>> rows = {
      {"config", "reading", "learner", "cells", "done", "shared", "left (1 core)", "MiB"}};
  for (const Line& line : estimate.lines) {
    rows.push_back({line.name.config, line.name.reading, line.name.learner, std::to_string(line.cells),
                    std::to_string(line.finished.cells), std::to_string(line.shared),
                    line.seconds ? run::duration_text(*line.seconds) : "unknown",
                    line.peak_kib > 0 ? std::to_string(line.peak_kib / 1024) : "unknown"});
  }
  std::cout << render::aligned_columns(columns, rows);
  for (const Line& line : estimate.lines) print_calls(line);
  std::cout << fmt::format("left on one core: {}\n",
                           estimate.all_known        ? run::duration_text(estimate.seconds)
                           : estimate.seconds == 0.0 ? "unknown; `--measure` runs a cell of each"
                                                     : "at least " + run::duration_text(estimate.seconds));
}

void print_document(const Estimate& estimate, const std::string& profile) {
  Json document = json_document("plan");
  document["profile"] = profile;
  document["seconds_left"] = estimate.seconds;
  document["all_known"] = estimate.all_known;
  document["lines"] = base::collect(estimate.lines, [](const Line& line) {
    return Json{{"config", line.name.config},
                {"reading", line.name.reading},
                {"learner", line.name.learner},
                {"cells", line.cells},
                {"done", line.finished.cells},
                {"shared", line.shared},
                {"seconds_left", line.seconds ? Json(*line.seconds) : Json(nullptr)},
                {"peak_memory_kib", line.peak_kib > 0 ? Json(line.peak_kib) : Json(nullptr)}};
  });
  print_json(document);
}

}  // namespace

int verb_plan(const study::StudyOptions& given, const study::ExperimentTable& experiments, bool measures,
              bool is_json) {
  const study::SelectionOptions& options = given.selected;
  const data::DataSource data = run::make_data_source(options);
  const study::Plan plan = run::count_configs(options, experiments, data);
  run::report_skipped(plan);
  say_nested_intervals(plan);
  records::RecordStore store(options.results().cells());
  Estimate estimate = estimate_of(plan, store, options.profile);
  if (measures) {
    const std::vector<study::Cell> cells = cells_to_measure(estimate, store);
    measure_cells(given, base::collect(cells, [](const study::Cell& cell) { return &cell; }));
    estimate = estimate_of(plan, store, options.profile);
  }
  is_json ? print_document(estimate, options.profile) : print_estimate(estimate);
  print_lines(store.warnings());
  return kOk;
}

}  // namespace preimage::suite::cli
