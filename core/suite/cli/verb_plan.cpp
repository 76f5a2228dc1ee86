#include <algorithm>
#include <iostream>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/run/selection.hpp"
#include "suite/run/timings.hpp"
#include "suite/workers/progress.hpp"

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
  const std::optional<double> seconds = run::seconds_per_cell(tally.finished, reference);
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
    const std::string reading = block.reading.label();
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
    for (const auto& [block, learner] : line.series) add(study::CellSeries(*block, learner), *block, tally);
    return tally;
  }

 private:
  void add(const study::CellSeries& series, const study::CellBlock& block, Tally& tally) {
    std::size_t& counted = repetitions_counted_[series.key_of_all()];
    const std::size_t first = std::min(counted, block.repetitions);
    tally.shared += first * block.outer_folds;
    for (std::size_t repetition = first; repetition < block.repetitions; ++repetition) {
      for (std::size_t fold = 0; fold < block.outer_folds; ++fold) add(series.cell(repetition, fold), tally);
    }
    counted = std::max(counted, block.repetitions);
  }

  void add(const study::Cell& cell, Tally& tally) {
    ++tally.cells;
    const std::optional<records::ResultRecord> record = store_.find(cell.key);
    if (!record) return;
    tally.peak_memory_kib = std::max(tally.peak_memory_kib, record->peak_memory_kib);
    if (record->status != "ok") return;
    ++tally.finished.cells;
    tally.finished.seconds += record->seconds;
  }

  records::RecordStore& store_;
  std::map<std::string, std::size_t> repetitions_counted_;  // by series
};

}  // namespace

int verb_plan(const study::SelectionOptions& options) {
  const data::DataSource data = run::make_data_source(options);
  const run::SelectedBlocks selected = run::select_blocks(options, data);
  run::report_skipped(selected.skipped);
  records::RecordStore store(options.results().cells());
  const run::ReferenceTimings reference(
      records::ResultsFolder(data::project_root() / "results" / "reference").timings("quick"));
  Counter counter(store);
  double known_seconds = 0.0;
  bool all_known = true;
  std::cout << fmt::format("{:<24} {:<22} {:<24} {:>6} {:>6} {:>7} {:>12} {:>9}\n", "config", "reading",
                           "learner", "cells", "done", "shared", "left (1 core)", "MiB");
  for (const Line& line : lines_of(selected)) {
    const Tally tally = counter.tally_of(line);
    const run::Timing* known = reference.find(line.study->config, line.learner);
    const std::optional<double> seconds = estimate(tally, known);
    const long peak_kib =
        tally.peak_memory_kib > 0 || known == nullptr ? tally.peak_memory_kib : known->peak_kib;
    all_known = all_known && seconds.has_value();
    known_seconds += seconds.value_or(0.0);
    std::cout << fmt::format("{:<24} {:<22} {:<24} {:>6} {:>6} {:>7} {:>12} {:>9}\n", line.study->config,
                             line.reading, line.learner, tally.cells, tally.finished.cells, tally.shared,
                             seconds ? workers::duration_text(*seconds) : "unknown",
                             peak_kib > 0 ? std::to_string(peak_kib / 1024) : "unknown");
  }
  std::cout << fmt::format("left on one core: {}{}\n", all_known ? "" : "at least ",
                           workers::duration_text(known_seconds));
  for (const std::string& warning : store.warnings()) std::cerr << warning << "\n";
  return kOk;
}

}  // namespace preimage::suite::cli
