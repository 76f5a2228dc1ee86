// The tables of a sweep's folder: written from its rows, and read where earlier sweeps are shown, kept or
// verified.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "preimage/base/file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/results/result_set.hpp"
#include "suite/results/sweep_words.hpp"

namespace preimage::suite::results {

/// points.csv, a row per cell:
///   point, <the axes, by path>, config, reading, learner, data (real | stand-in), repetition, outer_fold,
///   inner_loss, <the measures, each the mean over the test samples>, hyper_parameters, status, reason, key
/// Points, repetitions and folds count from 0. An axis that does not concern the learner is empty, and so is
/// what a cell does not have.
void points_csv(const SweepHead& head, const std::vector<SweepLearner>& learners, const base::ByteSink& sink);

/// best.csv, a row per learner, repetition and outer fold with the point of the smallest inner loss: as in
/// points.csv from `point` to `hyper_parameters`, then equal_points (how many have that inner loss),
/// failed_points (without a result here) and key. Without a finished point only the place and failed_points.
std::string best_csv(const SweepHead& head, const std::vector<SweepLearner>& learners);

/// axes.csv, a row per axis: axis, scale (values | log10 | linear), low, high (where it is numeric), values
/// (as a grid takes them, YAML; empty where they are drawn from an interval).
std::string axes_csv(const study::SweepOptions& options);

/// The rows of points.csv or best.csv, one after the other.
class SweepCsv {
 public:
  /// throws  DataError for a file that cannot be read, and one without the columns that both files have
  explicit SweepCsv(const std::filesystem::path& file);
  /// throws  DataError for a damaged row
  bool next() { return csv_.next(); }
  /// throws  DataError for a column that is not there
  const std::string& at(const std::string& column) const { return csv_.text(csv_.column(column)); }
  /// Nothing in a row of best.csv without a finished point.
  /// throws  DataError for no number
  std::optional<std::size_t> point() const;
  std::size_t line() const { return csv_.line(); }
  const std::vector<std::string>& axes() const { return axes_; }
  /// inner_loss, then the measures.
  const std::vector<std::string>& losses() const { return losses_; }

 private:
  data::CsvReader csv_;
  std::vector<std::string> axes_, losses_;
};

/// A point of one learner.
struct StoredPoint {
  std::vector<std::string> values;  // on the axes
  std::vector<double> losses;       // means over its cells; NaN where a cell lacks one
  std::size_t cells = 0;
  std::size_t chosen = 0;  // by how many outer folds
};

struct StoredLearner {
  std::string name, title;  // title: what it is called
  std::vector<std::string> axes,
      losses;  // paths of those that concern it; what those are called of which it has any
  std::map<std::size_t, StoredPoint> points;  // by number
  ResultFigure heat_map = {};                 // without a path where there is none
};

struct StoredSweep {
  std::string name, summary;  // summary: what summary.txt says
  std::vector<StoredLearner> learners;
  ResultFigure curve = {};  // of all learners; without a path where there is none
};

/// What a learner of a config is called.
using LearnerTitles = std::function<std::string(const std::string& config, const std::string& learner)>;

/// The sweeps below `results`/sweeps, by name.
/// unreadable  is told of those whose files are missing or damaged, which are left out
/// cost        O(lines of points.csv)
std::vector<StoredSweep> read_stored_sweeps(const std::filesystem::path& results,
                                            const LearnerTitles& title_of,
                                            std::vector<std::string>& unreadable);

}  // namespace preimage::suite::results
