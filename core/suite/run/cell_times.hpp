// How long cells take, for estimates: never a result.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "suite/data/delimited.hpp"
#include "suite/records/record_store.hpp"
#include "suite/study/cells.hpp"

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

/// A run's timings.csv, a line per cell, as the text of a reference's: a line per config, reading and learner.
/// throws  DataError for a missing column and for what is no number
std::string summary_of_timings(data::CsvReader timings);

/// What is known of how long cells take. Cells of one kind are expected to take the same time: those of a learner in a reading;
/// of a sweep's points, which may be many, those of a learner.
class CellTimes {
 public:
  /// Config, reading, learner.
  using Name = std::tuple<std::string, std::string, std::string>;

  CellTimes() = default;
  /// Of a summary.
  /// throws  DataError for a missing column and for what is no number
  explicit CellTimes(data::CsvReader summary);
  /// Of the reference that comes with the program: of the profile, and where that knows nothing, of the others. Their cells may
  /// be smaller or larger: an estimate.
  /// throws  DataError
  static CellTimes of_reference(const std::string& profile);
  /// Where this knows nothing, `other` answers: of the reading first, then of all readings.
  void fall_back_on(CellTimes other);

  /// Adds what finished ones of these cells took.
  /// cost  reads at most 5 records of a kind
  void read_finished(const std::vector<const study::Cell*>& cells, records::RecordStore& store);
  /// Adds what the finished cells in the store of these cells' configs and learners took: other readings, points or sweeps.
  /// cost  reads at most 10,000 records, none where each of the cells has a time
  void read_others(const std::vector<const study::Cell*>& cells, records::RecordStore& store);

  /// Of the learner's cells in this reading as the references say; where they have none, of those in all its readings; nullptr
  /// where they have none either.
  const Timing* reference(const std::string& config, const std::string& reading,
                          const std::string& learner) const;
  /// Expected seconds of the cell: the mean of the finished ones of its kind, else of the reference, else of read_others.
  std::optional<double> seconds(const study::Cell& cell) const;
  /// Where its seconds are those of read_others: of how many cells.
  std::size_t others_behind(const study::Cell& cell) const;

 private:
  using Kind = std::tuple<const study::Study*, std::string, std::string>;  // config, reading, learner
  static Kind kind_of(const study::Cell& cell);
  const Timing* of_kind(const study::Cell& cell) const;
  const Timing* of_others(const study::Cell& cell) const;
  friend class WorkLeft;

  std::map<Name, Timing> by_reading_, by_learner_;  // of references; the latter without the reading's name
  std::map<Kind, Timing> finished_;
  std::map<Name, Timing> others_;  // without the reading's name
};

/// Seconds on the wall clock until cells are done.
struct TimeLeft {
  double seconds = 0.0;
  bool is_at_least = false;  // cells are left whose time is not known
};

/// The expected seconds of a cell are the mean of its kind: of those that this run has finished, with the earlier mean
/// counting as one of them. Of a kind without a finished one it is the earlier mean, times how much longer this run has
/// taken than expected for the others. Cells in work count by what is left of them.
class WorkLeft {
 public:
  /// workers  how many cells run at a time, at least 1
  WorkLeft(const std::vector<const study::Cell*>& open, const CellTimes& times, std::size_t workers);

  /// Times are of a clock that never goes back, in seconds. A worker runs one cell at a time. Other keys are ignored.
  void started(std::size_t worker, const std::string& key, double now);
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
    std::optional<double> before;  // seconds of one cell, as earlier runs say
    std::size_t open = 0, done = 0;
    double seconds = 0.0;  // of those that are done
  };
  struct Running {
    std::size_t kind = 0;
    double since = 0.0;
  };
  std::optional<double> expected(const Kind& kind, double slowness) const;
  double slowness() const;

  std::vector<Kind> kinds_;
  std::map<std::string, std::size_t> kind_of_;  // by the key of an open cell
  std::size_t workers_;
  std::map<std::size_t, Running> running_;  // by worker
};

}  // namespace preimage::suite::run
