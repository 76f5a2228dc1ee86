#include <algorithm>
#include <chrono>
#include <iostream>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/temporary_file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/named_points.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/fitting_learners.hpp"
#include "suite/run/folder_runs.hpp"
#include "suite/run/folder_sweeps.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/run_notes.hpp"
#include "suite/tables/grid_warnings.hpp"
#include "suite/tables/result_files.hpp"
#include "suite/tables/run_warnings.hpp"
#include "suite/tables/write_tables.hpp"
#include "suite/workers/own_executable.hpp"
#include "suite/workers/process_pool.hpp"
#include "suite/workers/progress.hpp"

namespace preimage::suite::cli {

namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What the parent knows of its workers from their lines, "done KEY ok|failed" and "waits for WHO, ...", and their
/// ends.
class WorkerWatch {
 public:
  WorkerWatch(std::size_t workers, workers::Progress& progress) : fruitless_(workers), progress_(progress) {}

  void on_line(std::size_t worker, const std::string& line) {
    const bool is_new_wait =
        line.starts_with("waits for ") && waits_.insert(line.substr(0, line.find(','))).second;
    if (is_new_wait) progress_.warn(line);
    if (!line.starts_with("done ")) return;
    progress_.finished(line.ends_with(" ok"));
    fruitless_[worker] = 0;
  }
  /// Whether the worker is to be replaced: it was killed, and not time after time before it finished a cell.
  /// One that left by itself has said why, and the next would find the same.
  bool on_exit(std::size_t worker, const workers::WorkerExit& ended) {
    if (ended.ok() || ended.code == kCellsFailed) return false;
    progress_.note(fmt::format("worker {}: {}", worker + 1, ended.text()));
    if (ended.signal == 0 && ended.code == kData) has_data_error_ = true;
    return ended.signal != 0 && ++fruitless_[worker] <= kMostFruitless;
  }
  bool has_data_error() const { return has_data_error_; }

 private:
  static constexpr int kMostFruitless = 3;
  std::vector<int> fruitless_;   // ends since the last finished cell
  std::set<std::string> waits_;  // whom workers wait for, as they have said
  workers::Progress& progress_;
  bool has_data_error_ = false;
};

struct PoolOutcome {
  int interrupted_by = 0;
  bool data_error = false;  // a worker could not read or write
};

std::vector<workers::WorkerCommand> worker_commands(const study::StudyOptions& options, std::size_t open,
                                                    const std::string& run) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int wanted = options.run.jobs > 0 ? options.run.jobs : cores;
  const int jobs = std::min(wanted, static_cast<int>(open));
  std::vector<workers::WorkerCommand> commands;
  for (int shard = 0; shard < jobs; ++shard) {
    std::vector<std::string> arguments = {"work", "--shard", fmt::format("{}/{}", shard + 1, jobs)};
    const std::vector<std::string> rest = study::study_arguments(options);
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    commands.push_back({arguments, {{run::kRunVariable, run}}});
  }
  return commands;
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

/// cells  how many there are, open ones among them
PoolOutcome run_open_cells(const study::StudyOptions& options, std::size_t cells, std::size_t open,
                           const std::string& run) {
  if (!options.run.quiet) std::cerr << fmt::format("{} cells, {} to run\n", cells, open);
  if (open == 0) return {};
  std::ostream terminal(plain_standard_error());
  workers::Progress progress(static_cast<long>(cells), static_cast<long>(cells - open), terminal,
                             workers::progress_mode(options.run.quiet, STDERR_FILENO), steady_seconds);
  const std::vector<workers::WorkerCommand> commands = worker_commands(options, open, run);
  warn_of_threads(options.run, commands.size());
  WorkerWatch watch(commands.size(), progress);
  workers::PoolEvents events;
  events.on_line = [&](std::size_t worker, const std::string& line) { watch.on_line(worker, line); };
  events.on_exit = [&](std::size_t worker, const workers::WorkerExit& ended) {
    return watch.on_exit(worker, ended);
  };
  events.on_tick = [&] { progress.tick(); };
  const workers::PoolResult result = workers::run_processes(workers::own_executable(), commands, events);
  progress.close();
  return {result.interrupted_by, watch.has_data_error()};
}

/// One line per cell without a result, and the command that runs it again; how many there are.
std::size_t report_failed(const std::vector<const study::Cell*>& cells, const study::StudyOptions& options,
                          records::RecordStore& store) {
  std::size_t failed = 0;
  for (const study::Cell* cell : cells) {
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    if (record && record->status == "ok") continue;
    ++failed;
    std::cerr << fmt::format("failed: {} repetition {} fold {}: {}\n  again: {}\n", cell_words(*cell),
                             cell->repetition, cell->outer_fold, record ? record->reason : "not run",
                             run::command_for(*cell, options));
  }
  return failed;
}

}  // namespace

int run_and_report(const study::StudyOptions& options, const run::Selection& selection,
                   const data::DataSource& data, const AroundCells& around) {
  records::RecordStore store(options.selected.results().cells());
  const std::vector<const study::Cell*> cells = run::chosen_cells(selection, options);
  const std::string run =
      fmt::format("{}-{}", std::chrono::system_clock::now().time_since_epoch().count(), ::getpid());
  const std::vector<const study::Cell*> open = run::OpenCells(store, options.run.force, run).among(cells);
  run::require_allowed(open, options);
  if (!open.empty()) store.require_writable();
  run::require_fitting_learners(open, data);
  base::remove_left_overs(options.selected.out);
  around.before(store);
  const PoolOutcome outcome = run_open_cells(options, cells.size(), open.size(), run);
  if (outcome.interrupted_by != 0) {
    std::cerr << "interrupted; finished cells are kept, the same command goes on from here\n";
    return kInterrupted;
  }
  base::remove_left_overs(options.selected.out);  // of processes that were still dying at the beginning
  if (outcome.data_error) return kData;
  const std::size_t not_finite = around.after(store);
  for (const std::string& warning : store.warnings()) std::cerr << warning << "\n";
  const std::size_t failed = report_failed(cells, options, store);
  run::report_skipped(selection);  // again where it is seen: after the tables
  return failed + not_finite > 0 ? kCellsFailed : kOk;
}

int verb_run(const study::StudyOptions& options) {
  const data::DataSource data = run::make_data_source(options.selected);
  const run::Selection selection = run::select(options.selected, data);
  run::report_skipped(selection);
  for (const study::Study& study : selection.studies)
    tables::require_own_name(study, options.selected.out);  // before hours of work
  const auto note = [&](records::RecordStore&) { run::note_runs(selection, options.selected, data); };
  const auto print = [&](records::RecordStore& store) {
    const std::size_t not_finite =
        tables::print_tables(selection, store, options.selected, data, records::OptionalWriting(false),
                             options.run.predictions)
            .not_finite;
    if (!options.run.quiet)
      std::cerr << "tables and figures: "
                << options.selected.results().profile(options.selected.profile).string() << "\n";
    std::vector<std::string> warnings = tables::grid_warnings(selection, store);
    for (std::string& warning : tables::run_warnings(selection, store, data, false))
      warnings.push_back(std::move(warning));
    for (const std::string& warning : warnings) std::cerr << "warning: " << warning << "\n";
    return not_finite;
  };
  return run_and_report(options, selection, data, {note, print});
}

namespace {

/// Tables of dashes would look like results.
void require_some_record(const run::FolderRuns& runs, const records::RecordStore& store,
                         const study::SelectionOptions& options) {
  std::size_t count = 0;
  for (const run::FolderPart& part : runs.parts) {
    const std::vector<const study::Cell*> cells = part.selection.distinct_cells();
    count += cells.size();
    if (std::any_of(cells.begin(), cells.end(), [&](const study::Cell* cell) {
          return std::filesystem::exists(store.path_of(cell->key));
        }))
      return;
  }
  if (count == 0) return;
  const bool is_swept = !run::sweeps_alone(options).empty();
  throw DataError(fmt::format(
      "{}: no record of the {} cells of profile '{}'; `preimage run` with the same "
      "arguments computes them{}",
      options.out.string(), count, runs.parts.front().options.profile,
      is_swept ? "; here are sweeps alone, which `table` and `report` without a config show" : ""));
}

/// What `sweep` printed, of each.
void print_summaries(const std::vector<std::filesystem::path>& sweeps) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  for (const std::filesystem::path& sweep : sweeps)
    std::cout << (sweep == sweeps.front() ? "" : "\n") << base::read_file(sweep / "summary.txt", kMostBytes);
}

}  // namespace

int verb_table(const study::StudyOptions& options, bool has_profile) {
  if (options.selected.configs.empty()) {
    if (!std::filesystem::exists(options.selected.out))
      throw DataError(
          fmt::format("{}: no such folder: `preimage run` makes it", options.selected.out.string()));
    const std::vector<std::filesystem::path> sweeps = run::sweeps_alone(options.selected);
    if (!sweeps.empty() && options.run.predictions)
      throw ConfigError("--predictions: nothing but sweeps was run here, and tables of sweeps have none");
    print_summaries(sweeps);
    if (!sweeps.empty()) return kOk;
  }
  const run::FolderRuns runs = run::folder_runs(options.selected, has_profile, false);
  for (const std::string& remark : runs.remarks) std::cerr << remark << "\n";
  if (runs.parts.size() > 1 && options.run.predictions)
    throw ConfigError(
        "--predictions: configs were run here in several ways: name the config that it is about");
  records::RecordStore store(options.selected.results().cells());
  require_some_record(runs, store, options.selected);
  std::size_t lacking = 0;
  for (const run::FolderPart& part : runs.parts) {
    run::report_skipped(part.selection);
    const tables::PrintedTables printed =
        tables::print_tables(part.selection, store, part.options, part.data, records::OptionalWriting(true),
                             options.run.predictions);
    lacking += printed.incomplete + printed.not_finite;
  }
  for (const std::string& warning : store.warnings()) std::cerr << warning << "\n";
  return lacking > 0 || !runs.is_whole ? kCellsFailed : kOk;
}

}  // namespace preimage::suite::cli
