#include <algorithm>
#include <iostream>
#include <utility>

#include <fmt/format.h>

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
#include "suite/run/environment.hpp"
#include "suite/run/fitting_learners.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/plans.hpp"
#include "suite/run/slurm.hpp"

namespace preimage::suite::cli {

namespace {

run::Job job_of(const study::StudyOptions& study, const SubmitOptions& options,
                const data::DataSource& data) {
  run::Job job;
  job.study = study;
  job.study.selected.configs = run::selected_configs(study.selected);
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

void print_commands(const run::StoredJob& stored) {
  for (std::size_t chunk = 0; chunk < stored.job.chunks; ++chunk)
    std::cout << run::task_command(stored.job,
                                   study::shell_quoted(run::chunk_path(stored.folder, chunk).string()))
              << "\n";
}

/// What `collect` writes has names of its own in the folder of results.
void require_free_names(const study::Plan& plan, const study::StudyOptions& options) {
  for (const study::Study& study : plan.studies()) {
    if (options.selected.sweep.is_on()) {
      results::sweep_name(options, study);
    } else {
      results::require_own_name(plan, study, options.selected);
    }
  }
}

/// Where something was run before: which points are submitted again because they failed, or else which are
/// open.
void name_what_is_left(const std::vector<const study::Cell*>& cells,
                       const std::vector<const study::Cell*>& open, records::RecordStore& store,
                       const records::ResultsFolder& results) {
  if (!std::filesystem::exists(results.cells())) return;
  std::vector<NamedPoint> points = open_points(open, store);
  const bool any_failed =
      std::ranges::any_of(points, [](const NamedPoint& point) { return point.has_failed; });
  if (!any_failed && open.size() == cells.size()) return;
  if (any_failed) std::erase_if(points, [](const NamedPoint& point) { return !point.has_failed; });
  if (!points.empty()) std::cerr << (any_failed ? "failed before:\n" : "left:\n") << lines_of(points);
}

std::string size_of(const run::Job& job) {
  return fmt::format("{} cells in {} chunks\n", job.cells, job.chunks);
}

void announce(const run::StoredJob& stored) {
  std::cerr << size_of(stored.job);
  const std::string out = study::shell_quoted(stored.job.study.selected.out.string());
  std::cerr << fmt::format("job {} in {}\nthen: preimage status {} --out {}; preimage collect {} --out {}\n",
                           stored.id, stored.folder.string(), stored.id, out, stored.id, out);
}

}  // namespace

int verb_submit(const study::StudyOptions& study, const SubmitOptions& options,
                const study::ExperimentTable& experiments) {
  run::require_plain_options(options.sbatch);
  const data::DataSource data = run::make_data_source(study.selected);
  const study::Plan plan = run::plan_configs(study.selected, experiments, data);
  run::report_skipped(plan);
  require_free_names(plan, study);
  run::Job job = job_of(study, options, data);
  records::RecordStore store(job.study.selected.results().cells());
  const std::vector<const study::Cell*> cells = run::chosen_cells(plan, study);
  const std::vector<const study::Cell*> open = run::OpenCells(store, study.run.force, "").among(cells);
  if (!options.dry_run) run::require_allowed(open, study);
  run::require_fitting_learners(open, data);
  if (!open.empty()) {
    say_many_folds(plan);
    say_nested_intervals(plan);
  }
  std::cerr << fmt::format("{} cells, {} to run\n", cells.size(), open.size());
  name_what_is_left(cells, open, store, job.study.selected.results());
  if (open.empty()) return kOk;
  job.chunks = run::chunk_count(options.engine, options.chunks, open.size());
  job.cells = open.size();
  if (options.dry_run) {
    std::cout << "would submit " << size_of(job);
    return kOk;
  }
  const run::StoredJob stored = run::submit_job(job, study::keys_of(open));
  if (stored.number) {
    std::cout << stored.number->number << "\n";
  } else {
    print_commands(stored);
  }
  // Until here the job's folder has held the records.
  if (job.study.selected.sweep.is_on()) {
    results::write_sweep(plan, job.study, store, render::sweep_forms);
  } else {
    run::note_runs(plan, job.study.selected, data);
  }
  announce(stored);
  return kOk;
}

}  // namespace preimage::suite::cli
