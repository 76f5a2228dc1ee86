#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suite/records/result_record.hpp"
#include "suite/run/command.hpp"
#include "suite/run/task_cache.hpp"
#include "suite/study/cells.hpp"

namespace preimage::suite::run {

/// What a program of the user's gets in this cell, which its experiment computes outside.
study::OutsideCell outside_cell(const study::Cell& cell);

/// What such a program is started with, as one value: its folder, words and variables. Cells that have the
/// same one read one output.
std::vector<std::string> outside_command_line(const study::Cell& cell);

/// The record of a cell before it is run: identity, parameters and seeds, no status.
records::ResultRecord identity_of(const study::Cell& cell);

/// The record of a cell that could not be computed.
records::ResultRecord failed_record(const study::Cell& cell, const std::string& reason);

/// How a cell may use the machine. No number depends on it.
struct CellResources {
  std::size_t threads = 1;
  std::filesystem::path unfinished =
      {};  // a folder of the cell's own for unfinished work; "": nothing is kept
  std::optional<std::uint64_t> memory = {};  // bytes that it may take beside what is taken now
};

/// Runs cells one after another.
class CellRunner {
 public:
  explicit CellRunner(const data::DataSource& data) : tasks_(data) {}

  /// Computes the cell. What is thrown inside becomes a record with status "failed" and the reason; the other
  /// cells go on.
  records::ResultRecord run(const study::Cell& cell, const CellResources& resources = {});

 private:
  void compute_outside(const study::Cell& cell, records::ResultRecord& record);

  TaskCache tasks_;
  std::vector<std::string> last_line_;  // outside_command_line of the last program that was run
  CommandOutput last_output_;           // of it
};

}  // namespace preimage::suite::run
