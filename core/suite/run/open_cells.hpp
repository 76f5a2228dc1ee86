// Which cells a run or one of its workers has to work on, in which order, and within which limits.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/study/options.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::run {

/// The environment variable by which `run` tells its workers its name.
inline constexpr const char* kRunVariable = "PREIMAGE_RUN";

/// The distinct cells of the plan, those on one draw together (draw_order.hpp); with --only those alone whose
/// keys begin so.
/// throws  ConfigError where --only leaves none
std::vector<const study::Cell*> chosen_cells(const study::Plan& plan, const study::StudyOptions& options);

/// What is done, as one run sees it.
class OpenCells {
 public:
  /// `run` tells this run's records from older ones.
  OpenCells(records::RecordStore& store, bool force, std::string run);

  /// Whether a cell needs work: no finished record, unless this very run tried it already. With `force` only
  /// this run's own records count.
  bool is_open(const study::Cell& cell);
  /// Those of `cells` that are open, in their order. A record that is written meanwhile may be overlooked:
  /// who works on a cell asks is_open again under its claim.
  std::vector<const study::Cell*> among(const std::vector<const study::Cell*>& cells);
  /// Writes the record under this run's name. Throws as RecordStore::put.
  void put(records::ResultRecord record);
  const std::string& run() const { return run_; }

 private:
  bool is_open(const std::optional<records::ResultRecord>& record) const;

  records::RecordStore& store_;
  bool force_;
  std::string run_;
};

/// Programs that a config names run only where the command line allows it.
/// open  cells to be computed
/// throws  ConfigError naming the config and what it would run
void require_allowed(const std::vector<const study::Cell*>& open, const study::StudyOptions& options);

/// Places 0..n-1 (n = count) in the order in which shard s of S (from 0) works on them: its own stretch
///   floor(n s / S) <= place < floor(n (s + 1) / S),
/// so that neighbours, which share a draw and work, stay together and the shards are disjoint and complete;
/// then, where it `steals`, all other places backwards from the one before its own, cyclically: towards the
/// worker whose stretch that is. Two that went the same way would take turns, and each would do the work that
/// neighbours share.
std::vector<std::size_t> shard_order(std::size_t count, const study::Shard& shard, bool steals);

/// The limits of the command line, else those of the config's profile.
study::ProcessLimits limits_of(const study::Cell& cell, const study::StudyOptions& options);

/// Where results go without --out, seen from here.
std::filesystem::path default_results();

/// The command that runs this cell alone again, on one line, quoted for a POSIX shell.
std::string command_for(const study::Cell& cell, const study::StudyOptions& options);
/// The same of all cells of a reading, finished ones too, as a page shows it: paths in the working folder
/// from there on, a program of PATH by its name.
std::string command_for(const study::Study& study, const std::string& reading,
                        const study::SelectionOptions& options);

}  // namespace preimage::suite::run
