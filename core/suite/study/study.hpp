// A config file, read: its readings, each with an experiment, a protocol and learners.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "preimage/samples/folds.hpp"
#include "suite/config/override.hpp"
#include "suite/config/reader.hpp"
#include "suite/config/value.hpp"
#include "suite/records/ledger.hpp"
#include "suite/records/paper.hpp"
#include "suite/records/reasons.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::suite::study {

/// `protocol: {outer: {folds | given | ordered, gap, train_on, stratified}, inner: {folds, stratified, ...},
/// interval}`
struct Protocol {
  std::size_t outer_folds = 5;
  samples::TrainOn train_on = samples::TrainOn::the_rest;
  bool outer_stratified = false;
  bool given_folds = false;  // outer.given
  bool ordered = false;      // outer.ordered: outer and inner folds train on what is before them in time
  double gap = 0.0;          // of these: samples, or time, that lie between training and test samples
  std::size_t inner_folds = 5;
  bool inner_stratified = false;
  std::optional<std::size_t> inner_samples = std::nullopt;  // that are drawn from a larger training set
  bool nested_interval = false;  // interval: nested_cv: cells leave out pairs of outer folds, too

  /// Whether no repetition draws other outer folds of the same samples.
  bool has_fixed_folds() const { return given_folds || ordered; }
};

class PointReader;

/// One concrete way to fill in what a paper leaves open: a complete assignment with a name. What was noted
/// when it was read: of `parameters` the lists of numbers, the versions of kernels and decoders, and files.
struct Reading : config::ReadNotes {
  std::string name;
  std::string note;                          // in words
  std::optional<long> choices_after_seeing;  // how many, of the paper's numbers; nothing: not stated
  Experiment experiment;
  Protocol protocol;
  std::vector<registry::ParsedLearner> learners;
  std::map<std::string, records::TablePlace> places;  // of learners that say where their numbers stand
  std::set<std::string>
      with_inner_loss;  // learners with `inner_loss: true`: it is computed for a grid of one point, too
  std::vector<config::Override> point;     // in a sweep: what sets it apart, an override per axis
  config::ReadLog parameters;              // everything read that can change a number, defaults included
  config::ReadLog words;                   // everything else: title, note, places
  std::vector<config::Override> modified;  // those of --set that change anything of it but how it is executed
  std::string refusal;  // why --set cannot change it so: then the reading is as it is written; or ""

  std::vector<std::string> learner_names() const;
  /// "dataset.smoothing=2, seed=3", or "" of a reading as it is written.
  std::string modifications() const;
  /// "smoothed-0.8", or "smoothed-0.8 (modified: dataset.smoothing=2)": what tables call it.
  std::string label() const;
};

/// The program of the user's that a learner of the reading runs; nullptr where it is one of ours.
const registry::LearnerProgram* program_of(const Reading& reading, const std::string& learner);

/// What one process may take. Nothing: no limit.
struct ProcessLimits {
  std::optional<double> seconds;   // wall clock
  std::optional<long> memory_mib;  // resident
  bool operator==(const ProcessLimits&) const = default;
};

struct Profile {
  int repetitions = 1;
  std::vector<std::string> readings;
  ProcessLimits cell_limits;  // of each cell; no part of what is computed
};

/// One side of a claim: a learner, or a number in place of one.
using ClaimSide = std::variant<std::string, double>;

/// A claim in words, held against paired repetitions:
///   value of the measure for `better`  <  that for `worse` + margin
struct Claim {
  std::string text, measure;
  ClaimSide better, worse;
  double margin = 0.0;                // what "hardly more" allows
  std::vector<std::string> readings;  // in which it means something
};

struct Study {
  std::filesystem::path file;  // that it was read from, or ""
  std::string config;          // the file's name without folder and ending: names tables, is in no key
  std::string title;
  std::string experiment;
  std::string reproduces;           // "kde_nips_2002/table_2", or ""
  records::Paper paper;             // without key: of none
  std::filesystem::path published;  // the file of its published numbers, or ""
  std::string seed;
  std::vector<Reading> readings;                    // of a sweep its points, in their order
  std::shared_ptr<const PointReader> point_reader;  // of a sweep: what has read them
  std::map<std::string, Profile> profiles;
  std::map<std::string, Profile> written_profiles;  // without --set
  std::vector<Claim> claims;
  std::vector<records::LedgerEntry>
      ledger;  // all that `published` holds: of `reproduces`, and of the paper's others
  std::vector<records::Reason> reasons = {};  // why some do not come out: of FILE.why.csv beside `published`

  std::string readings_at, profiles_at;  // where they stand in the file, for messages
  std::vector<std::string> learners_before_sweep =
      {};  // of load_sweep: the names that its reading has in the config

  // Both throw ConfigError with the nearest name; the first also where --set does not fit the reading.
  const Reading& reading(const std::string& name) const;
  const Profile& profile(const std::string& name) const;
};

/// Whether a learner of any reading runs a program of the user's.
bool runs_programs(const Study& study);

/// Each reading is read as a whole config of its own, so their number bounds the time that any text costs.
inline constexpr std::size_t kMaxReadings = 100;
inline constexpr std::size_t kMaxLearners = 1000;

/// Reads and checks a config, each entry with `for` replaced by those that it makes (config/loops.hpp);
/// `--set` overrides win over the file and over its readings.
/// experiments  that it may name
/// throws  ConfigError, also for more than kMaxReadings or kMaxLearners, and for a table, measure, learner or
///         reading that there is not; DataError, also for published numbers that cannot be read, or that no
///         learner or measure of the config as it is written belongs to
Study load_study(const std::filesystem::path& path, const std::vector<config::Override>& overrides,
                 const ExperimentTable& experiments);
Study parse_study(const config::Value& file, const std::string& config,
                  const std::vector<config::Override>& overrides, const ExperimentTable& experiments);

/// Reads one reading of a config again and again, each time with other values in it: the points of a sweep.
class PointReader {
 public:
  /// throws  ConfigError
  PointReader(const config::Value& file, std::string reading, const std::vector<config::Override>& overrides,
              ExperimentTable experiments);

  const std::string& name() const { return name_; }
  /// The config as the reading has it, without the point.
  const config::Value& value() const { return value_; }
  /// The values of the point have the last word.
  /// throws  ConfigError, also where a path belongs to the whole config
  Reading read(const std::vector<config::Override>& point) const;

 private:
  std::string name_;
  config::Value value_;  // of the reading without the point
  ExperimentTable experiments_;
};

}  // namespace preimage::suite::study
