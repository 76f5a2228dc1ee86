// The options that several verbs share, each once: the command line, the arguments of a worker and the fields
// of job.json come from these lists. A visitor is called with each row and the value that it fills:
//   visit(const OptionRow&, T& value),  T one of bool, int, std::string, path, Shard, std::optional of text,
//   path or number, std::vector of paths, overrides or axes.
#pragma once

#include <limits>
#include <string>

#include "suite/study/options.hpp"

namespace preimage::suite::study {

struct OptionRow {
  std::string field;  // of job.json: "cell_time"; the option is "--cell-time"
  std::string help;
  std::string word = {};       // what the help calls its value, where it is no plain type
  long least = 0, most = 0;    // of an integer; equal: any
  bool is_positional = false;  // the words that belong to no option
  std::string name() const {
    if (is_positional) return word;
    std::string text = "--" + field;
    for (char& c : text) c = c == '_' ? '-' : c;
    return text;
  }
};

/// In which way configs are run: each row with the member of RunWay that it fills.
template <class Visit>
void visit_members_of_way(const Visit& visit) {
  constexpr long kMaxRepetitions = 100000, kLargestCount = 1L << 40;
  visit(OptionRow{"set", "override a value: path=value, like dataset.smoothing=0.75 (repeatable)",
                  "PATH=VALUE"},
        &RunWay::overrides);
  visit(OptionRow{"profile", "profile of the config", "PROFILE"}, &RunWay::profile);
  visit(OptionRow{"repetitions", "instead of the profile's number", "N", 1, kMaxRepetitions},
        &RunWay::repetitions);
  visit(OptionRow{"reading", "only this reading", "READING"}, &RunWay::reading);
  visit(OptionRow{"data", "folder with the data sets (before PREIMAGE_DATA and datasets/cache)", "DIR"},
        &RunWay::data);
  visit(OptionRow{"stand_in", "digits drawn by formula instead of real data; never a verdict"},
        &RunWay::stand_in);
  visit(OptionRow{"max_cells", "more cells are refused (default: " + std::to_string(kMaxCells) + ")", "N", 1,
                  kLargestCount},
        &RunWay::max_cells);
}

/// The same with their values. way  RunWay, const or not
template <class Way, class Visit>
void visit_way(Way& way, const Visit& visit) {
  visit_members_of_way([&](const OptionRow& row, auto member) { visit(row, way.*member); });
}

/// Of every verb that is about the cells of configs.
/// options  SelectionOptions, const or not
template <class Options, class Visit>
void visit_selection(Options& options, const Visit& visit) {
  visit(OptionRow{"configs", "YAML files; none: all of configs/", "CONFIG", 0, 0, true}, options.configs);
  visit_way(options, visit);
  visit(OptionRow{"out", "folder of results", "DIR"}, options.out);
  visit(OptionRow{"skip_missing", "leave out configs whose data set is not found, and say so"},
        options.skip_missing);
}

/// The points of a sweep. options  SweepOptions, const or not
template <class Options, class Visit>
void visit_sweep(Options& options, const Visit& visit) {
  visit(OptionRow{"grid",
                  "an axis of a sweep: path=a,b,c, path=1e-4:10:log10 (one value per decade; :N for N\n"
                  "values) or path=0:1:linear:5 (repeatable)",
                  "PATH=VALUES"},
        options.axes);
  visit(
      OptionRow{
          "random",
          "this many points at random instead of all; low:high:log10 and low:high:linear are intervals then",
          "N", 1, static_cast<long>(kMaxPoints)},
      options.random);
  visit(OptionRow{"seed", "of the random points, instead of the config's", "N", 0,
                  std::numeric_limits<long>::max()},
        options.seed);
  visit(OptionRow{"learner", "of a sweep, only this learner's cells", "LEARNER"}, options.learner);
}

inline constexpr int kMaxThreads = 256;

/// Of run, sweep, work and submit beyond the choice of cells, and what a cell may use: in printed commands, for
/// workers and in job.json. options  RunOptions, const or not
template <class Options, class Visit>
void visit_cells(Options& options, const Visit& visit) {
  visit(OptionRow{"force", "run finished cells again"}, options.force);
  visit(OptionRow{"only", "only the cells whose key begins with these digits", "KEY"}, options.only);
  visit(OptionRow{"cell_time",
                  "a cell that takes longer is ended and counts as failed (also cell_time of a profile)",
                  "SECONDS"},
        options.cell_limits.seconds);
  visit(OptionRow{"cell_memory",
                  "a cell that needs more resident memory is ended and counts as failed (also cell_memory)",
                  "MIB", 1, 1L << 40},
        options.cell_limits.memory_mib);
  visit(OptionRow{"threads",
                  "of one cell, where its method takes more than one (default: 1); no number depends on it",
                  "N", 1, kMaxThreads},
        options.threads);
}

/// What the command line alone may allow: in no config, record or job file. options  RunOptions, const or not
template <class Options, class Visit>
void visit_permission(Options& options, const Visit& visit) {
  visit(OptionRow{"allow_commands",
                  "run the programs that configs name (`experiment: command`, `method: command`): look at "
                  "them first"},
        options.allow_commands);
}

/// Whether the workers' bits are pinned: their environment tells them. options  RunOptions, const or not
template <class Options, class Visit>
void visit_bitwise(Options& options, const Visit& visit) {
  visit(OptionRow{"bitwise", "pin the BLAS core type too: the same bits on every AVX2 machine"},
        options.bitwise);
}

/// Of run and sweep: the workers; in no printed command and in no job.json. options  RunOptions
template <class Options, class Visit>
void visit_workers(Options& options, const Visit& visit) {
  visit(OptionRow{"jobs", "worker processes, one BLAS thread each; 0: one per core", "N", 0, 4096},
        options.jobs);
  visit(OptionRow{"quiet",
                  "nothing on stderr but warnings, errors, failed cells, and a line where it takes more than "
                  "a minute"},
        options.quiet);
}

/// Of work: its part. options  WorkerOptions
template <class Options, class Visit>
void visit_part(Options& options, const Visit& visit) {
  visit(OptionRow{"shard", "i/n: the i-th of n equal stretches of the cells, in plan's order"},
        options.shard);
  visit(OptionRow{"no_steal", "end with this shard (--force does, too)"}, options.no_steal);
  visit(
      OptionRow{"cells", "only the cells whose keys stand in FILE, one a line; `submit` writes such", "FILE"},
      options.cells);
}

}  // namespace preimage::suite::study
