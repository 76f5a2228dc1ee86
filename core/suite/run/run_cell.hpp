#pragma once

#include <memory>

#include "suite/records/result_record.hpp"
#include "suite/study/cells.hpp"

namespace preimage::suite::run {

/// The record of a cell before it is run: identity, parameters and seeds, no status.
records::ResultRecord identity_of(const study::Cell& cell);

/// The record of a cell that could not be computed.
records::ResultRecord failed_record(const study::Cell& cell, const std::string& reason);

/// Runs cells one after another, keeping the last draw: consecutive cells mostly share it.
class CellRunner {
 public:
  explicit CellRunner(const data::DataSource& data) : data_(data) {}

  /// Computes the cell. What is thrown inside becomes a record with status "failed" and the reason; the other
  /// cells go on.
  records::ResultRecord run(const study::Cell& cell);

 private:
  const study::Task& task_of(const study::Cell& cell);

  const data::DataSource& data_;
  const study::Study* study_ = nullptr;
  const study::Reading* reading_ = nullptr;
  int repetition_ = -1;
  std::shared_ptr<const study::Task> task_;
  std::shared_ptr<sequences::SharedWork> work_;  // of learners on this draw
};

}  // namespace preimage::suite::run
