// The unit of work: (experiment, reading, repetition, outer fold, learner), and its identity.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "preimage/base/sha256.hpp"
#include "suite/records/cell_key.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::study {

/// What the repetitions of a learner are, the less chance the smaller.
enum class Repeats {
  identical,  // nothing is drawn at random: one is run, and it has no spread over repetitions
  /// Of the same samples in the same outer folds: copies but for the inner folds, or for the method's own
  /// random draws in several folds.
  one_draw,
  draws  // of the data, of the outer folds or, on one given fold, of the method's own random draws
};

/// Small, for lists hold a million of them.
struct Cell {
  const Study* study = nullptr;
  const Reading* reading = nullptr;
  const std::string* learner = nullptr;  // its name
  int repetition = 0;
  int outer_fold = 0;
  records::CellKey key;
  std::shared_ptr<const std::string> data;  // their identity

  /// What the key is the hash of.
  std::map<std::string, std::string> parameters() const;
  /// The version integers among them: "cell", "experiment", "method", "kernel.gaussian".
  std::map<std::string, int> versions() const;
};

struct PlannedReading;  // plan.hpp

/// The cells of one learner of a reading. The key of each is the SHA-256 of what can change a number: the
/// parsed parameters that concern this learner, the data's content, the versions of experiment, method and
/// kernels, the seed, repetition and fold; never the names of config, reading or learner.
class CellSeries {
 public:
  /// learner  its place among the reading's
  CellSeries(const PlannedReading& planned, std::size_t learner);

  Cell cell(std::size_t repetition, std::size_t outer_fold) const;
  /// A hash of what is hashed into all keys: equal for two series whose cells have the same keys.
  std::string key_of_all() const;

 private:
  const PlannedReading& planned_;
  std::size_t learner_;
  base::Sha256 before_;          // has taken what is hashed before the outer fold
  std::string between_, after_;  // what is hashed behind the outer fold, and behind the repetition
};

/// Outer folds of a draw. The user's own are counted in the data.
std::size_t outer_fold_count(const Study& study, const Reading& reading, const data::DataSource& data);

/// What the repetitions of each learner of a reading are, in the reading's order. Data that are drawn anew
/// and random outer folds (unless each is one sample: leave-one-out) make them draws. On the same samples in
/// the same folds a learner's own random draws and the inner folds that it chooses on are what is left of
/// chance. A learner that cannot be built draws nothing: its cells fail alike.
/// outer_folds  outer_fold_count
std::vector<Repeats> repeats_of(const Study& study, const Reading& reading, const data::DataSource& data,
                                std::size_t outer_folds);

/// Seeds are hashes of (seed, experiment, repetition, fold, purpose): readings and learners are compared on
/// equal draws.
std::uint64_t seed_for(const Study& study, int repetition, int fold, const std::string& purpose);

/// The purpose of the seed that a program of the user's is given.
inline constexpr const char* kOutsidePurpose = "command";
/// A seed of a record as it was used: for a program of the user's the one that it got, else the record's own.
std::uint64_t used_seed(const std::string& purpose, std::uint64_t seed);

}  // namespace preimage::suite::study
