// Why a cell of a job has no result: what the queue says of its job, and the last words of its task's log.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "suite/run/slurm.hpp"

namespace preimage::suite::run {

/// The last line of a text file that is not blank, as base::quote writes it and cut after 300 bytes; "" where
/// there is no file or no such line. Of a long file only the last 4096 bytes are read.
std::string last_line_of(const std::filesystem::path& file);

class OpenReasons {
 public:
  /// jobs  must outlive it
  /// cost  O(cells of the jobs) in memory; a log is read where it is asked for
  OpenReasons(const std::vector<StoredJob>& jobs, const Queue& queue);

  /// Whether a job that has the cell has a task in the queue. Slurm is asked about jobs, not about tasks: of
  /// a job some of whose tasks ended, all open cells count.
  bool is_queued(const records::CellKey& key) const;

  /// Of a cell without a record: "queued or running"; `not run: its task began and left no result,
  /// FOLDER/3.log ends with "..."`; "not run: its task has not begun, there is no FOLDER/3.log"; of a cell of
  /// no job of Slurm "not run".
  std::string text(const records::CellKey& key) const;

 private:
  struct Place {
    const StoredJob* job = nullptr;
    std::size_t chunk = 0;
  };
  bool is_queued(const StoredJob& job) const { return queue_.contains(job.name()); }

  Queue queue_;
  std::map<records::CellKey, std::vector<Place>> places_;
};

}  // namespace preimage::suite::run
