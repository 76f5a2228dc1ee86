// What the command line says, as plain values; option_table.hpp lists which option fills which.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suite/data/data_source.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/study/axis.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::study {

/// How many cells a selection may have without `--max-cells`: listed, a million take 140 MiB.
inline constexpr std::size_t kMaxCells = 10'000'000;

/// The points of a sweep over one reading of one config; without axes there is none.
struct SweepOptions {
  std::vector<Axis> axes;
  std::optional<std::size_t> random;   // this many points instead of all
  std::optional<long> seed;            // of that draw, instead of the config's
  std::optional<std::string> learner;  // the cells of this one only
  bool is_on() const { return !axes.empty(); }
  bool operator==(const SweepOptions&) const = default;
};

/// In which way configs are run: what chooses cells beside the config itself.
struct RunWay {
  std::vector<config::Override> overrides;  // --set path=value
  std::string profile = "quick";
  std::optional<int> repetitions;
  std::optional<std::string> reading;
  std::optional<std::filesystem::path> data;
  bool stand_in = false;
  std::optional<std::size_t> max_cells;  // else kMaxCells
  /// Whether the config is run as it is written.
  bool is_plain() const;
  /// Whether the options that were given choose it among what was run. Data and limits choose nothing.
  bool is_chosen_by(const RunWay& given, bool has_profile) const;
  /// This part of an object that has more.
  const RunWay& way() const { return *this; }
  RunWay& way() { return *this; }
  bool operator==(const RunWay&) const = default;
};

/// One config in one way: what was run, what is run, what would be run again. study_arguments and shown_words
/// are its command line, study_fields (option_table.hpp) its JSON, results::variant_of its part of a file's
/// name.
struct RunSpec : RunWay {
  std::filesystem::path config;
  bool operator==(const RunSpec&) const = default;
};

/// What is selected: which cells of which configs, from which data, in which folder of results.
struct SelectionOptions : RunWay {
  std::vector<std::filesystem::path> configs;  // none: all of configs/
  std::filesystem::path out;                   // results/latest
  bool skip_missing = false;                   // leave out configs whose data set is not found
  SweepOptions sweep;                          // plan, work, explain, sweep
  bool has_profile = false;  // whether --profile was given: else a folder's notes may say another
  records::ResultsFolder results() const { return records::ResultsFolder(out); }
  bool operator==(const SelectionOptions&) const = default;
};

/// The selection of this one config in this way.
SelectionOptions selection_of(const RunSpec& spec, const std::filesystem::path& out);

/// How it is run.
struct RunOptions {
  bool force = false;
  std::optional<std::string> only;  // the beginning of a cell's key
  ProcessLimits cell_limits;        // instead of the profile's
  bool bitwise = false;
  bool allow_commands = false;  // programs that a config names may run
  int jobs = 0;                 // worker processes; 0: one per core
  std::optional<int> threads;   // within a cell; else 1
  bool quiet = false;
  std::optional<std::filesystem::path> predictions;  // run and table
  std::optional<std::string> sweep_name;             // sweep
  bool operator==(const RunOptions&) const = default;
};

struct Shard {
  int index = 0, count = 1;  // from 0
  bool operator==(const Shard&) const = default;
};

/// Which part one worker runs.
struct WorkerOptions {
  Shard shard;
  bool no_steal = false;
  std::optional<std::filesystem::path> cells;  // instead of a shard: the keys of the cells, one a line
  bool operator==(const WorkerOptions&) const = default;
};

/// Of the verbs that run cells: run, work, submit, sweep; and of table.
struct StudyOptions {
  SelectionOptions selected;
  RunOptions run;
  WorkerOptions worker;
  bool operator==(const StudyOptions&) const = default;
};

/// "i/n" with 1 <= i <= n. throws ConfigError
Shard parse_shard(const std::string& text);

/// The same options with absolute paths, so that they mean the same in any working folder.
SelectionOptions independent_of_place(SelectionOptions options);

/// The options that run, sweep and work share as arguments again: what is selected, and of the cells'.
std::vector<std::string> study_arguments(const StudyOptions& options);
/// With those of the process that starts the cells: the name of a sweep, and whether bits are pinned.
std::vector<std::string> run_arguments(const StudyOptions& options);
/// Those alone that a user would type: not what is as in `usual`.
std::vector<std::string> typed_arguments(const StudyOptions& options, const StudyOptions& usual);

/// `word` so that a POSIX shell reads it as this one word.
std::string shell_quoted(const std::string& word);
/// "preimage run 'my config.yaml' --out results": a line that a POSIX shell reads as these words.
std::string command_text(const std::vector<std::string>& begin, const std::vector<std::string>& arguments);

}  // namespace preimage::suite::study
