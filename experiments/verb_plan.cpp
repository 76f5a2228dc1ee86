#include <iostream>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "experiments/selection.hpp"
#include "experiments/timings.hpp"
#include "experiments/verbs.hpp"
#include "workers/progress.hpp"

namespace preimage::experiments {

namespace {

struct Tally {
  std::size_t cells = 0, shared = 0;
  Timing finished;
  long peak_memory_kib = 0;  // of the failed ones, too
};

/// Seconds left on one core; nothing where no like cell is known.
std::optional<double> estimate(const Tally& tally, const Timing* reference) {
  const std::size_t left = tally.cells - tally.finished.cells;
  if (left == 0) return 0.0;
  const std::optional<double> seconds = seconds_per_cell(tally.finished, reference);
  return seconds ? std::optional(*seconds * static_cast<double>(left)) : std::nullopt;
}

/// All cells of one line, in order.
using Cells = std::vector<const Cell*>;

/// The cells by reading and learner: the points of a sweep are one reading.
std::vector<std::pair<const SelectedReading*, Cells>> lines_of(const Selection& selection) {
  std::vector<std::pair<const SelectedReading*, Cells>> lines;
  std::map<std::tuple<const Study*, std::string, std::string>, std::size_t> places;
  for (const SelectedReading& selected : selection.readings) {
    for (const Cell& cell : selected.cells) {
      const auto [found, is_new] =
          places.try_emplace({selected.study, selected.reading->name, cell.learner->name}, lines.size());
      if (is_new) lines.push_back({&selected, {}});
      lines[found->second].second.push_back(&cell);
    }
  }
  return lines;
}

Tally tally_of(const Cells& cells, records::RecordStore& store, std::set<std::string>& seen) {
  Tally tally;
  for (const Cell* planned : cells) {
    const Cell& cell = *planned;
    if (!seen.insert(cell.key).second) {
      ++tally.shared;
      continue;
    }
    ++tally.cells;
    const std::optional<records::ResultRecord> record = store.find(cell.key);
    if (!record) continue;
    tally.peak_memory_kib = std::max(tally.peak_memory_kib, record->peak_memory_kib);
    if (record->status != "ok") continue;
    ++tally.finished.cells;
    tally.finished.seconds += record->seconds;
  }
  return tally;
}

}  // namespace

int verb_plan(const StudyOptions& options) {
  const DataSource data = make_data_source(options);
  const Selection selection = select(options, data);
  report_skipped(selection);
  records::RecordStore store(options.out / "cells");
  const ReferenceTimings reference(project_root() / "results" / "reference" / "quick" / "timings.csv");
  std::set<std::string> seen;
  double known_seconds = 0.0;
  bool all_known = true;
  std::cout << fmt::format("{:<24} {:<22} {:<24} {:>6} {:>6} {:>7} {:>12} {:>9}\n", "config", "reading",
                           "learner", "cells", "done", "shared", "left (1 core)", "MiB");
  for (const auto& [selected, cells] : lines_of(selection)) {
    const std::string& learner = cells.front()->learner->name;
    const Tally tally = tally_of(cells, store, seen);
    const Timing* known = reference.find(selected->study->config, learner);
    const std::optional<double> seconds = estimate(tally, known);
    const long peak_kib =
        tally.peak_memory_kib > 0 || known == nullptr ? tally.peak_memory_kib : known->peak_kib;
    all_known = all_known && seconds.has_value();
    known_seconds += seconds.value_or(0.0);
    std::cout << fmt::format("{:<24} {:<22} {:<24} {:>6} {:>6} {:>7} {:>12} {:>9}\n", selected->study->config,
                             selected->reading->label(), learner, tally.cells, tally.finished.cells,
                             tally.shared, seconds ? workers::duration_text(*seconds) : "unknown",
                             peak_kib > 0 ? std::to_string(peak_kib / 1024) : "unknown");
  }
  std::cout << fmt::format("left on one core: {}{}\n", all_known ? "" : "at least ",
                           workers::duration_text(known_seconds));
  for (const std::string& warning : store.warnings()) std::cerr << warning << "\n";
  return kOk;
}

}  // namespace preimage::experiments
