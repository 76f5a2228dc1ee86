#include <chrono>
#include <iostream>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "base/error.hpp"
#include "experiments/report.hpp"
#include "experiments/run_cell.hpp"
#include "experiments/verbs.hpp"
#include "workers/process_pool.hpp"
#include "workers/progress.hpp"

namespace preimage::experiments {

namespace {

constexpr const char* kRunVariable = "PREIMAGE_RUN";  // tells this run's records from older ones
constexpr const char* kRunWord = "run";

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Whether a cell needs work: no finished record, unless this very run tried it already. With --force only
/// this run's own records count.
bool is_open(const Cell& cell, records::RecordStore& store, bool force, const std::string& run) {
  const std::optional<records::ResultRecord> record = store.find(cell.key);
  if (!record) return true;
  const auto found = record->circumstances.find(kRunWord);
  const bool tried_now = found != record->circumstances.end() && found->second == run;
  return !tried_now && (force || record->status != "ok");
}

std::vector<const Cell*> open_cells(const Selection& selection, records::RecordStore& store, bool force,
                                    const std::string& run) {
  std::vector<const Cell*> open;
  for (const Cell* cell : selection.distinct_cells()) {
    if (is_open(*cell, store, force, run)) open.push_back(cell);
  }
  return open;
}

/// What the parent knows of its workers from their lines: "start KEY", "done KEY ok|failed".
class WorkerWatch {
 public:
  WorkerWatch(std::size_t workers, workers::Progress& progress) : in_flight_(workers), progress_(progress) {}

  void on_line(std::size_t worker, const std::string& line) {
    const std::size_t space = line.find(' ');
    const std::string word = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
    if (word == "start") in_flight_[worker] = rest;
    if (word == "done") {
      progress_.finished(rest.ends_with(" ok"));
      in_flight_[worker].clear();
    }
  }
  /// The cell a worker had begun and not ended; "" for none.
  const std::string& in_flight(std::size_t worker) const { return in_flight_[worker]; }

 private:
  std::vector<std::string> in_flight_;
  workers::Progress& progress_;
};

/// A worker that died took one cell along: that cell gets a record with the reason, and the others go on.
void record_death(const std::string& key, const std::string& how, const std::vector<const Cell*>& cells,
                  records::RecordStore& store, const std::string& run) {
  for (const Cell* cell : cells) {
    if (cell->key != key) continue;
    records::ResultRecord record = failed_record(*cell, "the worker process ended: " + how);
    record.circumstances[kRunWord] = run;
    store.put(record);
  }
}

struct PoolOutcome {
  int interrupted_by = 0;
  bool data_error = false;  // a worker could not read or write
};

/// One generation of workers over what is open.
PoolOutcome run_pool(const StudyOptions& options, const std::vector<const Cell*>& open,
                     records::RecordStore& store, const std::string& run, workers::Progress& progress) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int wanted = options.jobs > 0 ? options.jobs : cores;
  const int jobs = std::min(wanted, static_cast<int>(open.size()));
  std::vector<workers::WorkerCommand> commands;
  for (int shard = 0; shard < jobs; ++shard) {
    std::vector<std::string> arguments = {"work", "--shard", fmt::format("{}/{}", shard + 1, jobs)};
    const std::vector<std::string> rest = study_arguments(options);
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    commands.push_back({arguments, {{kRunVariable, run}}});
  }
  WorkerWatch watch(commands.size(), progress);
  workers::PoolEvents events;
  events.on_line = [&](std::size_t worker, const std::string& line) { watch.on_line(worker, line); };
  events.on_tick = [&] { progress.tick(); };
  const workers::PoolResult result = workers::run_processes(workers::own_executable(), commands, events);
  PoolOutcome outcome{result.interrupted_by, false};
  if (result.interrupted_by != 0) return outcome;
  for (std::size_t w = 0; w < result.workers.size(); ++w) {
    const workers::WorkerExit& ended = result.workers[w];
    if (ended.ok()) continue;
    if (ended.signal == 0 && ended.code == kData) outcome.data_error = true;
    progress.note(fmt::format("worker {}: {}", w + 1, ended.text()));
    if (!watch.in_flight(w).empty() && !outcome.data_error) {
      record_death(watch.in_flight(w), ended.text(), open, store, run);
      progress.finished(false);
    }
  }
  return outcome;
}

PoolOutcome run_open_cells(const StudyOptions& options, const Selection& selection,
                           records::RecordStore& store) {
  const std::string run =
      fmt::format("{}-{}", std::chrono::system_clock::now().time_since_epoch().count(), ::getpid());
  std::vector<const Cell*> open = open_cells(selection, store, options.force, run);
  const std::size_t total = selection.distinct_cells().size();
  std::cerr << fmt::format("{} cells, {} to run\n", total, open.size());
  if (open.empty()) return {};
  workers::Progress progress(static_cast<long>(total), static_cast<long>(total - open.size()), std::cerr,
                             workers::progress_mode(options.quiet, STDERR_FILENO), steady_seconds);
  PoolOutcome outcome;
  while (!open.empty() && outcome.interrupted_by == 0 && !outcome.data_error) {
    const std::size_t before = open.size();
    outcome = run_pool(options, open, store, run, progress);
    open = open_cells(selection, store, options.force, run);
    if (open.size() == before) break;  // the workers get nowhere; the table will say what is missing
  }
  progress.close();
  return outcome;
}

}  // namespace

int verb_run(const StudyOptions& options) {
  const DataSource data = make_data_source(options);
  const Selection selection = select(options, data);
  report_skipped(selection);
  records::RecordStore store(options.out / "cells");
  const PoolOutcome outcome = run_open_cells(options, selection, store);
  if (outcome.interrupted_by != 0) {
    std::cerr << "interrupted; finished cells are kept, the same command goes on from here\n";
    return kInterrupted;
  }
  if (outcome.data_error) return kData;
  const std::vector<WrittenTable> tables = write_reports(selection, store, options, data);
  std::size_t failed = 0;
  for (const WrittenTable& table : tables) {
    std::cout << table.text << "\n";
    failed += table.failed + table.missing;
  }
  for (const std::string& warning : store.warnings()) std::cerr << warning << "\n";
  if (options.predictions) write_predictions(selection, store, data, *options.predictions);
  std::cerr << "tables and figures: " << (options.out / options.profile).string() << "\n";
  for (const Cell* cell : selection.distinct_cells()) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    if (record && record->status == "ok") continue;
    std::cerr << fmt::format("failed: {} {} {} repetition {} fold {}: {}\n", cell->study->config,
                             cell->reading->name, cell->learner->name, cell->repetition, cell->outer_fold,
                             record ? record->reason : "not run");
  }
  report_skipped(selection);  // again where it is seen: after the tables
  return failed > 0 ? kCellsFailed : kOk;
}

int verb_work(const StudyOptions& options) {
  const DataSource data = make_data_source(options);
  const Selection selection = select(options, data);
  records::RecordStore store(options.out / "cells");
  const char* run_variable = std::getenv(kRunVariable);
  const std::string run = run_variable != nullptr ? run_variable : fmt::format("shard-{}", ::getpid());
  const std::vector<const Cell*> open = open_cells(selection, store, options.force, run);
  CellRunner runner(data);
  // Each worker starts in its own stretch and then takes what the others have left; claims keep them apart.
  const std::size_t start =
      open.size() * static_cast<std::size_t>(options.shard) / static_cast<std::size_t>(options.shards);
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Cell& cell = *open[(start + i) % open.size()];
    const std::optional<records::Claim> claim = store.try_claim(cell.key);
    if (!claim || !is_open(cell, store, options.force, run)) continue;
    std::cout << "start " << cell.key << std::endl;
    records::ResultRecord record = runner.run(cell);
    record.circumstances[kRunWord] = run;
    store.put(record);
    std::cout << "done " << cell.key << " " << record.status << std::endl;
  }
  return kOk;
}

int verb_table(const StudyOptions& options) {
  const DataSource data = make_data_source(options);
  const Selection selection = select(options, data);
  report_skipped(selection);
  records::RecordStore store(options.out / "cells");
  std::size_t incomplete = 0;
  for (const WrittenTable& table : write_reports(selection, store, options, data)) {
    std::cout << table.text << "\n";
    incomplete += table.failed + table.missing;
  }
  for (const std::string& warning : store.warnings()) std::cerr << warning << "\n";
  if (options.predictions) write_predictions(selection, store, data, *options.predictions);
  return incomplete > 0 ? kCellsFailed : kOk;
}

}  // namespace preimage::experiments
