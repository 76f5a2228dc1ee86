// What a run knows of its workers.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/run/cell_times.hpp"
#include "suite/run/process_pool.hpp"
#include "suite/run/progress.hpp"

namespace preimage::suite::cli {

/// From the workers' lines, "start KEY", "done KEY ok|failed" and "waits for WHO, ...", and from their ends.
class WorkerWatch {
 public:
  /// left     of the cells that the workers run
  /// seconds  a clock that never goes back
  WorkerWatch(std::size_t workers, run::WorkLeft left, std::function<double()> seconds);

  std::optional<double> time_left(double now) const { return work_.at(now); }
  void on_line(std::size_t worker, const std::string& line, run::Progress& progress);
  /// Whether the worker is to be replaced: it was killed, and not time after time before it finished a cell.
  /// One that left by itself has said why, and the next would find the same.
  bool on_exit(std::size_t worker, const run::WorkerExit& ended, run::Progress& progress);
  /// Whether a worker could not read or write.
  bool has_data_error() const { return has_data_error_; }

 private:
  static constexpr int kMaxFruitless = 3;
  run::WorkLeft work_;
  std::function<double()> seconds_;
  std::vector<int> fruitless_;   // ends since the last finished cell
  std::set<std::string> waits_;  // whom workers wait for, as they have said
  bool has_data_error_ = false;
};

}  // namespace preimage::suite::cli
