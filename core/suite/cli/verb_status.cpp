#include <iostream>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/cluster/slurm.hpp"
#include "suite/records/results_folder.hpp"

namespace preimage::suite::cli {

namespace {

std::string engine_text(const cluster::StoredJob& stored, const cluster::QueueAnswer& answer) {
  if (stored.job.engine != "slurm") return "commands, run by hand";
  const std::string state = answer.problem.empty() ? cluster::queue_text(answer.queue, stored) : "not known";
  return fmt::format("slurm {}: {}", stored.number.value_or("(no number)"), state);
}

}  // namespace

int verb_status(const std::filesystem::path& out, const std::string& job) {
  const auto [jobs, damaged] = cluster::find_jobs(out, job);
  const cluster::QueueAnswer answer = cluster::ask_queue(jobs);
  records::RecordStore store(records::ResultsFolder(out).cells());
  std::cout << fmt::format("{:<14} {:>6} {:>6} {:>6} {:>6}  {}\n", "job", "cells", "done", "failed", "left",
                           "in the queue");
  for (const cluster::StoredJob& stored : jobs) {
    const cluster::CellCounts counts = cluster::count_cells(stored.keys, store);
    std::cout << fmt::format("{:<14} {:>6} {:>6} {:>6} {:>6}  {}\n", stored.id, stored.keys.size(),
                             counts.done, counts.failed, counts.left, engine_text(stored, answer));
  }
  for (const std::string& message : damaged) std::cerr << "left out: " << message << "\n";
  if (!answer.problem.empty()) std::cerr << "the queue is not known: " << answer.problem << "\n";
  for (const std::string& warning : store.warnings()) std::cerr << warning << "\n";
  return job.empty() && !damaged.empty() ? kData : kOk;  // whoever asks for one job has it
}

}  // namespace preimage::suite::cli
