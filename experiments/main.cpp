// The driver: parse, plan, dispatch. It knows no experiment.
#include <cstdlib>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "experiments/cluster/command_line.hpp"
#include "experiments/environment.hpp"
#include "experiments/verbs.hpp"

namespace {

using namespace preimage;
using namespace preimage::experiments;

/// The raw words behind options that need another parse.
struct Words {
  std::vector<std::string> sets;
  std::string shard = "1/1";
  std::string only;
  double cell_time = 0.0;
  long cell_memory = 0;
  std::string data;
  std::string reading;
  std::string predictions;
  int repetitions = 0;
  std::string benchmark;
  std::string cell;
  std::string job;
  std::string cells;
  std::filesystem::path run_a, run_b;
  bool yes = false;
  std::vector<std::string> grids;
  std::size_t random = 0;
  std::string seed, learner, sweep_name;
};

void add_study_options(CLI::App& verb, StudyOptions& options, Words& words) {
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
}

void finish_study_options(StudyOptions& options, const Words& words) {
  for (const std::string& set : words.sets) options.overrides.push_back(parse_override(set));
  if (words.repetitions > 0) options.repetitions = words.repetitions;
  if (!words.reading.empty()) options.reading = words.reading;
  if (!words.data.empty()) options.data = words.data;
  if (!words.predictions.empty()) options.predictions = words.predictions;
  if (!words.only.empty()) options.only = words.only;
  if (words.cell_time > 0.0) options.cell_limits.seconds = words.cell_time;
  if (words.cell_memory > 0) options.cell_limits.memory_mib = words.cell_memory;
  for (const std::string& grid : words.grids) options.sweep.axes.push_back(parse_axis(grid));
  if (words.random > 0) options.sweep.random = words.random;
  if (!words.seed.empty()) options.sweep.seed = words.seed;
  if (!words.learner.empty()) options.sweep.learner = words.learner;
  if (!words.sweep_name.empty()) options.sweep_name = words.sweep_name;
  if (!words.cells.empty()) options.cells = words.cells;
  parse_shard(words.shard, options);
}

/// The points of a sweep; returns --grid.
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
                            ->check(CLI::Range(std::size_t{1}, kMaxPoints))
                            ->needs(grid);
  verb.add_option("--seed", words.seed, "of the random points, instead of the config's")->needs(random);
  verb.add_option("--learner", words.learner, "of a sweep, only this learner's cells")->needs(grid);
  return grid;
}

/// What run and its workers have in common beyond the choice of cells.
void add_cell_options(CLI::App& verb, StudyOptions& options, Words& words) {
  verb.add_flag("--force", options.force, "run finished cells again");
  verb.add_option("--only", words.only, "only the cells whose key begins with these digits")
      ->type_name("KEY");
  verb.add_option("--cell-time", words.cell_time,
                  "a cell that takes longer is ended and counts as failed (also cell_time of a profile)")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  verb.add_option("--cell-memory", words.cell_memory,
                  "a cell that needs more resident memory is ended and counts as failed (also cell_memory)")
      ->type_name("MIB")
      ->check(CLI::Range(1L, 1L << 40));
}

/// Of work: which cells, and whether it ends with them.
void add_part_options(CLI::App& verb, StudyOptions& options, Words& words) {
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

void add_check_options(CLI::App& verb, CheckOptions& options) {
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

CLI::App* add_verb(CLI::App& app, const std::string& name, const std::string& summary,
                   const std::string& example) {
  CLI::App* verb = app.add_subcommand(name, summary);
  verb->footer("Example:\n  " + example);
  return verb;
}

/// CLI11 suggests nothing for a misspelt verb, so we do.
void check_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (verb->get_name() == argv[1]) return;
    if (!verb->get_group().empty()) names.push_back(verb->get_name());
  }
  throw ConfigError(fmt::format("no verb '{}'{}", argv[1], base::suggestion(argv[1], names)));
}

int run_program(int argc, char** argv) {
  CLI::App app(
      "Experiments in learning with structured outputs by kernels, held against the published numbers.",
      "preimage");
  app.set_version_flag("--version", [argv] {
    pin_blas(argv, false);  // what the verbs run on
    return version_text();
  });
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 ok, 2 command line or config, 3 a number moved or two runs differ, 4 a published\n"
      "number that no reading explains, 5 input, output or damaged data, 6 some cells failed, 70 internal\n"
      "error, 130 interrupted.");
  StudyOptions study;
  study.out = project_root() / "results" / "latest";
  Words words;
  CheckOptions check;
  check.latest = project_root() / "results" / "latest";
  check.reference = project_root() / "results" / "reference";
  GramOptions gram;
  SubmitOptions submit;

  add_verb(app, "list", "experiments, configs, methods, decoders, kernels and benchmarks", "preimage list");
  CLI::App* plan = add_verb(app, "plan", "cells of a run: what is done, seconds and memory that are left",
                            "preimage plan configs/kde_nips_table2.yaml --profile paper");
  CLI::App* run = add_verb(app, "run", "run what is not done yet, then write and print the tables",
                           "preimage run configs/kde_nips_table2.yaml --set dataset.smoothing=0.75 --jobs 2");
  CLI::App* work = add_verb(
      app, "work",
      "run what is not done yet of one part of the cells, then help with the rest; writes no table.\n"
      "Start one per core or host on one folder of results: finished cells are skipped, `run` does the rest\n"
      "and prints the tables, and no number depends on who ran what. Prints a line for each cell it starts\n"
      "and ends. `run --jobs N` starts N of these",
      "preimage work configs/kde_nips_table2.yaml --shard 1/4 --out /shared/results");
  CLI::App* sweep = add_verb(
      app, "sweep",
      "run every point of a grid over one config and reading, and name the best of each outer fold by the\n"
      "inner folds: writes points.csv, best.csv, axes.csv and summary.txt into OUT/sweeps/NAME",
      "preimage sweep configs/kde_nips_table2.yaml --grid learners.kde.ridge=1e-4:10:log10 --repetitions 2");
  CLI::App* submitting = add_verb(
      app, "submit",
      "hand what is not done yet to a scheduler, and return. All paths must mean the same on its nodes",
      "preimage submit configs/kde_nips_table2.yaml --engine slurm --partition short --out /shared/results");
  CLI::App* status = add_verb(app, "status", "submitted jobs: cells done, failed, left; tasks in the queue",
                              "preimage status --out /shared/results");
  CLI::App* collect =
      add_verb(app, "collect", "write and print the tables of a submitted study, or say what it lacks",
               "preimage collect --out /shared/results");
  for (CLI::App* verb : {status, collect}) add_job_options(*verb, words.job, study.out);
  CLI::App* table = add_verb(app, "table", "write and print the tables from the records, running nothing",
                             "preimage table configs/kde_nips_table2.yaml");
  CLI::App* explain = add_verb(app, "explain", "a cell: what it is, why it would run again, what changed",
                               "preimage explain kde_nips_table2:smoothed-0.8:kde:0:1");
  explain
      ->add_option("CELL", words.cell, "6 digits or more of a key, or config:reading:learner:repetition:fold")
      ->required();
  CLI::App* clean = add_verb(app, "clean", "list, and with --yes remove, what no config refers to",
                             "preimage clean --out results/latest --yes");
  for (CLI::App* verb : {plan, run, work, sweep, submitting, table, explain, clean})
    add_study_options(*verb, study, words);
  clean->add_flag("--yes", words.yes, "remove what is listed; else only on `y` at a terminal");
  clean->get_option("--profile")->default_str("all");
  for (CLI::App* verb : {run, sweep}) {
    verb->add_option("--jobs", study.jobs, "worker processes, one BLAS thread each; 0: one per core")
        ->check(CLI::Range(0, 4096));
    verb->add_flag("--quiet", study.quiet, "no progress on stderr");
  }
  for (CLI::App* verb : {run, sweep, submitting}) {
    verb->add_flag("--bitwise", study.bitwise,
                   "pin the BLAS core type too: the same bits on every AVX2 machine");
  }
  for (CLI::App* verb : {run, work, sweep, submitting}) add_cell_options(*verb, study, words);
  add_submit_options(*submitting, submit);
  for (CLI::App* verb : {plan, work, explain}) add_sweep_options(*verb, words);
  add_sweep_options(*sweep, words)->required();
  sweep->add_option("--name", words.sweep_name, "of the folder, instead of one made of config and axes");
  for (CLI::App* verb : {run, table}) {
    verb->add_option("--predictions", words.predictions, "CSV with one row per test sample")
        ->type_name("FILE");
  }
  add_part_options(*work, study, words);

  CLI::App* checking =
      add_verb(app, "check", "hold the latest results against the reference, or against the papers",
               "preimage check --profile quick --junit check.xml");
  add_check_options(*checking, check);

  CLI::App* comparing =
      add_verb(app, "compare", "what differs between two results folders: cells and numbers",
               "preimage compare results/latest /tmp/other-machine");
  comparing->add_option("RUN_A", words.run_a, "folder of results")->required();
  comparing->add_option("RUN_B", words.run_b, "another")->required();

  CLI::App* datasets =
      add_verb(app, "datasets", "data sets: where a verified copy lies", "preimage datasets");
  datasets->add_option("--data", words.data, "folder with the data sets");

  CLI::App* gramming =
      add_verb(app, "gram", "Gram matrix of a kernel on your data (CSV columns, or string pairs in a .tsv)",
               "preimage gram points.csv --columns x1,x2 --kernel '{name: gaussian, sigma: 2}' --out K.npy");
  gramming->add_option("FILE", gram.input, ".csv or .tsv")->required();
  gramming->add_option("--kernel", gram.kernel, "YAML, as in configs; `preimage list` shows all")->required();
  gramming->add_option("--columns", gram.columns, "CSV: column names; string pairs: input or output")
      ->delimiter(',');
  gramming->add_option("--kind", gram.kind, "what the CSV columns hold")
      ->check(CLI::IsMember({"vector", "class", "label_set", "string"}))
      ->capture_default_str();
  gramming->add_option("--out", gram.out, "file ending in .csv or .npy")->required();

  CLI::App* bench =
      add_verb(app, "bench", "a benchmark that prints ratios", "preimage bench subsequence-kernel");
  bench->add_option("NAME", words.benchmark, "see `preimage list`")->required();

  check_verb(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kOk : kUsage;
  }
  pin_blas(argv, study.bitwise);
  finish_study_options(study, words);
  if (*plan) return verb_plan(study);
  if (*run) return verb_run(study);
  if (*work) return verb_work(study);
  if (*sweep) return verb_sweep(study);
  if (*submitting) return verb_submit({study, submit.engine, submit.chunks, submit.sbatch});
  if (*status) return verb_status(study.out, words.job);
  if (*collect) return verb_collect(study.out, words.job);
  if (*table) return verb_table(study);
  if (*explain) return verb_explain(study, words.cell);
  if (*clean) return verb_clean({study, clean->count("--profile") == 0, words.yes});
  if (*checking) return verb_check(check);
  if (*comparing) return verb_compare(words.run_a, words.run_b);
  if (*datasets) return verb_datasets(study.data);
  if (*gramming) return verb_gram(gram);
  if (*bench) return verb_bench(words.benchmark);
  return verb_list();
}

}  // namespace

int main(int argc, char** argv) {
  const auto fail = [](const char* kind, const std::exception& error, int code) {
    std::cerr << "preimage: " << kind << error.what() << "\n";
    return code;
  };
  try {
    return run_program(argc, argv);
  } catch (const preimage::ConfigError& error) {
    return fail("", error, kUsage);
  } catch (const preimage::DataError& error) {
    return fail("", error, kData);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail("", error, kData);
  } catch (const std::exception& error) {
    return fail("internal error: ", error, kInternal);
  }
}
