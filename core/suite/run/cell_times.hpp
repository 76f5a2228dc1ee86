// How long cells take, for estimates: never a result.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/data/delimited.hpp"
#include "suite/records/record_store.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::run {

/// Of some cells together.
struct Timing {
  double seconds = 0.0;
  long peak_kib = 0;
  std::size_t cells = 0;
  void add(const Timing& more);
  /// Seconds of one of them; nothing where there is none.
  std::optional<double> mean() const;
};

/// A run's timings.csv, a line per cell, as the text of a reference's: a line per config, reading and
/// learner.
/// throws  DataError for a missing column and for what is no number
std::string summary_of_timings(data::CsvReader timings);

/// What is known of how long cells take: those of a learner in a reading are expected to take the same time.
class CellTimes {
 public:
  struct Name {
    std::string config, reading, learner;
    auto operator<=>(const Name&) const = default;
  };

  CellTimes() = default;
  /// Of a summary.
  /// throws  DataError for a missing column and for what is no number
  explicit CellTimes(data::CsvReader summary);
  /// Of the reference that comes with the program: of the profile, and where that knows nothing, of the
  /// others. Their cells may be smaller or larger: an estimate.
  /// throws  DataError
  static CellTimes of_reference(const std::string& profile);
  /// Where this knows nothing, `other` answers: of the reading first, then of all readings.
  void fall_back_on(CellTimes other);
  /// What finished ones of these cells took is asked first.
  /// cost  reads at most 5 records of a name
  void read_finished(const std::vector<const study::Cell*>& cells, records::RecordStore& store);

  /// Of the learner's cells in this reading; where none is known, of those in all its readings; nullptr where
  /// none of these is known either.
  const Timing* find(const Name& name) const;
  /// Expected seconds of the cell.
  std::optional<double> seconds(const study::Cell& cell) const;

 private:
  std::map<Name, Timing> finished_, by_reading_, by_learner_;  // the last without the reading's name
};

/// How long a run will take: the expected seconds of its cells that are left, times how much longer it has
/// taken than expected for those that it has finished. Cells of a learner that no earlier run has timed are
/// expected to take what its finished ones took in this run; before one is finished, what the others take on
/// average.
class WorkLeft {
 public:
  /// workers  how many cells run at a time, at least 1
  WorkLeft(const std::vector<const study::Cell*>& open, const CellTimes& times, std::size_t workers);
  WorkLeft(WorkLeft&&) = default;
  WorkLeft(const WorkLeft&) = delete;  // it points into itself

  /// Times are of a clock that never goes back, in seconds. A worker runs one cell at a time. Other keys are
  /// ignored.
  void started(std::size_t worker, const std::string& key, double now);
  /// The worker's cell has ended; nothing where it has none.
  void finished(std::size_t worker, double now);
  /// The worker has died: its cell is open again.
  void gave_up(std::size_t worker) { running_.erase(worker); }

  /// Seconds on the wall clock until all cells are done, no less than the cells in work still take. Nothing
  /// where neither earlier runs nor this one tell: also where the first cell of a learner takes longer than
  /// others, and no one knows how long.
  std::optional<double> at(double now) const;

 private:
  /// The cells of a learner in a reading.
  struct Series {
    bool is_timed = false;  // by earlier runs
    double expected = 0.0;  // seconds of each; in any unit where none is known
    std::size_t open = 0;
    Timing finished = {};  // in this run
  };
  struct Running {
    Series* of = nullptr;
    double since = 0.0;
  };
  double seconds_of(const Series& series) const;

  std::map<CellTimes::Name, Series> series_;
  std::map<std::string, Series*> of_cell_;  // by the key of an open cell
  bool is_known_ = false;
  std::size_t workers_;
  double foreseen_ = 0.0, taken_ = 0.0;  // of finished cells: as expected, and as it was
  std::size_t cells_left_ = 0;
  std::map<std::size_t, Running> running_;  // by worker
};

}  // namespace preimage::suite::run
