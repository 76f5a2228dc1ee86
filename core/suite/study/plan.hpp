// What shall be known: readings with their cells, and what was asked for and cannot be planned. Values, which
// know no folder.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "suite/study/cells.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::study {

/// One reading of one config, or one point of a sweep, with its cells: repetitions x outer folds x learners,
/// and for the interval of nested cross-validation those that leave out a pair of outer folds.
struct PlannedReading {
  std::shared_ptr<const Study> study;
  const Reading* reading = nullptr;  // of the study
  RunSpec spec;                      // the config, and the way in which it is planned
  int repetitions = 0;
  std::size_t outer_folds = 0;
  std::vector<std::size_t> training_sizes = {};   // of outer folds in the order of time, which all differ
  std::shared_ptr<const std::string> data;        // their identity
  std::map<std::string, Repeats> repeats = {};    // by learner, as repeats_of; draws of those not named
  std::vector<Cell> cells = {};                   // as list_cells, where they are listed
  std::vector<Cell> pair_cells = {};              // as list_pair_cells, likewise
  std::vector<std::filesystem::path> notes = {};  // of the folder of results, that say it was run so
  std::size_t fold_pairs = 0;  // of outer folds: those of a repetition that only the interval needs

  /// What the repetitions of a learner are.
  Repeats repeats_of(const std::string& learner) const;
  /// How often a learner runs. Identical repetitions are one but in a sweep, whose points are compared
  /// repetition by repetition.
  std::size_t repetitions_of(const std::string& learner) const;
  /// How many cells, listed or not; as far as std::size_t counts.
  std::size_t size() const;
  /// All that are listed, those of pairs last.
  std::vector<const Cell*> all_cells() const;
  /// False: every repetition would give the same numbers, so there is one only.
  bool has_chance() const;
  /// Whether no learner's repetitions are draws: all cut the same samples into the same outer folds, and say
  /// nothing of other samples or other folds.
  bool repeats_one_draw() const;
};

/// The reading with its cells counted and not listed.
/// throws  ConfigError for more folds than samples, or than groups, where their number is known without a
///         draw; DataError for a group that lies in two given folds; what the experiment throws where its
///         data are not there
PlannedReading plan_reading(std::shared_ptr<const Study> study, const Reading& reading, int repetitions,
                            const data::DataSource& data);

/// The cells of outer folds, repetition by repetition, fold by fold, learner by learner: all that numbers are
/// of.
std::vector<Cell> list_cells(const PlannedReading& planned);
/// Those of pairs of outer folds (study/draws.hpp) in the same order, of which an interval is.
std::vector<Cell> list_pair_cells(const PlannedReading& planned);
/// Why something is not planned, or not as it was run.
enum class Why {
  damaged,      // a note that cannot be understood
  unreadable,   // a note that the system does not let us read
  misnamed,     // a note that is not as it was written: what it says is planned all the same
  gone,         // the config that was run is not there any more
  foreign,      // the file that a note names is no config
  not_chosen,   // it was run in another way than the options say
  unplannable,  // a config that was run cannot be planned as it is now
  rewritten,    // a config was changed since it was run, and none of its cells has a record
  changed,      // the same, and some have: it is planned as it is now
  other_way,    // it was run in another way than the one that is shown
  not_noted,    // no run is noted: all of configs/ is planned
  swept,        // a config was swept and not run, and the folder shows sweeps alone
  refused,      // a config that was asked for cannot be read or planned
  no_data       // its data are not found
};

struct NotPlanned {
  Why why = Why::refused;
  RunSpec spec = {};
  std::string detail = {};                        // the words of the error
  std::shared_ptr<const Study> study = {};        // of no_data
  std::vector<std::filesystem::path> notes = {};  // as of PlannedReading
};

struct Plan {
  std::vector<PlannedReading> readings;
  std::vector<NotPlanned> rest;

  /// The configs of the readings, each once, in their order.
  std::vector<std::reference_wrapper<const Study>> studies() const;
  /// All listed cells, reading by reading.
  std::vector<const Cell*> all_cells() const;
  /// Those with different keys, in their order: two readings (or configs) that agree on a learner share
  /// its cells.
  std::vector<const Cell*> distinct_cells() const;
  /// Whether all that was run is planned, be it as it is now. What lacks its data is not asked for here.
  bool is_whole() const;
  bool has(Why why) const;
  void add(Plan more);
};

/// Their keys, in their order.
std::vector<records::CellKey> keys_of(const std::vector<const Cell*>& cells);

/// The plan in parts of one way each and of configs with different names, for their tables lie in one folder;
/// in the order of the readings. Of what is not planned each has what lacks its data.
std::vector<Plan> by_way(Plan plan);

/// The options that select what by_way gives; `given` for all that is no part of the way.
SelectionOptions options_of(const Plan& part, SelectionOptions given);

}  // namespace preimage::suite::study
