#include "suite/run/slurm.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/run/open_cells.hpp"
#include "suite/run/program_output.hpp"

namespace preimage::suite::run {

namespace {

constexpr const char* kSlurm = "slurm";  // the engine
constexpr long kMaxSeconds = 86'400;
constexpr std::size_t kMaxOutput = std::size_t{1} << 26;  // a line per task of a large queue

/// How long a command of Slurm may take: PREIMAGE_SLURM_SECONDS, or a minute.
std::chrono::milliseconds most_time() {
  const char* text = std::getenv("PREIMAGE_SLURM_SECONDS");
  if (text == nullptr || *text == '\0') return std::chrono::minutes(1);
  const std::optional<long> seconds = config::parse_integer(text);
  if (!seconds || *seconds < 1 || *seconds > kMaxSeconds) {
    throw ConfigError(fmt::format("PREIMAGE_SLURM_SECONDS: expected 1 to {} seconds, found {}", kMaxSeconds,
                                  base::excerpt(text)));
  }
  return std::chrono::seconds(*seconds);
}

/// What the command prints on standard output.
std::string output_of(const std::vector<std::string>& words) {
  std::optional<ProgramOutput> output = program_output(words, kMaxOutput, most_time());
  if (!output) {
    throw NotSubmittedError(
        fmt::format("{}: not found: expected a host from which jobs are submitted to Slurm "
                    "(`--engine commands` needs none)",
                    words.front()));
  }
  const std::string failure = fmt::format("{} failed: {}", words.front(), output->ended.text());
  if (output->ended.code != 0) throw NotSubmittedError(failure);
  if (!output->ended.ok()) throw DataError(failure);
  return std::move(output->text);
}

}  // namespace

std::string task_command(const Job& job, const std::string& chunk_file) {
  std::vector<std::string> words = {"env", "OPENBLAS_NUM_THREADS=1"};
  if (!job.blas_core.empty()) words.push_back("OPENBLAS_CORETYPE=" + job.blas_core);
  if (!job.root.empty()) words.push_back("PREIMAGE_ROOT=" + job.root);
  words.insert(words.end(), {job.program, "work"});
  study::StudyOptions study = job.study;
  study.run.only.reset();     // the list of cells says it
  study.run.bitwise = false;  // the core type says it
  return study::command_text(words, study::run_arguments(study)) + " --cells " + chunk_file;
}

std::string job_script(const StoredJob& stored) {
  std::string options;
  for (const std::string& option : stored.job.sbatch) options += "#SBATCH " + option + "\n";
  return fmt::format(
      R"(#!/bin/sh
#SBATCH --job-name={name}
#SBATCH --array=0-{last}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={threads}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%a.log
{options}
# A task that is requeued goes on where it was: finished cells are not computed again, with --force neither, as
# their records carry this name. A failed cell is tried again by the next submission.
export {run}="{name}-$SLURM_ARRAY_JOB_ID"
# OpenBLAS chooses its core type by the CPU, and another one has other last bits. Nodes may differ, tables must
# not: all tasks use the type of the host that submitted them, or refuse to begin.
exec {command}
)",
      fmt::arg("name", stored.name()), fmt::arg("last", stored.job.chunks - 1), fmt::arg("options", options),
      fmt::arg("run", kRunVariable), fmt::arg("threads", stored.job.study.run.threads.value_or(1)),
      fmt::arg("command", task_command(stored.job, chunk_word(stored.folder, "\"$SLURM_ARRAY_TASK_ID\""))));
}

std::size_t parse_max_array_size(std::string_view text) {
  std::optional<long> size;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("MaxArraySize")) continue;
    const std::size_t begin = line.find_first_not_of(" =", line.find('='));
    const std::string value = begin == std::string::npos ? "" : line.substr(begin);
    size = config::parse_integer(value.substr(0, value.find_last_not_of(' ') + 1));
    if (!size || *size < 1)
      throw DataError(
          fmt::format("scontrol: MaxArraySize: expected at least 1, found {}", base::excerpt(value)));
  }
  if (!size) throw DataError("scontrol: expected a line MaxArraySize in its configuration, found none");
  return static_cast<std::size_t>(*size);
}

JobNumber parse_job_number(std::string_view text) {
  static const re2::RE2 line(
      R"((?m)^(?:Submitted batch job )?([1-9]\d{0,17})(?:(?:;| on cluster )([\w.-]*))?[ \t\r]*$)");
  re2::StringPiece rest(text.data(), text.size());
  JobNumber job;
  while (re2::RE2::FindAndConsume(&rest, line, &job.number, &job.cluster)) continue;
  if (job.number.empty())
    throw DataError(fmt::format("sbatch: expected the number of the job, found {}", base::excerpt(text)));
  return job;
}

Queue parse_queue(std::string_view text) {
  Queue queue;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("CLUSTER: "))
      continue;  // above the tasks of a cluster that was asked for by its name
    const std::size_t blank = line.find(' ');
    std::string state = line.substr(0, blank);
    const bool is_state = !state.empty() && std::ranges::all_of(state, [](char c) {
      return (c >= 'A' && c <= 'Z') || c == '_';
    });
    if (!is_state || blank == std::string::npos || blank + 1 == line.size())
      throw DataError(
          fmt::format("squeue: expected a state and the name of a job, found {}", base::excerpt(line)));
    for (char& c : state) c = c == '_' ? ' ' : static_cast<char>(c - 'A' + 'a');
    ++queue[line.substr(blank + 1)][state];
  }
  return queue;
}

namespace {

JobNumber submit_to_slurm(const StoredJob& stored) {
  const std::filesystem::path script = stored.folder / "job.sh";
  base::write_file_durably(script, job_script(stored));
  const auto fail = [&](const DataError& error, const char* what) {
    return DataError(fmt::format("{}: {}, so {} stays: `squeue --name={}` tells", error.what(), what,
                                 stored.folder.string(), stored.name()));
  };
  std::string output;
  try {
    // The name and the folder again, because variables like SBATCH_JOB_NAME come before what the script says.
    output = output_of({"sbatch", "--parsable", "--job-name=" + stored.name(),
                        "--chdir=" + stored.folder.string(), script.string()});
  } catch (const TimeoutError& error) {
    throw fail(error, "whether the job is queued is not known");
  }
  try {
    return parse_job_number(output);
  } catch (const DataError& error) {
    throw fail(error, "the job is queued all the same");
  }
}

/// The tasks of these jobs that are queued or running, of each cluster that has some.
Queue queue_of(const std::vector<StoredJob>& jobs) {
  // By name, because Slurm forgets numbers, and a question for a number that it has forgotten is an error.
  std::map<std::string, std::string> names;  // by cluster
  for (const StoredJob& stored : jobs) {
    std::string& some = names[stored.number ? stored.number->cluster : ""];
    some += (some.empty() ? "" : ",") + stored.name();
  }
  Queue queue;
  for (const auto& [cluster, some] : names) {
    std::vector<std::string> words = {"squeue", "--noheader", "--array", "--format=%T %j", "--name=" + some};
    if (!cluster.empty()) words.push_back("--clusters=" + cluster);
    queue.merge(parse_queue(output_of(words)));
  }
  return queue;
}

/// Two tasks would compute a cell that a job in the queue has.
void require_not_queued(const std::filesystem::path& out, const std::vector<records::CellKey>& keys) {
  std::vector<StoredJob> jobs = with_any_of(stored_jobs(out), keys);
  std::erase_if(jobs, [](const StoredJob& stored) { return stored.job.engine != kSlurm; });
  if (jobs.empty()) return;
  const Queue queue = queue_of(jobs);
  for (const StoredJob& stored : jobs) {
    if (!queue.contains(stored.name())) continue;
    throw DataError(fmt::format(
        "{} has some of these cells and is in the queue still ({}): wait for it, or `scancel {}`",
        stored.folder.string(), queue_text(queue, stored), fmt::join(stored.slurm_options(), " ")));
  }
}

}  // namespace

std::size_t chunk_count(const std::string& engine, std::optional<std::size_t> wanted, std::size_t cells) {
  constexpr std::size_t kUsualChunks = 100;
  const std::size_t most =
      engine == kSlurm ? parse_max_array_size(output_of({"scontrol", "show", "config"})) : cells;
  if (engine == kSlurm && wanted > most) {
    throw ConfigError(
        fmt::format("--chunks {}: expected at most {}, the MaxArraySize of this cluster", *wanted, most));
  }
  return std::min({wanted.value_or(kUsualChunks), most, cells});
}

StoredJob submit_job(const Job& job, const std::vector<records::CellKey>& keys) {
  const bool is_slurm = job.engine == kSlurm;
  if (!is_slurm && task_command(job, "").find('\n') != std::string::npos)
    throw ConfigError("--engine commands: expected paths and values without a line break");
  // Of two at one instant one looks into the queue when the other's job is in it.
  const study::SelectionOptions& selected = job.study.selected;
  const records::FileLock lock = records::lock_for(selected.results(), "submissions");
  if (is_slurm) require_not_queued(selected.out, keys);
  StoredJob stored = store_job(job, keys);
  if (!is_slurm) return stored;
  try {
    stored.number = submit_to_slurm(stored);
    store_number(stored, *stored.number);
  } catch (const NotSubmittedError&) {
    discard_job(stored);
    throw;
  }
  return stored;
}

QueueAnswer ask_queue(std::vector<StoredJob> jobs) {
  std::erase_if(jobs, [](const StoredJob& stored) { return stored.job.engine != kSlurm; });
  if (jobs.empty()) return {};
  try {
    return {queue_of(jobs), ""};
  } catch (const DataError& error) {
    return {{}, error.what()};
  }
}

std::string queue_text(const Queue& queue, const StoredJob& stored) {
  const auto found = queue.find(stored.name());
  if (found == queue.end()) return "no task";
  std::string text;
  for (const auto& [state, tasks] : found->second)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tasks, state);
  return text;
}

}  // namespace preimage::suite::run
