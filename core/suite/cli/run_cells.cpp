#include "suite/cli/run_cells.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/named_points.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/records/left_overs.hpp"
#include "suite/run/cell_times.hpp"
#include "suite/run/fitting_learners.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/plans.hpp"
#include "suite/run/process_pool.hpp"
#include "suite/run/progress.hpp"
#include "suite/run/required_programs.hpp"

namespace preimage::suite::cli {

namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What a run knows of its workers, from their lines, "start KEY", "done KEY ok|failed" and "waits for WHO, ...",
/// and from their ends.
struct WorkerWatch {
  run::WorkLeft work;                // of the cells that they run
  std::vector<int> fruitless;        // ends of each since the last finished cell
  std::set<std::string> waits = {};  // whom they wait for, as they have said
  bool has_data_error = false;       // one could not read or write

  void on_line(std::size_t worker, const std::string& line, run::Progress& progress) {
    constexpr std::string_view kStart = "start ";
    const bool is_new_wait =
        line.starts_with("waits for ") && waits.insert(line.substr(0, line.find(','))).second;
    if (is_new_wait) progress.warn(line);
    if (line.starts_with(kStart)) work.started(worker, line.substr(kStart.size()), steady_seconds());
    if (!line.starts_with("done ")) return;
    work.finished(worker, steady_seconds());
    progress.finished(line.ends_with(" ok"));
    fruitless[worker] = 0;
  }
  /// Whether the worker is to be replaced: it was killed, and not time after time before it finished a cell.
  /// One that left by itself has said why, and the next would find the same.
  bool on_exit(std::size_t worker, const run::WorkerExit& ended, run::Progress& progress) {
    constexpr int kMaxFruitless = 3;
    work.gave_up(worker);
    if (ended.ok() || ended.code == kCellsFailed) return false;
    progress.note(fmt::format("worker {}: {}", worker + 1, ended.text()));
    if (ended.signal == 0 && ended.code == kData) has_data_error = true;
    return ended.signal != 0 && ++fruitless[worker] <= kMaxFruitless;
  }
};

run::Program worker_of(const study::StudyOptions& options, const std::vector<std::string>& part,
                       std::vector<std::pair<std::string, std::string>> environment) {
  std::vector<std::string> words = study::study_arguments(options);
  words.insert(words.begin(), part.begin(), part.end());
  words.insert(words.begin(), "work");
  return run::program_of(data::own_executable(), words, std::move(environment));
}

std::vector<run::Program> workers_of(const study::StudyOptions& options, std::size_t open,
                                     const std::string& run) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int wanted = options.run.jobs > 0 ? options.run.jobs : cores;
  const int jobs = std::min(wanted, static_cast<int>(open));
  std::vector<run::Program> workers;
  for (int shard = 0; shard < jobs; ++shard) {
    workers.push_back(
        worker_of(options, {"--shard", fmt::format("{}/{}", shard + 1, jobs)}, {{run::kRunVariable, run}}));
  }
  return workers;
}

/// More threads than cores slow all of them down.
void warn_of_threads(const study::RunOptions& options, std::size_t jobs) {
  const unsigned cores = std::thread::hardware_concurrency();
  const auto threads = static_cast<std::size_t>(options.threads.value_or(1));
  if (cores == 0 || threads == 1 || threads * jobs <= cores) return;
  std::cerr << fmt::format(
      "{} workers of {} threads each on {} cores: `--jobs {}` gives each thread a core\n", jobs, threads,
      cores, std::max<std::size_t>(1, cores / threads));
}

/// What a run of more than a minute is expected to take, where that is known.
void say_time(const run::WorkLeft& left, std::size_t workers) {
  constexpr double kShort = 60.0;
  const std::optional<double> seconds = left.at(0.0);
  if (!seconds || *seconds < kShort) return;
  std::cerr << fmt::format("about {} with {} {}\n", run::duration_text(*seconds), workers,
                           workers == 1 ? "worker" : "workers");
}

/// Returns as PlannedRun::run.
ExitCode run_open_cells(PlannedRun& planned) {
  if (!planned.options.run.quiet)
    std::cerr << fmt::format("{} cells, {} to run\n", planned.cells.size(), planned.open.size());
  if (planned.open.empty()) return kOk;
  const std::vector<run::Program> workers = workers_of(planned.options, planned.open.size(), planned.name);
  warn_of_threads(planned.options.run, workers.size());
  std::ostream terminal(plain_standard_error());
  run::CellTimes times = run::CellTimes::of_reference(planned.options.selected.profile);
  times.read_finished(planned.cells, planned.store);
  run::WorkLeft left(planned.open, times, workers.size());
  if (!planned.options.run.quiet) say_time(left, workers.size());
  WorkerWatch watch{std::move(left), std::vector<int>(workers.size())};
  run::Progress progress(
      static_cast<long>(planned.cells.size()), static_cast<long>(planned.cells.size() - planned.open.size()),
      terminal,
      {run::progress_mode(planned.options.run.quiet, STDERR_FILENO), run::terminal_columns(STDERR_FILENO)},
      steady_seconds, [&](double now) { return watch.work.at(now); });
  run::PoolEvents events;
  events.on_line = [&](std::size_t worker, const std::string& line) {
    watch.on_line(worker, line, progress);
  };
  events.on_exit = [&](std::size_t worker, const run::WorkerExit& ended) {
    return watch.on_exit(worker, ended, progress);
  };
  events.on_tick = [&] { progress.tick(); };
  const run::PoolResult result = run::run_processes(workers, events);
  progress.close();
  if (result.interrupted_by != 0) return kInterrupted;
  return watch.has_data_error ? kData : kOk;
}

/// Cells without a result for one and the same reason.
struct FailedCells {
  std::string reason;
  const study::Cell* first;
  std::size_t count;
};

/// One line per reason for which cells have no result, and the command that runs the first again; how many
/// cells there are. What a learner's program has wrong in its predictions is one reason, whichever rows and
/// lines a fold has it on.
std::size_t report_failed(const std::vector<const study::Cell*>& cells, const study::StudyOptions& options,
                          records::RecordStore& store) {
  std::size_t failed = 0;
  std::vector<FailedCells> groups;
  std::map<std::string, std::size_t> places;  // in groups
  for (const study::Cell* cell : cells) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    if (record && record->status == "ok") continue;
    ++failed;
    const std::string reason = record ? record->reason : "not run";
    const bool is_of_predictions = reason.starts_with("predictions:");
    const auto [place, is_new] =
        places.emplace(is_of_predictions ? "predictions of " + *cell->learner : reason, groups.size());
    if (is_new) groups.push_back({reason, cell, 0});
    ++groups[place->second].count;
  }
  for (const auto& [reason, cell, count] : groups) {
    const std::string first =
        fmt::format("{} repetition {} fold {}", cell_words(*cell), cell->repetition, cell->outer_fold);
    print_line(
        "failed:", render::Tint::bad,
        fmt::format("{}{}: {}\n  again: {}", count > 1 ? fmt::format("{} cells alike, first ", count) : "",
                    first, reason, run::command_for(*cell, options)));
  }
  return failed;
}

}  // namespace

void measure_cells(study::StudyOptions options, const std::vector<const study::Cell*>& cells) {
  run::require_allowed(cells, options);
  for (const study::Cell* cell : cells) {
    options.run.only = cell->key.text();
    const run::PoolResult result = run::run_processes({worker_of(options, {}, {})}, {});
    if (result.interrupted_by != 0) throw DataError("interrupted: cells that are measured are kept");
  }
}

void say_many_folds(const study::Plan& plan) {
  constexpr std::size_t kMany = 20;
  for (const study::PlannedReading& planned : plan.readings) {
    if (!planned.reading->protocol.given_folds) continue;
    const std::size_t folds = planned.outer_folds;
    if (folds > kMany)
      std::cerr << fmt::format(
          "{}, {}: the fold column has {} different values, which makes {} outer folds and {} cells; where "
          "they name "
          "groups of rows, `group` in place of `fold` keeps them whole in as many folds as you ask for\n",
          planned.study->config, planned.reading->label(), folds, folds, planned.size());
    if (planned.study->point_reader != nullptr) return;  // of a sweep the points are alike
  }
}

void say_nested_intervals(const study::Plan& plan) {
  for (const study::PlannedReading& planned : plan.readings) {
    const std::size_t folds = planned.outer_folds, pairs = planned.fold_pairs;
    if (pairs > 0)
      std::cerr << fmt::format(
          "{}, {}: interval by nested cross-validation: {} x ({} folds + {} pairs of folds) = {} cells of "
          "each "
          "learner\n",
          planned.study->config, planned.reading->label(), planned.repetitions, folds, pairs,
          static_cast<std::size_t>(planned.repetitions) * (folds + pairs));
  }
}

PlannedRun::PlannedRun(const study::StudyOptions& of_run, const study::Plan& of_cells,
                       const data::DataSource& data)
    : options(of_run),
      plan(of_cells),
      store(options.selected.results().cells()),
      cells(run::chosen_cells(plan, options)),
      name(fmt::format("{}-{}", std::chrono::system_clock::now().time_since_epoch().count(), ::getpid())),
      in_use(records::share_records(options.selected.results())),
      open(run::OpenCells(store, options.run.force, name).among(cells)) {
  run::require_allowed(open, options);
  run::require_programs(open);
  if (!open.empty()) store.require_writable();
  run::require_fitting_learners(open, data);
  records::remove_left_overs(options.selected.out);
}

ExitCode PlannedRun::run() {
  if (!in_use) in_use = records::share_records(options.selected.results());
  if (!open.empty()) {
    say_many_folds(plan);
    say_nested_intervals(plan);
  }
  const ExitCode ended = run_open_cells(*this);
  if (ended == kInterrupted)
    std::cerr << "interrupted; finished cells are kept, the same command goes on from here\n";
  else
    records::remove_left_overs(options.selected.out);  // of processes that were still dying at the beginning
  return ended;
}

std::size_t PlannedRun::report(bool all_have_results) {
  print_lines(store.warnings());
  const std::size_t failed = all_have_results ? 0 : report_failed(cells, options, store);
  run::report_skipped(plan);  // again where it is seen: after the tables
  return failed;
}

}  // namespace preimage::suite::cli
