#include "suite/cli/command_line_options.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/number.hpp"

namespace preimage::suite::cli {

namespace {

/// CLI11's own ranges hold for NaN, too.
std::string seconds_problem(const std::string& text) {
  const std::optional<double> seconds = base::parse_decimal(text);
  if (seconds && *seconds > 0.0 && *seconds <= 1e9) return "";
  return "expected seconds above 0 and at most 1e9, found '" + text + "'";
}

}  // namespace

void add_study_options(CLI::App& verb, study::StudyOptions& options, Words& words) {
  verb.add_option("CONFIG", options.configs, "YAML files; none: all of configs/");
  verb.add_option("--set", words.sets,
                  "override a value: path=value, like dataset.smoothing=0.75 (repeatable)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  verb.add_option("--profile", options.profile, "profile of the config")->capture_default_str();
  verb.add_option("--repetitions", words.repetitions, "instead of the profile's number")
      ->check(CLI::Range(1, 100000));
  verb.add_option("--reading", words.reading, "only this reading");
  verb.add_option("--out", options.out, "folder of results")->capture_default_str();
  verb.add_option("--data", words.data,
                  "folder with the data sets (before PREIMAGE_DATA and datasets/cache)");
  verb.add_flag("--stand-in", options.stand_in,
                "digits drawn by formula instead of real data; never a verdict");
  verb.add_flag("--skip-missing", options.skip_missing,
                "leave out configs whose data set is not found, and say so");
  verb.add_option("--max-cells", options.max_cells,
                  fmt::format("more cells are refused (default: {})", run::kMaxCells))
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 40));
}

void finish_study_options(study::StudyOptions& options, const Words& words) {
  for (const std::string& set : words.sets) options.overrides.push_back(study::parse_override(set));
  if (words.repetitions > 0) options.repetitions = words.repetitions;
  if (!words.reading.empty()) options.reading = words.reading;
  if (!words.data.empty()) options.data = words.data;
  if (!words.predictions.empty()) options.predictions = words.predictions;
  if (!words.only.empty()) options.only = words.only;
  if (words.cell_time > 0.0) options.cell_limits.seconds = words.cell_time;
  if (words.cell_memory > 0) options.cell_limits.memory_mib = words.cell_memory;
  for (const std::string& grid : words.grids) options.sweep.axes.push_back(study::parse_axis(grid));
  if (words.random > 0) options.sweep.random = words.random;
  if (!words.seed.empty()) options.sweep.seed = words.seed;
  if (!words.learner.empty()) options.sweep.learner = words.learner;
  if (!words.sweep_name.empty()) options.sweep_name = words.sweep_name;
  if (!words.cells.empty()) options.cells = words.cells;
  study::parse_shard(words.shard, options);
}

CLI::Option* add_sweep_options(CLI::App& verb, Words& words) {
  CLI::Option* grid =
      verb.add_option("--grid", words.grids,
                      "an axis of a sweep: path=a,b,c, path=1e-4:10:log10 (one value per decade; :N for N\n"
                      "values) or path=0:1:linear:5 (repeatable)")
          ->type_name("PATH=VALUES")
          ->allow_extra_args(false);
  CLI::Option* random = verb.add_option("--random", words.random,
                                        "this many points at random instead of all; low:high:log10 and "
                                        "low:high:linear are intervals then")
                            ->type_name("N")
                            ->check(CLI::Range(std::size_t{1}, study::kMaxPoints))
                            ->needs(grid);
  verb.add_option("--seed", words.seed, "of the random points, instead of the config's")->needs(random);
  verb.add_option("--learner", words.learner, "of a sweep, only this learner's cells")->needs(grid);
  return grid;
}

void add_cell_options(CLI::App& verb, study::StudyOptions& options, Words& words) {
  verb.add_flag("--force", options.force, "run finished cells again");
  verb.add_option("--only", words.only, "only the cells whose key begins with these digits")
      ->type_name("KEY");
  verb.add_option("--cell-time", words.cell_time,
                  "a cell that takes longer is ended and counts as failed (also cell_time of a profile)")
      ->type_name("SECONDS")
      ->check(seconds_problem);
  verb.add_option("--cell-memory", words.cell_memory,
                  "a cell that needs more resident memory is ended and counts as failed (also cell_memory)")
      ->type_name("MIB")
      ->check(CLI::Range(1L, 1L << 40));
}

void add_part_options(CLI::App& verb, study::StudyOptions& options, Words& words) {
  CLI::Option* shard = verb.add_option("--shard", words.shard,
                                       "i/n: the i-th of n equal stretches of the cells, in plan's order")
                           ->capture_default_str();
  verb.add_flag("--no-steal", options.no_steal, "end with this shard (--force does, too)");
  verb.add_option("--cells", words.cells,
                  "only the cells whose keys stand in FILE, one a line; `submit` writes such")
      ->type_name("FILE")
      ->excludes(shard)
      ->excludes(verb.get_option("--only"));
}

void add_report_options(CLI::App& verb, ReportOptions& options) {
  verb.add_option("--page", options.page, "the page's file instead of OUT/report.html")
      ->type_name("FILE.html");
  verb.add_option("--paper", options.paper,
                  "LaTeX of all tables in the papers' layout, with a \\newcommand per number")
      ->type_name("FILE.tex");
  verb.add_flag("--pdf", options.pdf, "the SVG figures as PDF, too (needs rsvg-convert)");
}

void add_check_options(CLI::App& verb, check::CheckOptions& options) {
  verb.add_option("--latest", options.latest, "folder of results")->capture_default_str();
  verb.add_option("--reference", options.reference, "folder of reference results")->capture_default_str();
  verb.add_option("--profile", options.profile, "profile")->capture_default_str();
  CLI::Option* update = verb.add_flag("--update", options.update, "make the latest results the reference");
  verb.add_option("--spread", options.spread,
                  "with --update: results folders of the same profile made under other OPENBLAS_CORETYPEs; "
                  "each number's tolerance is 4 times its largest difference plus 1e-9 max(1, |number|)")
      ->type_name("RUN")
      ->needs(update);
  CLI::Option* published =
      verb.add_flag("--published", options.published, "published numbers that no reading explains");
  update->excludes(published);
  for (const auto& [name, file] : {std::pair{"--junit", &options.junit}, {"--json", &options.json}}) {
    verb.add_option(name, *file, "the outcome for CI, number by number")
        ->type_name("FILE")
        ->excludes(update)
        ->excludes(published);
  }
}

void add_worker_options(CLI::App& verb, study::StudyOptions& options) {
  verb.add_option("--jobs", options.jobs, "worker processes, one BLAS thread each; 0: one per core")
      ->check(CLI::Range(0, 4096));
  verb.add_flag("--quiet", options.quiet, "no progress on stderr");
}

void add_gram_options(CLI::App& verb, GramOptions& options) {
  verb.add_option("FILE", options.input, ".csv or .tsv")->required();
  verb.add_option("--kernel", options.kernel, "YAML, as in configs; `preimage list` shows all")->required();
  verb.add_option("--columns", options.columns, "CSV: column names; string pairs: input or output")
      ->delimiter(',');
  verb.add_option("--kind", options.kind, "what the CSV columns hold")
      ->check(CLI::IsMember({"vector", "class", "label_set", "string"}))
      ->capture_default_str();
  verb.add_option("--out", options.out, "file ending in .csv or .npy")->required();
}

}  // namespace preimage::suite::cli
