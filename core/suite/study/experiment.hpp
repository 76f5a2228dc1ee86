// An experiment is a value: it says how a draw of its data becomes a problem and which losses are reported.
// It owns no loop, no seed, no clock and no file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "suite/config/reader.hpp"
#include "suite/data/data_source.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::study {

struct Task;           // task.hpp
struct FigureContext;  // task.hpp
struct KeptSamples;    // kept_samples.hpp
// study.hpp
struct Protocol;
struct Reading;
struct Study;
struct Groups;  // groups.hpp
struct Times;   // order.hpp

/// What a draw may depend on.
struct DrawContext {
  const data::DataSource& data;
  /// For this repetition's data; already a hash of (seed, experiment, repetition, purpose).
  std::uint64_t seed = 0;
  int repetition = 0;  // for data that come numbered: one object of many per repetition
};

/// What can be said of a draw without making it.
struct DrawSize {
  std::size_t samples = 0;
  std::vector<int> given_folds;                    // as in Task
  std::shared_ptr<const Groups> groups = nullptr;  // as in Task
  std::shared_ptr<const Times> times = nullptr;    // as in Task
  // Of samples with groups, for what is refused before a draw is made:
  std::vector<int> strata = {};              // as in Task
  std::vector<std::string> fold_texts = {};  // as in Task

  /// How many can lie in folds of their own: groups, or samples.
  std::size_t units() const;
};

struct Figure {
  std::string file;                   // "figure1.svg"
  std::string caption;                // what it shows, also for who cannot see it
  std::vector<std::string> learners;  // whose records it shows: a config has all of them, or none
  std::vector<std::string> measures;  // of these records
  /// The file's bytes, or "" where the learners it shows did not run.
  std::function<std::string(const FigureContext&)> draw;
  /// The samples of which it shows predicted vectors, where a result holds none: kept in ResultRecord::figure
  /// of the first repetition's first outer fold.
  /// test  of that fold
  std::function<std::vector<std::size_t>(const Task&, const std::vector<std::size_t>& test)> samples = {};
};

/// Seeds of programs are below this number: many take no larger one.
inline constexpr std::uint64_t kOutsideSeeds = std::uint64_t{1} << 31;

/// What a cell that a program of the user's computes may depend on, beside its config.
struct OutsideCell {
  std::string learner;
  int repetition = 0;
  std::uint64_t seed =
      0;  // as the program gets it: a hash of (seed, experiment, repetition, purpose) modulo kOutsideSeeds
};

/// A program, by path or as PATH finds it, and its arguments, which no shell reads.
struct OutsideCommand {
  std::vector<std::string> words;
  std::filesystem::path folder;                                  // that it works in; "": the current one
  std::vector<std::pair<std::string, std::string>> environment;  // on top of this process's
};

/// One number per measure, and words that are no part of the result: versions of what ran.
struct OutsideResult {
  std::map<std::string, double> measures;
  std::map<std::string, std::string> circumstances;
};

/// Cells that no learner of ours computes. Such a config has neither folds nor methods: a cell is a learner's
/// name and a repetition.
struct OutsideCells {
  /// Reads an entry of `learners`.
  std::function<void(const std::string& learner, const config::Reader&)> read_learner;
  std::function<OutsideCommand(const OutsideCell&)> command;
  /// From what the cell's command has printed on standard output.
  /// throws  DataError: why that is no result
  std::function<OutsideResult(const OutsideCell&, const std::string& output)> result_of;
  registry::LearnerProgram program;  // for the user who has to allow it
};

/// What the samples of a draw are in the order of, for folds that train on the past.
enum class Order {
  none,   // nothing: they are drawn, or collected from here and there
  rows,   // their numbers
  times,  // Task::times
};

struct Experiment {
  int version = 1;             // raised when its draws or losses change their numbers
  bool redraws_data = false;   // a repetition draws new data (else new folds only)
  bool keeps_samples = false;  // what it draws anew is noise on the same samples: claims are about these
  std::string test_samples_at =
      {};  // the key that names them: of two given folds the first trains, the second tests; or ""
  bool has_stand_in = false;  // reads real data, for which a stand-in exists
  bool has_chance = true;     // false: every repetition would give the same numbers, so there is one only
  /// Of cells outside: each repetition splits the same samples anew, and this share of them trains, the
  /// others test.
  std::optional<double> train_share = std::nullopt;
  /// Identifies the data without loading it all into a problem: content hashes, or the generator and its
  /// version.
  std::function<std::string(const data::DataSource&)> data_identity;
  std::function<std::shared_ptr<const Task>(const DrawContext&)> draw;
  /// Of any draw, where the config or the data file tells: then folds that it cannot give are refused before
  /// a cell runs. Empty: only a draw tells.
  std::function<DrawSize(const data::DataSource&)> size;
  /// What every table says about the data and their folds beside its numbers, a line each; or empty. May read
  /// the data.
  std::function<std::vector<std::string>(const Protocol&)> remarks;
  /// What in the data of a reading may mislead, a line each with what to do, printed behind a run; or empty.
  /// May read the data.
  std::function<std::vector<std::string>(const Study&, const Reading&)> warnings;
  std::vector<Figure> figures;
  /// Where its cells are no learners on draws, which it has none of then.
  std::optional<OutsideCells> outside = std::nullopt;
  /// The names of the measures of its draws, in their order, then those of its fold measures: a config may
  /// name them before anything is drawn.
  std::vector<std::string> measures;
  /// Names of measures that are no loss: those of which more is better, and those that are neither (a chosen
  /// parameter, a count, also such as learners add to a draw's measures), which no method is better by.
  std::set<std::string> gains, descriptive_measures;
  /// Of measures that a config asks for: which outer folds lack them, in words, and tables count these; or
  /// "".
  std::map<std::string, std::string> undefined_where;
  /// Its outputs are classes, the same samples in all draws: their confusion matrix comes with the tables,
  /// and records hold the decision values of the test samples (outputs::Scores), for --predictions.
  bool has_classes = false;
  /// How its models are kept in files and predict new inputs; empty: they are not.
  std::shared_ptr<const KeptSamples> kept = nullptr;
  /// Where they are not: the key of the config for which, and what would fit.
  std::string why_not_kept = "there is no file of new inputs that they could predict";
  /// Its outputs are vectors of named columns, the same samples in all draws, and the errors of each column
  /// are beside the tables.
  bool has_output_errors = false;
  bool has_strata = true;  // false: its outputs have no classes by which folds could be stratified
  /// Its draws have groups (Task::groups).
  bool has_groups = false;
  /// Where it is one, `size` tells the size of any draw.
  Order order = Order::none;
};

/// What a config's `experiment` may name.
struct ExperimentEntry {
  std::string name;
  Experiment (*make)(const config::Reader& root);
  /// The keys beside `dataset` and `loss` that it reads at the top of a config.
  std::vector<registry::ParameterFacts> (*keys)();
  std::vector<std::string> examples =
      {};  // whole configs, as they lie in the checkout and below an installed program's pages
};
using ExperimentTable = std::vector<ExperimentEntry>;

}  // namespace preimage::suite::study
