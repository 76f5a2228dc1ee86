#include <algorithm>
#include <iostream>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/named_points.hpp"
#include "suite/cli/run_summary.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/cli/write_tables.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/render/sweep_text.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/open_reasons.hpp"
#include "suite/run/plans.hpp"

namespace preimage::suite::cli {

namespace {

/// Jobs whose cells the plan does not have, on standard error, and what became of those that were not done.
void report_outdated(const std::vector<run::StoredJob>& jobs, const study::Plan& plan,
                     records::RecordStore& store) {
  std::set<records::CellKey> planned;
  for (const study::Cell* cell : plan.distinct_cells()) planned.insert(cell->key);
  for (const run::StoredJob& stored : jobs) {
    std::vector<records::CellKey> other = stored.keys;
    std::erase_if(other, [&](const records::CellKey& key) { return planned.contains(key); });
    if (other.empty()) continue;
    const std::string folder = stored.folder.string();
    std::cerr << fmt::format(
        "{}: {} of its {} cells were planned by another config or program: they are not in these tables\n",
        folder, other.size(), stored.keys.size());
    const std::size_t left = other.size() - run::count_cells(other, store).done;
    if (left == 0) continue;
    const bool same_program = stored.job.code == run::circumstances().at("code");
    std::cerr << fmt::format(
        "{}: {} of them have no result, and tasks refuse them now: {} since; submit again\n", folder, left,
        same_program ? "the config, its data or its files were changed"
                     : "the program, or config and data, were changed");
  }
}

struct OpenCount {
  std::size_t all = 0, queued = 0;
};

/// The points with cells that have no result on standard error, the first ones by name and with the reason;
/// how many cells of `cells` that are, and how many of them the queue has.
OpenCount report_open(std::vector<NamedPoint> points, const std::vector<const study::Cell*>& cells,
                      records::RecordStore& store, const run::OpenReasons& reasons) {
  OpenCount open;
  for (std::size_t i = 0; i < points.size(); ++i) {
    open.all += points[i].cells;
    if (i < kMaxNamed && !points[i].has_failed) points[i].reason = reasons.text(points[i].first_key);
  }
  std::cerr << lines_of(points);
  for (const study::Cell* cell : cells) {
    if (!reasons.is_queued(cell->key)) continue;
    const std::optional<records::ResultRecord> record = store.find(cell->key);
    if (!record || record->status != "ok") ++open.queued;
  }
  return open;
}

/// plan  of the job: whether a program of the user's is to be allowed again
std::string submit_command(const run::StoredJob& stored, const study::Plan& plan) {
  std::string command = study::command_text({data::own_executable()}, run::submit_arguments(stored.job));
  const bool is_asked = std::ranges::any_of(plan.readings, [](const study::PlannedReading& planned) {
    return study::runs_programs(*planned.study);
  });
  return command + (is_asked ? " --allow-commands" : "");
}

/// "--time=1, --cell-time 2": what submitting again as before limits; "" where nothing.
std::string limits_text(const run::Job& job) {
  std::vector<std::string> limits;
  for (const std::string& option : job.sbatch) {
    if (option.starts_with("--time=") || option.starts_with("--mem=")) limits.push_back(option);
  }
  const study::ProcessLimits& cell = job.study.run.cell_limits;
  if (cell.seconds) limits.push_back(fmt::format("--cell-time {:g}", *cell.seconds));
  if (cell.memory_mib) limits.push_back(fmt::format("--cell-memory {}", *cell.memory_mib));
  return fmt::format("{}", fmt::join(limits, ", "));
}

/// What to do about cells without a result: to wait, as `submit` refuses what is in the queue, or a command.
/// holders  the jobs that may have these cells in the queue
/// last     whose command submits the rest
void advise(const OpenCount& open, std::size_t cells, const std::vector<run::StoredJob>& holders,
            const run::Queue& queue, const run::StoredJob& last, const study::Plan& plan) {
  std::string text = fmt::format("{} of {} cells have no result", open.all, cells);
  if (open.queued > 0) {
    text += fmt::format("\nqueued or running: {}", open.queued);
    for (const run::StoredJob& stored : holders) {
      if (queue.contains(stored.name()))
        text += fmt::format(", job {} ({})", stored.id, run::queue_text(queue, stored));
    }
    std::cerr
        << text
        << "\ncollect again when they have left the queue; what they leave open can be submitted then\n";
    return;
  }
  const std::string limits = limits_text(last.job);
  if (!limits.empty()) {
    std::cerr << fmt::format(
        "the command below repeats limits ({}): raise them where they ended a task or a cell\n", limits);
  }
  if (last.job.engine == "slurm")
    std::cerr << fmt::format("what tasks printed, and how Slurm ended them: {}/*.log\n",
                             last.folder.string());
  std::cerr << fmt::format("{}; this submits the rest:\n  {}\n", text, submit_command(last, plan));
}

}  // namespace

int verb_collect(const std::filesystem::path& out, const std::string& job,
                 const study::ExperimentTable& experiments, TablesShown shown) {
  const auto [jobs, damaged] = run::find_jobs(out, job);
  print_lines(base::collect(damaged, &run::DamagedJob::message), "left out: ");
  const study::StudyOptions study = run::study_of(jobs);
  const data::DataSource data = run::make_data_source(study.selected);
  const study::Plan plan = run::plan_configs(study.selected, experiments, data);
  run::report_skipped(plan);
  records::RecordStore store(study.selected.results().cells());
  report_outdated(jobs, plan, store);
  const std::vector<const study::Cell*> cells = run::chosen_cells(plan, study);
  if (const std::vector<NamedPoint> points = open_points(cells, store); !points.empty()) {
    // Also jobs that were not asked for: their cells in the queue would be refused.
    const std::vector<run::StoredJob> holders =
        run::with_any_of(run::all_jobs(out).jobs, study::keys_of(cells));
    const run::QueueAnswer answer = run::ask_queue(holders);
    if (!answer.problem.empty()) std::cerr << "the queue is not known: " << answer.problem << "\n";
    const OpenCount open = report_open(points, cells, store, run::OpenReasons(holders, answer.queue));
    advise(open, cells.size(), holders, answer.queue, jobs[run::last_submitted(jobs)], plan);
    if (study.selected.sweep.is_on())  // with what is there
      results::write_sweep(plan, study, store, render::sweep_forms);
    return kCellsFailed;
  }
  if (study.selected.sweep.is_on()) {
    print_sweep(results::write_sweep(plan, study, store, render::sweep_forms), false);
    return kOk;
  }
  const results::ResultSet results = print_tables(
      plan, store, study.selected, data, records::OptionalWriting(true), {shown == TablesShown::all});
  print_lines(store.warnings());
  print_last(results, study.selected, shown, {cells.size(), 0, false});
  return results.not_finite() > 0 ? kCellsFailed : kOk;
}

}  // namespace preimage::suite::cli
