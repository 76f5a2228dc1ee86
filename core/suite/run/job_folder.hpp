// <out>/jobs/<id>/ holds what a submitted job's tasks read (the script, a list of cells each) and where they
// write their logs. It is written once and never locked; what became of the cells is told by their records
// alone.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suite/records/cell_key.hpp"
#include "suite/records/record_store.hpp"
#include "suite/run/job.hpp"

namespace preimage::suite::run {

/// A job as sbatch names it.
struct JobNumber {
  std::string number;
  std::string cluster;  // that has it, where there are several; else ""
};

/// A job in its folder.
struct StoredJob {
  Job job;         // with job.study.out
  std::string id;  // 12 hexadecimal digits
  std::filesystem::path folder;
  std::vector<records::CellKey> keys;   // of all chunks
  std::vector<std::size_t> chunk_ends;  // chunk c has keys [chunk_ends[c-1], chunk_ends[c])
  std::optional<JobNumber> number;      // Slurm's, where sbatch gave one
  bool was_there = false;               // of store_job: an earlier submission had this folder
  std::string name() const { return "preimage-" + id; }  // in Slurm
  /// The options of squeue and scancel that mean it: "--name=preimage-0123456789ab --clusters=here".
  std::vector<std::string> slurm_options() const;
};

/// A job whose files cannot be read.
struct DamagedJob {
  std::string id, message;  // a line: the file, what is wrong with it, and what to do
};

/// The file with the list of a chunk's cells.
std::filesystem::path chunk_path(const std::filesystem::path& folder, std::size_t chunk);
/// The same with a shell's expression in place of the number, as a shell's word.
std::string chunk_word(const std::filesystem::path& folder, const std::string& expression);

/// Where a task of Slurm writes what it prints.
std::filesystem::path log_path(const std::filesystem::path& folder, std::size_t chunk);

/// Writes job.json and a list of cells per chunk, durably: stretches of the keys' order, in which neighbours
/// share a draw, that differ by one cell at most. The id is a hash of what they hold and of the
/// folder of results, so that the same submission has the same folder.
/// throws  DataError
StoredJob store_job(const Job& job, const std::vector<records::CellKey>& keys);

/// Removes what store_job wrote of a job that was not taken. A folder that an earlier submission of the same
/// job had stays.
/// throws  DataError for what cannot be removed
void discard_job(const StoredJob& stored);

/// Keeps Slurm's number of the job with it.
/// throws  DataError
void store_number(const StoredJob& stored, const JobNumber& number);

struct FoundJobs {
  std::vector<StoredJob> jobs;      // sorted by id
  std::vector<DamagedJob> damaged;  // all that cannot be read
};
/// The jobs of a folder of results; a folder without job.json (its submission did not get so far) is none.
FoundJobs all_jobs(const std::filesystem::path& out);
/// The same where none is damaged.
/// throws  DataError for one that is
std::vector<StoredJob> stored_jobs(const std::filesystem::path& out);

/// Those whose id begins with `name` or whose number in Slurm it is; all of them for "". One that cannot be
/// read does not keep the others from being found.
/// throws  ConfigError where there is none, naming those that there are; DataError where there is none but
///         damaged ones
FoundJobs find_jobs(const std::filesystem::path& out, const std::string& name);

/// Those of the jobs that have any of the cells.
std::vector<StoredJob> with_any_of(std::vector<StoredJob> jobs, std::vector<records::CellKey> keys);

/// The one study that the jobs are of, as it was submitted last. Jobs that differ in limits alone are of one.
/// throws  ConfigError where they are of several
study::StudyOptions study_of(const std::vector<StoredJob>& jobs);

/// The place in `jobs` of the one that was submitted last, by the time of its job.json.
/// requires  a job
std::size_t last_submitted(const std::vector<StoredJob>& jobs);

/// What the records say of cells.
struct CellCounts {
  std::size_t done = 0, failed = 0, left = 0;
};
CellCounts count_cells(const std::vector<records::CellKey>& keys, records::RecordStore& store);

/// The files in the job's folder that submitting and its tasks wrote.
std::vector<std::filesystem::path> files_of(const StoredJob& stored);

}  // namespace preimage::suite::run
