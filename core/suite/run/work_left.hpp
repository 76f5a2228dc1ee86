// How long the cells of a run that are left will take, from what they took before and what they take now.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace preimage::suite::run {

/// Cells of one kind are expected to take the same time: those of one learner in one reading.
struct CellKind {
  std::size_t open = 0;           // how many are to be run
  std::optional<double> seconds;  // of one cell, as earlier runs say; nothing where none was timed
};

struct TimeLeft {
  double seconds = 0.0;      // on the wall clock
  bool is_at_least = false;  // cells are left whose time is not known
};

/// The expected seconds of a cell are the mean of its kind: of those that this run has finished, with the earlier mean
/// counting as one of them. Of a kind without a finished one it is the earlier mean, times how much longer this run has
/// taken than expected for the others. Cells in work count by what is left of them.
class WorkLeft {
 public:
  /// workers  how many cells run at a time, at least 1
  WorkLeft(std::vector<CellKind> kinds, std::size_t workers);

  /// Times are of a clock that never goes back, in seconds. A worker runs one cell at a time.
  void started(std::size_t worker, std::size_t kind, double now);
  /// The worker's cell has ended; nothing where it has none.
  void finished(std::size_t worker, double now);
  /// The worker has died: its cell is open again.
  void gave_up(std::size_t worker) { running_.erase(worker); }

  /// The sum over the cells left divided by the workers, and no less than the longest of them. Nothing where no kind that
  /// is left has a time.
  /// cost  O(kinds)
  std::optional<TimeLeft> at(double now) const;

 private:
  struct Kind {
    CellKind given;
    std::size_t done = 0;
    double seconds = 0.0;  // of those
  };
  struct Running {
    std::size_t kind = 0;
    double since = 0.0;
  };
  std::optional<double> expected(const Kind& kind, double slowness) const;
  double slowness() const;

  std::vector<Kind> kinds_;
  std::size_t workers_;
  std::map<std::size_t, Running> running_;  // by worker
};

}  // namespace preimage::suite::run
