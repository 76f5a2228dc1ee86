#include <iostream>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/json_output.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/run/slurm.hpp"

namespace preimage::suite::cli {

namespace {

std::string engine_text(const run::StoredJob& stored, const run::QueueAnswer& answer) {
  if (stored.job.engine != "slurm") return "commands, run by hand";
  const std::string state = answer.problem.empty() ? run::queue_text(answer.queue, stored) : "not known";
  if (!stored.number) return fmt::format("slurm (no number): {}", state);
  const std::string cluster = stored.number->cluster.empty() ? "" : " on " + stored.number->cluster;
  return fmt::format("slurm {}{}: {}", stored.number->number, cluster, state);
}

/// A job with its cells counted.
struct CountedJob {
  const run::StoredJob* stored = nullptr;
  run::CellCounts counts;
  std::string engine;
};

void print_lines(const std::vector<CountedJob>& jobs) {
  std::vector<std::vector<std::string>> rows = {{"job", "cells", "done", "failed", "left", "in the queue"}};
  for (const CountedJob& job : jobs)
    rows.push_back({job.stored->id, std::to_string(job.stored->keys.size()), std::to_string(job.counts.done),
                    std::to_string(job.counts.failed), std::to_string(job.counts.left), job.engine});
  using enum render::Align;
  std::cout << render::aligned_columns({left, right, right, right, right, left}, rows);
}

void print_document(const std::vector<CountedJob>& jobs) {
  Json document = json_document("status");
  document["jobs"] = base::collect(jobs, [](const CountedJob& job) {
    return Json{{"job", job.stored->id},
                {"cells", job.stored->keys.size()},
                {"done", job.counts.done},
                {"failed", job.counts.failed},
                {"left", job.counts.left},
                {"engine", job.stored->job.engine},
                {"number", job.stored->number ? Json(job.stored->number->number) : Json(nullptr)},
                {"queue", job.engine}};
  });
  print_json(document);
}

}  // namespace

int verb_status(const std::filesystem::path& out, const std::string& job, bool is_json) {
  const auto [jobs, damaged] = run::find_jobs(out, job);
  const run::QueueAnswer answer = run::ask_queue(jobs);
  records::RecordStore store(records::ResultsFolder(out).cells());
  std::vector<CountedJob> counted;
  for (const run::StoredJob& stored : jobs)
    counted.push_back({&stored, run::count_cells(stored.keys, store), engine_text(stored, answer)});
  is_json ? print_document(counted) : print_lines(counted);
  print_lines(base::collect(damaged, &run::DamagedJob::message), "left out: ");
  if (!answer.problem.empty()) std::cerr << "the queue is not known: " << answer.problem << "\n";
  print_lines(store.warnings());
  return job.empty() && !damaged.empty() ? kData : kOk;  // one job was asked for, and is there
}

}  // namespace preimage::suite::cli
