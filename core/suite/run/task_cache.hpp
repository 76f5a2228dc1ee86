// The last draw that was asked for: consecutive cells mostly share it.
#pragma once

#include <memory>

#include "suite/study/cells.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::run {

class TaskCache {
 public:
  explicit TaskCache(const data::DataSource& data) : data_(data) {}

  /// The draw of a cell, which the next call may replace.
  /// throws  what draw_task throws
  const study::Task& task_of(const study::Cell& cell);

 private:
  const data::DataSource& data_;
  const study::Study* study_ = nullptr;
  const study::Reading* reading_ = nullptr;
  int repetition_ = -1;
  std::shared_ptr<const study::Task> task_;
};

}  // namespace preimage::suite::run
