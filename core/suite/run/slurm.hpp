// Slurm's commands, as far as a job array needs them, and the script of one. What they print for people
// goes to standard error as it is; what they print for programs is read here, strictly.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/run/job_folder.hpp"

namespace preimage::suite::run {

/// The command that works on the chunk whose file `chunk_file` (a shell's word) names, quoted for a POSIX
/// shell. It depends on nothing that a node could set otherwise: paths are absolute, and program,
/// PREIMAGE_ROOT, BLAS core type and threads are those of the submission.
std::string task_command(const Job& job, const std::string& chunk_file);

/// The script of the job array. It may be handed to sbatch again, inside its folder.
std::string job_script(const StoredJob& stored);

/// The largest number of tasks of an array, of `scontrol show config`.
/// throws  DataError where MaxArraySize is missing, no number, or 0 (no arrays here)
std::size_t parse_max_array_size(std::string_view text);

/// The last line of what sbatch prints that is a job's number: "123" or "123;cluster" of --parsable, and
/// without that option "Submitted batch job 123" or "... 123 on cluster cluster". Sites print their own lines
/// in front of it.
/// throws  DataError where no line is one
JobNumber parse_job_number(std::string_view text);

/// Job name -> state in lower case -> number of tasks.
using Queue = std::map<std::string, std::map<std::string, std::size_t>>;

/// What `squeue --format="%T %j"` prints: a line per task, its state and its job's name.
/// throws  DataError
Queue parse_queue(std::string_view text);

/// A command of Slurm is not found, or has said by its exit code that it did nothing.
class NotSubmittedError : public DataError {
 public:
  using DataError::DataError;
};

/// How many chunks a job of so many cells has: as many as are asked for, else 100 at most.
/// throws  ConfigError for more than Slurm allows
std::size_t chunk_count(const std::string& engine, std::optional<std::size_t> wanted, std::size_t cells);
// These ask the commands, each for a minute at most (PREIMAGE_SLURM_SECONDS).
// throws  DataError where the command does not answer or is killed; NotSubmittedError where it is not found
//         or fails, naming it: its own words are on standard error by then

/// Stores a job, and of the engine "slurm" hands it over and keeps its number. Of a job that Slurm did not
/// take nothing is left.
/// throws  DataError as above, and where a job that is queued or runs has one of these cells: two tasks would
///         compute it; ConfigError where the command of another engine would take more than one line
StoredJob submit_job(const Job& job, const std::vector<records::CellKey>& keys);

/// What Slurm says of the jobs that were given to it, or why nothing is known of that.
struct QueueAnswer {
  Queue queue;
  std::string problem;  // "" where it answered, or nothing was asked
};
/// The tasks of these jobs that are queued or running, of each cluster that has some; of jobs that are commands
/// nothing is asked.
QueueAnswer ask_queue(std::vector<StoredJob> jobs);
/// How many tasks, "2 running, 3 pending", or "no task" of the job.
std::string queue_text(const Queue& queue, const StoredJob& stored);

}  // namespace preimage::suite::run
