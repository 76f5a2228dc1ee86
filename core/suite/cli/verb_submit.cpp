#include <algorithm>
#include <iostream>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/error.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/named_points.hpp"
#include "suite/cli/run_cells.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/render/sweep_text.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/sweep_folder.hpp"
#include "suite/run/cell_times.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/fitting_learners.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/progress.hpp"
#include "suite/run/run_notes.hpp"
#include "suite/run/slurm.hpp"

namespace preimage::suite::cli {

namespace {

run::Job job_of(const SubmitOptions& options, const data::DataSource& data) {
  run::Job job;
  job.study = options.study;
  job.study.selected.configs = run::selected_configs(options.study.selected);
  // Nodes may have another environment than this host.
  if (!job.study.selected.data) job.study.selected.data = data.search.environment;
  job.study.selected = study::independent_of_place(std::move(job.study.selected));
  job.engine = options.engine;
  job.sbatch = options.sbatch;
  job.program = data::own_executable();
  if (const char* root = std::getenv("PREIMAGE_ROOT"); root != nullptr && *root != '\0')
    job.root = std::filesystem::absolute(root).string();
  job.code = run::circumstances().at("code");
  job.blas_core = run::blas_facts().core;
  if (job.blas_core == "unknown") job.blas_core.clear();
  return job;
}

/// What a cell is taken for whose like was never timed: more than most take, so that the chunks come out small.
constexpr double kUnknownSeconds = 60.0;
/// More commands than these are printed only where they are asked for: each has a file of its own, synced.
constexpr std::size_t kMaxCommands = 1000;

/// What the cells of a job are expected to cost, for dealing them out: never a result.
struct CellCosts {
  std::vector<double> seconds;  // in the order of the cells
  std::size_t unknown = 0;      // how many of them are kUnknownSeconds
  double sum() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }
};

/// cost  reads up to 5 records of a reading's learner
CellCosts costs_of(const run::Selection& selection, const std::vector<const study::Cell*>& open,
                   records::RecordStore& store, const std::string& profile) {
  run::CellTimes times = run::CellTimes::of_reference(profile);
  times.read_finished(selection.distinct_cells(), store);
  CellCosts costs;
  for (const study::Cell* cell : open) {
    const std::optional<double> seconds = times.seconds(*cell);
    costs.seconds.push_back(seconds.value_or(kUnknownSeconds));
    costs.unknown += seconds ? 0 : 1;
  }
  return costs;
}

/// As many as were asked for, else as run::chunk_count says.
std::size_t chunk_count(const SubmitOptions& options, const CellCosts& costs, std::size_t most) {
  if (!options.chunks) {
    const bool is_slurm = options.engine == "slurm";  // which has a limit of its own
    return run::chunk_count(costs.seconds, is_slurm ? most : std::min(most, kMaxCommands));
  }
  if (*options.chunks > most) {
    throw ConfigError(fmt::format("--chunks {}: expected at most {}, the MaxArraySize of this cluster",
                                  *options.chunks, most));
  }
  return std::min(*options.chunks, costs.seconds.size());
}

/// The keys of each chunk: stretches of the cells' order that differ by one cell at most. Neighbours share a draw.
std::vector<std::vector<records::CellKey>> stretches_of(const std::vector<const study::Cell*>& cells,
                                                        std::size_t count) {
  std::vector<std::vector<records::CellKey>> keys(count);
  for (std::size_t i = 0; i < cells.size(); ++i) keys[i * count / cells.size()].push_back(cells[i]->key);
  return keys;
}

/// throws  DataError where a job that is queued or runs has one of these cells: two tasks would compute it
void require_not_queued(const std::filesystem::path& out, const std::vector<const study::Cell*>& open) {
  std::vector<records::CellKey> keys;
  for (const study::Cell* cell : open) keys.push_back(cell->key);
  std::vector<run::StoredJob> jobs = run::with_any_of(run::stored_jobs(out), std::move(keys));
  std::erase_if(jobs, [](const run::StoredJob& stored) { return stored.job.engine != "slurm"; });
  if (jobs.empty()) return;
  const run::Queue queue = run::queue_of(jobs);
  for (const run::StoredJob& stored : jobs) {
    if (!queue.contains(stored.name())) continue;
    throw DataError(fmt::format(
        "{} has some of these cells and is in the queue still ({}): wait for it, or "
        "`scancel {}`",
        stored.folder.string(), run::queue_text(queue, stored), fmt::join(stored.slurm_options(), " ")));
  }
}

/// throws  ConfigError where a command would take more than one line
void require_one_line(const run::Job& job) {
  if (run::task_command(job, "").find('\n') != std::string::npos)
    throw ConfigError("--engine commands: expected paths and values without a line break");
}

void print_commands(const run::StoredJob& stored) {
  for (std::size_t chunk = 0; chunk < stored.job.chunks; ++chunk)
    std::cout << run::task_command(stored.job,
                                   study::shell_quoted(run::chunk_path(stored.folder, chunk).string()))
              << "\n";
}

/// Its number goes to standard output. Of a job that Slurm did not take nothing is left.
void hand_over(const run::StoredJob& stored) {
  try {
    const run::JobNumber job = run::submit_to_slurm(stored);
    run::store_number(stored, job);
    std::cout << job.number << "\n";
  } catch (const run::NotSubmittedError&) {
    run::discard_job(stored);
    throw;
  }
}

/// What `collect` writes has names of its own in the folder of results.
void require_free_names(const run::Selection& selection, const study::StudyOptions& options) {
  for (const study::Study& study : selection.studies) {
    if (options.selected.sweep.is_on()) {
      results::sweep_name(options, study);
    } else {
      results::require_own_name(selection, study, options.selected);
    }
  }
}

/// Where something was run before: which points are submitted again because they failed, or else which are open.
void name_what_is_left(const std::vector<const study::Cell*>& cells,
                       const std::vector<const study::Cell*>& open, records::RecordStore& store,
                       const records::ResultsFolder& results) {
  if (!std::filesystem::exists(results.cells())) return;
  std::vector<NamedPoint> points = open_points(open, store);
  const bool any_failed =
      std::any_of(points.begin(), points.end(), [](const NamedPoint& point) { return point.has_failed; });
  if (!any_failed && open.size() == cells.size()) return;
  if (any_failed) std::erase_if(points, [](const NamedPoint& point) { return !point.has_failed; });
  if (!points.empty()) std::cerr << (any_failed ? "failed before:\n" : "left:\n") << lines_of(points);
}

/// Where a cost is not known nothing is said of the sum but what it was assumed from.
std::string plan_text(const run::Job& job, const CellCosts& costs) {
  const std::string each = run::duration_text(costs.sum() / static_cast<double>(job.chunks));
  std::string text = fmt::format("{} cells in {} chunks", job.cells, job.chunks);
  text +=
      costs.unknown == 0 ? fmt::format(" of about {} each\n", each) : ", how long each takes is unknown\n";
  if (costs.unknown > 0) {
    text += fmt::format(
        "{} of them were never timed, nor any of their config and learner: only to cut the job {:g} s each "
        "are assumed, {} a chunk\n",
        costs.unknown, kUnknownSeconds, each);
  }
  return text;
}

void announce_plan(const run::Job& job, const CellCosts& costs) {
  const std::string all = run::duration_text(costs.sum());
  std::cout << "would submit " << plan_text(job, costs)
            << (costs.unknown == 0
                    ? fmt::format("together about {} of one core\n", all)
                    : fmt::format(
                          "together unknown; {} of one core if the assumption held, which nothing says\n",
                          all));
}

void announce(const run::StoredJob& stored, const CellCosts& costs) {
  std::cerr << plan_text(stored.job, costs);
  const std::string out = study::shell_quoted(stored.job.study.selected.out.string());
  std::cerr << fmt::format("job {} in {}\nthen: preimage status {} --out {}; preimage collect {} --out {}\n",
                           stored.id, stored.folder.string(), stored.id, out, stored.id, out);
}

}  // namespace

int verb_submit(const SubmitOptions& options, const study::ExperimentTable& experiments) {
  run::require_plain_options(options.sbatch);
  const data::DataSource data = run::make_data_source(options.study.selected);
  const run::Selection selection = run::select(options.study.selected, experiments, data);
  run::report_skipped(selection.skipped);
  require_free_names(selection, options.study);
  run::Job job = job_of(options, data);
  records::RecordStore store(job.study.selected.results().cells());
  const std::vector<const study::Cell*> cells = run::chosen_cells(selection, options.study);
  const std::vector<const study::Cell*> open =
      run::OpenCells(store, options.study.run.force, "").among(cells);
  if (!options.dry_run) run::require_allowed(open, options.study);
  run::require_fitting_learners(open, data);
  if (!open.empty()) say_many_folds(selection);
  std::cerr << fmt::format("{} cells, {} to run\n", cells.size(), open.size());
  name_what_is_left(cells, open, store, job.study.selected.results());
  if (open.empty()) return kOk;
  const bool is_slurm = options.engine == "slurm";
  const CellCosts costs = costs_of(selection, open, store, options.study.selected.profile);
  job.chunks = chunk_count(options, costs, is_slurm ? run::max_array_size() : open.size());
  job.cells = open.size();
  if (options.dry_run) {
    announce_plan(job, costs);
    return kOk;
  }
  if (!is_slurm) require_one_line(job);
  // Of two at one instant one looks into the queue when the other's job is in it.
  const records::FileLock lock = records::lock_for(job.study.selected.results(), "submissions");
  if (is_slurm) require_not_queued(job.study.selected.out, open);
  const run::StoredJob stored = run::store_job(job, stretches_of(open, job.chunks));
  is_slurm ? hand_over(stored) : print_commands(stored);
  // Until here the job's folder has held the records.
  if (job.study.selected.sweep.is_on()) {
    results::write_sweep(selection, job.study, store, render::sweep_forms);
  } else {
    run::note_runs(selection, job.study.selected, data);
  }
  announce(stored, costs);
  return kOk;
}

}  // namespace preimage::suite::cli
