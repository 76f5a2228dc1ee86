#include "suite/cli/command_line.hpp"

#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "preimage/models/model_file.hpp"
#include "suite/cli/completion.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/help.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/text_file.hpp"
#include "suite/data/vectors.hpp"
#include "suite/study/option_table.hpp"

// How CLI11 reads values of these types; what is wrong with one is thrown as a ConfigError.
namespace preimage::suite::config {
inline bool lexical_cast(const std::string& text, Override& value) {
  value = parse_override(text);
  return true;
}
}  // namespace preimage::suite::config

namespace preimage::suite::study {
inline bool lexical_cast(const std::string& text, Axis& value) {
  value = parse_axis(text);
  return true;
}
inline bool lexical_cast(const std::string& text, Shard& value) {
  value = parse_shard(text);
  return true;
}
}  // namespace preimage::suite::study

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

const std::map<std::string, TablesShown> kTablesShown = {
    {"none", TablesShown::none}, {"summary", TablesShown::summary}, {"all", TablesShown::all}};
const std::map<std::string, ColorChoice> kColors = {
    {"auto", ColorChoice::automatic}, {"always", ColorChoice::always}, {"never", ColorChoice::never}};

/// Files that options write, and how each begins, where all of a kind begin alike; that of one verb behind its
/// name.
const std::map<std::string, std::string> kWritten = {
    {"--out", ""},      {"fit --out", std::string(models::kModelFileBeginning)},
    {"--json", "{"},    {"folds --out", kFoldsHeader},
    {"--svg", "<svg"},  {"--page", "<!DOCTYPE html>"},
    {"--paper", "% "},  {"--predictions", "config,reading,"},
    {"--markdown", ""}, {"--junit", "<?xml"}};

/// No file of a user is lost: nothing replaces what is read, or a file of another kind.
void refuse_to_replace(const CLI::App& verb) {
  for (const CLI::Option* out : verb.get_options()) {
    const auto kind = kWritten.find(out->get_name());
    if (out->empty() || kind == kWritten.end() || out->get_type_size() == 0) continue;  // a flag has size 0
    const std::string& path = out->results().front();
    for (const CLI::Option* read : verb.get_options()) {
      if (!read->get_positional() && (read->get_type_name() != "FILE" || kWritten.contains(read->get_name())))
        continue;
      for (const std::string& file : read->results()) {
        std::error_code none;
        if (fs::equivalent(path, file, none) && fs::is_regular_file(file, none))
          throw ConfigError(
              fmt::format("{} {}: this file is read, too; name another", out->get_name(), path));
      }
    }
    const auto own = kWritten.find(verb.get_name() + " " + out->get_name());
    data::refuse_to_replace_other(path, (own == kWritten.end() ? kind : own)->second, out->get_name());
  }
}

/// CLI11's own ranges hold for NaN, too.
std::string seconds_problem(const std::string& text) {
  const std::optional<double> seconds = config::parse_decimal(text);
  if (seconds && *seconds > 0.0 && *seconds <= 1e9) return "";
  return "expected seconds above 0 and at most 1e9, found '" + text + "'";
}

/// For CLI::Option::check: a decimal integer in this range (CLI11's own takes hexadecimal and octal ones,
/// too).
std::function<std::string(const std::string&)> integer_problem(long least, long most) {
  return [least, most](const std::string& text) -> std::string {
    const std::optional<long> number = config::parse_integer(text);
    if (number && *number >= least && *number <= most) return "";
    return fmt::format("expected an integer from {} to {}, found {}", least, most, base::excerpt(text));
  };
}

/// Adds each row of a list of study/option_table.hpp to a verb, as an option that fills the row's value.
struct AddOption {
  CLI::App& verb;
  template <class Value>
  void operator()(const study::OptionRow& row, Value& value) const {
    if constexpr (std::is_same_v<Value, bool>) {
      verb.add_flag(row.name(), value, row.help);
    } else {
      CLI::Option* option = verb.add_option(row.name(), value, row.help);
      if (!row.word.empty() && !row.is_positional) option->type_name(row.word);
      if (row.most > row.least) option->check(integer_problem(row.least, row.most));
      if constexpr (std::is_same_v<Value, std::optional<double>>) option->check(seconds_problem);
      if constexpr (std::is_same_v<Value, std::string>) option->capture_default_str();
      if (!row.is_positional) option->allow_extra_args(false);
    }
  }
};

/// "--page FILE.html": an option and the word for its value; "CONFIG": an argument.
template <class Value>
CLI::Option* add_row(CLI::App& verb, const std::string& name, Value& value, const std::string& help) {
  const std::size_t blank = name.find(' ');
  CLI::Option* option = verb.add_option(name.substr(0, blank), value, help);
  return blank == std::string::npos ? option : option->type_name(name.substr(blank + 1));
}

/// The help of a verb, or, of "", of the program.
int show_help(const CLI::App& app, const std::string& verb) {
  const CLI::App& shown = verb.empty() ? app : find_verb(app, verb);
  const std::string name = verb.empty() ? "preimage" : "preimage " + verb;
  std::cout << shown.get_formatter()->make_help(&shown, name, CLI::AppFormatMode::Normal);
  return kOk;
}

/// The verbs of the program, a function for each group of them, as the manual has them
/// (core/docs/program.md).
class Verbs {
 public:
  Verbs(CLI::App& app, CommandLine& line) : app_(app), line_(line) {}
  void add_all() {
    to_check_numbers("To check numbers");
    with_own_data("With your own data");
    to_run("To run");
    to_look_at_results("To look at results");
    on_a_cluster("On a cluster");
    to_look_things_up("To look things up");
    add("", "complete", "names, one a line: what completion scripts ask for",
        "preimage complete -- run --rea",
        [*this] { return verb_complete(app_, line_.experiments, line_.words); })
        .add_option("WORD", line_.words, "of the command line; the last one is to be completed");
  }

 private:
  void to_run(const char* group);
  void on_a_cluster(const char* group);
  void to_look_at_results(const char* group);
  void to_check_numbers(const char* group);
  void with_own_data(const char* group);
  void to_look_things_up(const char* group);

  /// A verb that does `action` once the words are parsed. Its help ends with the example.
  CLI::App& add(const char* group, const char* name, const char* summary, const std::string& example,
                std::function<int()> action) {
    CLI::App* verb = app_.add_subcommand(name, summary)->group(group)->footer("Example:\n  " + example);
    verb->callback([*this, verb, action = std::move(action)] {
      refuse_to_replace(*verb);
      const CLI::Option* profile = verb->get_option_no_throw("--profile");
      selected().has_profile = profile != nullptr && !profile->empty();
      line_.action = action;
    });
    verb->add_option_function<std::string>(
            "--color", [](const std::string& word) { choose_colors(kColors.at(word)); },
            "of verdicts and failures; auto: on a terminal, unless NO_COLOR is set")
        ->check(CLI::IsMember(kColors))
        ->type_name("WHEN");
    return *verb;
  }
  /// The same of one that is about the cells of configs.
  CLI::App& add_of_study(const char* group, const char* name, const char* summary, const std::string& example,
                         std::function<int()> action) {
    CLI::App& verb = add(group, name, summary, example, std::move(action));
    add_selection(verb);
    return verb;
  }
  void add_selection(CLI::App& verb) {
    study::visit_selection(selected(), AddOption{verb});
    verb.get_option("--out")->default_str("results/latest");
  }
  /// The points of a sweep; returns --grid.
  CLI::Option* add_points(CLI::App& verb) {
    study::visit_sweep(selected().sweep, AddOption{verb});
    CLI::Option* grid = verb.get_option("--grid");
    CLI::Option* random = verb.get_option("--random")->needs(grid);
    verb.get_option("--seed")->needs(random);
    verb.get_option("--learner")->needs(grid);
    return grid;
  }
  /// What run and its workers have in common beyond the choice of cells.
  void add_cell_options(CLI::App& verb) {
    study::visit_cells(line_.study.run, AddOption{verb});
    study::visit_permission(line_.study.run, AddOption{verb});
  }
  /// Of run and sweep beside these.
  void add_worker_options(CLI::App& verb) {
    study::visit_workers(line_.study.run, AddOption{verb});
    study::visit_bitwise(line_.study.run, AddOption{verb});
  }
  study::SelectionOptions& selected() const { return line_.study.selected; }
  void add_data(CLI::App& verb) { add_row(verb, "--data DIR", selected().data, "folder with the data sets"); }
  /// Of verbs whose answer programs may read.
  void add_json(CLI::App& verb) {
    verb.add_flag("--json", line_.json, "one JSON document on standard output in place of text");
  }
  void add_tables(CLI::App& verb) {
    verb.add_option("--tables", line_.tables,
                    "what is printed of them; summary: how many printed numbers came out")
        ->check(CLI::IsMember(kTablesShown))
        ->capture_default_str();
  }
  /// Of a text that holds rows.
  void add_lines(CLI::App& verb, std::string& header, std::string& comment) {
    verb.add_option("--header", header,
                    "whether the first line names the columns, where it is asked about: first_line, or none, "
                    "and they are x0, x1, ...")
        ->check(CLI::IsMember({"none", "first_line"}));
    add_row(verb, "--comment TEXT", comment, "how lines begin that are no rows, such as #; else all are");
  }
  void add_predictions(CLI::App& verb) {
    add_row(verb, "--predictions FILE", line_.study.run.predictions, "CSV with one row per test sample");
  }
  CLI::Option* add_sweep_name(CLI::App& verb) {
    return add_row(verb, "--name NAME", line_.study.run.sweep_name,
                   "of the sweep's folder, instead of one made of config and axes");
  }
  void add_job_options(CLI::App& verb) {
    verb.add_option("JOB", line_.job, "first digits of its id, or its number in Slurm");
    add_row(verb, "--out DIR", selected().out, "folder of results")->default_str("results/latest");
  }
  CLI::App& app_;
  CommandLine& line_;
};

void Verbs::to_run(const char* group) {
  CLI::App& run = add_of_study(
      group, "run", "run what is not done yet, then write and print the tables",
      "preimage run configs/kde_nips_table2.yaml --set dataset.smoothing=0.75 --jobs 2",
      [*this] { return verb_run(line_.study, line_.experiments, kTablesShown.at(line_.tables)); });
  add_tables(run);
  add_worker_options(run);
  add_cell_options(run);
  add_predictions(run);
  CLI::App& plan =
      add_of_study(group, "plan", "cells of a run: what is done, seconds and memory that are left",
                   "preimage plan configs/kde_nips_table2.yaml --profile paper",
                   [*this] { return verb_plan(line_.study, line_.experiments, line_.measures, line_.json); });
  add_json(plan);
  plan.add_flag("--measure", line_.measures,
                "run a cell of each learner that was never timed, and keep its result");
  study::visit_permission(line_.study.run, AddOption{plan});
  add_points(plan);
  add_json(add_of_study(group, "audit",
                        "look for what makes scores too good before any is computed: equal or nearly equal "
                        "samples on both sides of folds, columns that tell the target, groups that are not "
                        "named, folds of one output",
                        "preimage audit mine.yaml",
                        [*this] { return verb_audit(line_.study, line_.experiments, line_.json); }));
  CLI::App& work = add_of_study(
      group, "work",
      "run what is not done yet of one part of the cells, then help with the rest; writes no table. "
      "Start one per core or host on one folder of results: finished cells are skipped, `run` does the rest "
      "and prints the tables, and no number depends on who ran what. Prints a line for each cell it starts "
      "and ends. `run --jobs N` starts N of these",
      "preimage work configs/kde_nips_table2.yaml --shard 1/4 --out /shared/results",
      [*this] { return verb_work(line_.study, line_.experiments); });
  add_cell_options(work);
  add_points(work);
  study::visit_part(line_.study.worker, AddOption{work});
  work.get_option("--shard")->default_str("1/1");
  work.get_option("--cells")->excludes(work.get_option("--shard"))->excludes(work.get_option("--only"));
  add_sweep_name(work)->needs(work.get_option("--grid"));
  CLI::App& sweep = add_of_study(
      group, "sweep",
      "run every point of a grid over one config and reading, and name the best of each outer fold by the "
      "inner folds: writes points.csv, best.csv, axes.csv and summary.txt into OUT/sweeps/NAME",
      "preimage sweep configs/kde_nips_table2.yaml --grid learners.kde.ridge=1e-4:10:log10",
      [*this] { return verb_sweep(line_.study, line_.experiments); });
  add_worker_options(sweep);
  add_cell_options(sweep);
  add_points(sweep)->required();
  add_sweep_name(sweep);
}

void Verbs::on_a_cluster(const char* group) {
  CLI::App& submit = add_of_study(
      group, "submit",
      "hand what is not done yet to a scheduler, and return. All paths must mean the same on its nodes",
      "preimage submit configs/kde_nips_table2.yaml --engine slurm --out /shared/results",
      [*this] { return verb_submit(line_.study, line_.submit, line_.experiments); });
  study::visit_bitwise(line_.study.run, AddOption{submit});
  add_cell_options(submit);
  add_sweep_name(submit)->needs(add_points(submit));
  submit
      .add_option("--engine", line_.submit.engine,
                  "slurm: a job array; commands: a line per chunk on stdout, for GNU parallel or any other "
                  "scheduler")
      ->check(CLI::IsMember({"slurm", "commands"}))
      ->required();
  add_row(submit, "--chunks N", line_.submit.chunks,
          "parts of equal length of the list of cells (default: 100, or as many as there are cells)")
      ->check(integer_problem(1, 1000000));
  submit.add_flag("--dry-run", line_.submit.dry_run, "say what would be submitted; submit nothing");
  // Those of sbatch that clusters ask for most.
  const std::pair<std::string, const char*> of_sbatch[] = {
      {"--partition", "for sbatch (what is not here by its variables, like SBATCH_CONSTRAINT)"},
      {"--time", "for sbatch: limit of a task, in minutes or as H:MM:SS"},
      {"--account", "for sbatch"},
      {"--qos", "for sbatch"},
      {"--mem", "for sbatch: memory of a task, in MiB"}};
  for (const auto& [name, help] : of_sbatch) {
    const auto keep = [*this, name = name](const std::string& value) {
      line_.submit.sbatch.push_back(name + "=" + value);
    };
    submit.add_option_function<std::string>(name, keep, help)->type_name("VALUE");
  }
  CLI::App& status = add(group, "status", "submitted jobs: cells done, failed, left; tasks in the queue",
                         "preimage status --out /shared/results",
                         [*this] { return verb_status(selected().out, line_.job, line_.json); });
  add_job_options(status);
  add_json(status);
  CLI::App& collect =
      add(group, "collect", "write and print the tables of a submitted study, or say what it lacks",
          "preimage collect --out /shared/results", [*this] {
            return verb_collect(selected().out, line_.job, line_.experiments, kTablesShown.at(line_.tables));
          });
  add_job_options(collect);
  add_tables(collect);
}

void Verbs::to_look_at_results(const char* group) {
  CLI::App& table = add_of_study(
      group, "table",
      "write and print the tables and figures from the records. It runs no cell and fits no model",
      "preimage table configs/kde_nips_table2.yaml", [*this] {
        return verb_table(line_.study, line_.experiments, {line_.json, line_.chosen});
      });
  add_json(table);
  table.add_flag(
      "--chosen", line_.chosen,
      "below each table, which hyper-parameters the inner folds chose, and in how many outer folds");
  add_predictions(table);
  CLI::App& report = add_of_study(
      group, "report",
      "one offline page of all tables, readings, figures and sweeps; prints its path. It runs no cell and "
      "fits no model",
      "preimage report --paper tables.tex",
      [*this] { return verb_report(selected(), line_.report, line_.experiments); });
  add_row(report, "--page FILE.html", line_.report.page, "the page's file instead of OUT/report.html");
  add_row(report, "--paper FILE.tex", line_.report.paper,
          "LaTeX of all tables in the papers' layout, with a \\newcommand per number");
  CLI::App& explain = add(group, "explain", "a cell: what it is, why it would run again, what changed",
                          "preimage explain kde_nips_table2:smoothed-0.8:kde:0:1",
                          [*this] { return verb_explain(selected(), line_.experiments, line_.cell); });
  explain
      .add_option("CELL", line_.cell, "6 digits or more of a key, or config:reading:learner:repetition:fold")
      ->required();
  add_selection(explain);
  add_points(explain);
  CLI::App& clean = add_of_study(
      group, "clean",
      "list, and with --yes remove, what no config refers to, neither those given nor those that were ever "
      "run into the folder (where it does not tell which: all of configs/)",
      "preimage clean --out results/latest --yes", [*this] {
        return verb_clean({selected(), line_.older}, line_.experiments, line_.yes);
      });
  clean.add_flag("--yes", line_.yes, "remove what is listed; else only on `y` at a terminal");
  clean.add_flag("--older", line_.older,
                 "give up records, too, from before runs were noted here, whose config is not known");
  clean.get_option("--profile")->default_str("all");
  CLI::App& verify = add(
      group, "verify",
      "hold a results folder against itself: records against their keys, names and sums; notes, sweeps and "
      "tables against the records; links and files that are none of the program's. A line per damaged file, "
      "exit code 5, and per file of which it cannot be told, exit code 7",
      "preimage verify results/latest", [*this] { return verb_verify(selected(), line_.experiments); });
  verify.add_option("OUT", selected().out, "folder of results");
  add_data(verify);
  CLI::App& compare = add(group, "compare", "what differs between two results folders: cells and numbers",
                          "preimage compare results/latest /tmp/other-machine",
                          [*this] { return verb_compare(line_.run_a, line_.run_b); });
  compare.add_option("RUN_A", line_.run_a, "folder of results")->required();
  compare.add_option("RUN_B", line_.run_b, "another")->required();
}

void Verbs::to_check_numbers(const char* group) {
  VerdictOptions& judged = line_.verdict;
  CLI::App& verdict =
      add(group, "verdict",
          "judge printed numbers by reruns of them, without a config: PRINTED is CSV, a LaTeX tabular or a "
          "Markdown table, RERUN is CSV with a value a row, or with mean, sd and count; exit codes as of "
          "check --published",
          "preimage verdict printed.csv rerun.csv", [*this] { return verb_verdict(line_.verdict); });
  verdict.add_option("FILE", judged.files, "PRINTED and RERUN; with --printed RERUN alone");
  add_row(verdict, "--rerun FILE", judged.files, "RERUN, beside --printed");
  add_row(verdict, "--printed NUMBER", judged.number,
          "one printed number in place of a file: '.947 +- .022'");
  const auto add_fact = [&](const char* name, const char* column, const char* word, const char* help) {
    const auto keep = [&judged, column](const std::string& text) { judged.facts[column] = text; };
    verdict.add_option_function<std::string>(name, keep, help)->type_name(word);
  };
  add_fact("--spread-kind", "spread_kind", "KIND", "SE, SD, CI95 or unstated: the kind of spread behind +-");
  add_fact("--runs", "runs", "N", "of how many independent runs a printed number is the mean");
  add_fact("--runs-draw", "runs_draw", "WHAT",
           "data, splits or seeds: what a run draws anew, the reruns, too");
  add_fact("--folds", "folds", "N", "over how many folds a printed spread was taken");
  add_fact("--matters", "matters", "M", "a difference that matters");
  add_row(verdict, "--json FILE", judged.json, "the verdicts as JSON");
  add_row(verdict, "--markdown FILE", judged.markdown, "the verdicts as a table");
  CLI::App& fresh =
      add(group, "new",
          "write a folder that holds a config against published numbers, and runs as it is: "
          "config, published.csv, a small table of data or a script, and what a reading must "
          "answer",
          "preimage new paper doe_2020", [*this] { return verb_new(line_.fresh, line_.drafts.paper); });
  fresh.add_option("WHAT", line_.fresh.what, "paper")->required();
  fresh.add_option("NAME", line_.fresh.folder, "the new folder; its name is the paper's key")->required();
  fresh.add_flag("--program", line_.fresh.program, "a script computes the numbers, in place of our methods");
  results::CheckOptions& options = line_.check;
  CLI::App& check =
      add(group, "check",
          "hold results against a reference, which --update makes of results, or against the papers",
          "preimage check my.yaml --reference numbers --latest out --markdown check.md", [*this] {
            line_.check.has_profile = selected().has_profile;
            line_.check.has_reference = app_.get_subcommand("check")->count("--reference") > 0;
            return verb_check(line_.check, line_.experiments);
          });
  check.add_option("CONFIG", options.configs, "only the numbers of these; none: all that the folders hold");
  add_row(check, "--latest DIR", options.latest, "folder of results")->default_str("results/latest");
  add_row(check, "--reference DIR", options.reference, "folder of reference results")
      ->default_str("results/reference");
  add_row(check, "--profile PROFILE", options.profile, "profile")->capture_default_str();
  CLI::Option* update = check.add_flag("--update", options.update, "make the latest results the reference");
  add_row(check, "--spread RUN", options.spread,
          "results folders of the same profile made under other OPENBLAS_CORETYPEs; each number's tolerance "
          "is 4 times its largest difference plus what rounding may do to it")
      ->needs(update);
  check.add_flag("--published", options.published, "published numbers that no reading explains");
  add_row(check, "--junit FILE", options.junit, "the outcome for CI, number by number");
  add_row(check, "--json FILE", options.json, "the outcome for CI, number by number");
  add_row(check, "--markdown FILE", options.markdown,
          "a line with the verdict, and a table of what moved, for a comment on the change; with "
          "--published: how many numbers of each paper are reproduced, and why others are not");
  check.add_flag("--bisect", options.bisect,
                 "exit codes for `git bisect run`: 0 good, 1 moved, 125 not to be said (cells missing or "
                 "failed, config refused)");
  check.add_flag("--same-data", options.same_data,
                 "refuse numbers of other data than the reference's; else they have moved, and it says so");
  for (const char* name : {"--published", "--junit", "--json", "--markdown", "--bisect", "--same-data"})
    check.get_option(name)->excludes(update);
  for (const char* name : {"--junit", "--bisect", "--same-data"})
    check.get_option(name)->excludes(check.get_option("--published"));
}

void Verbs::with_own_data(const char* group) {
  InitOptions& draft = line_.init;
  CLI::App& init = add(
      group, "init",
      "write a config for a file of yours, which runs as it is: a table of numbers, texts, strings, trees or "
      "graphs, or pairs of strings in a .tsv",
      "preimage init points.csv --target kind --out points.yaml",
      [*this] { return verb_init(line_.init, line_.drafts.config); });
  CLI::Option* drafted = init.add_option(
      "FILE", draft.request.data,
      "a table: .csv (also of tabs or semicolons), .arff, .npy, also compressed; or pairs of strings, .tsv");
  add_row(init, "--inputs FILE", draft.inputs,
          "of data in two files, X.npy and y.npy: the one with the inputs")
      ->excludes(drafted);
  add_row(init, "--target COLUMN", draft.request.targets,
          "of a table: the column to predict, or several; beside --inputs: the file with the outputs")
      ->allow_extra_args(false);  // FILE may come behind it
  init.add_option("--kind", draft.request.kind, "what the target holds, in place of a guess")
      ->check(CLI::IsMember(data::output_kind_names()));
  add_row(init, "--levels LEVEL", draft.request.levels,
          "of kind ordinal: the classes from the lowest to the highest; whole numbers have an order")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_row(init, "--na TEXT", draft.request.na,
          "a further text that means a missing value, such as -99; may be given again; none: NA and the like "
          "are texts")
      ->allow_extra_args(false);  // FILE may come behind it
  add_lines(init, draft.request.header, draft.request.comment);
  init.add_option("--missing-targets", draft.missing_targets,
                  "of rows without a target: left out, or an error")
      ->check(CLI::IsMember({"refuse", "drop"}));
  add_row(init, "--out FILE", draft.out, "the config, beside the file or above it; else standard output");
  init.add_flag("--force", draft.force, "replace a config that is there");
  CLI::App& fit =
      add(group, "fit",
          "a model of all samples of a config: hyper-parameters, and the learner where none is named, are "
          "chosen on inner folds; then it is fitted once and written",
          "preimage fit my.yaml --learner kde --out my.pim",
          [*this] { return verb_fit(selected(), line_.fit, line_.experiments); });
  study::visit_selection(selected(), AddOption{fit});
  fit.remove_option(fit.get_option("--out"));
  add_row(fit, "--learner LEARNER", line_.fit.request.learner,
          "of the config; else the one with the smallest inner loss");
  add_row(fit, "--outer-fold N", line_.fit.request.outer_fold,
          "fit to the training samples of this outer fold (from 0) of the first repetition instead of all: "
          "the model of a cell");
  add_row(fit, "--out FILE", line_.fit.model,
          "file to write, by custom ending in .pim; folders that are missing are made")
      ->required();
  add_row(fit, "--results DIR", selected().out,
          "folder of results, which may hold the estimate of nested cross-validation")
      ->default_str("results/latest");
  CLI::App& folds =
      add(group, "folds", "all outer and inner folds of a config, row by row, for other software",
          "preimage folds my.yaml --out folds.csv",
          [*this] { return verb_folds(selected(), line_.folds, line_.experiments); });
  study::visit_selection(selected(), AddOption{folds});
  folds.remove_option(folds.get_option("--out"));
  add_row(folds, "--out FILE", line_.folds, "CSV; -: standard output")->capture_default_str();
  CLI::App& predict = add(group, "predict", "outputs of new inputs, by a model that `fit` wrote",
                          "preimage predict my.pim new.csv --out predictions.csv",
                          [*this] { return verb_predict(line_.predict, line_.experiments); });
  predict.add_option("MODEL", line_.predict.model, "file that `fit` wrote")->required();
  CLI::Option* inputs = predict.add_option(
      "INPUTS", line_.predict.inputs,
      "a file like the one it was fitted to; the target may be missing; -: standard input");
  const auto add_form = [&](const char* name, study::NewInputsForm form, const char* help) {
    const auto keep = [&options = line_.predict, form](const std::string& file) {
      options.inputs = file;
      options.form = form;
    };
    return predict.add_option_function<std::string>(name, keep, help)->type_name("FILE")->excludes(inputs);
  };
  CLI::Option* of_gram =
      add_form("--gram", study::NewInputsForm::gram,
               "in place of INPUTS, by a model of a Gram matrix: a row of kernel values with "
               "its samples for each new one, as `preimage gram FILE NEW` writes it");
  add_form("--distances", study::NewInputsForm::distances,
           "likewise by a model of from_distances: a row of distances to its samples")
      ->excludes(of_gram);
  add_row(predict, "--gram-diagonal FILE", line_.predict.diagonal,
          "beside --gram, where the model compares distances: k(x, x) of each new sample, a column "
          "of them or the new samples' own Gram matrix")
      ->needs(of_gram);
  add_row(predict, "--out FILE", line_.predict.out, "CSV; .npy for vectors; -: standard output")
      ->capture_default_str();
  predict.add_flag("--probabilities", line_.predict.probabilities,
                   "of classes, a column each, by a model whose learner has `probabilities`");
  add(group, "show", "what a model file holds: its config, what was chosen, its arrays",
      "preimage show my.pim", [*this] { return verb_show(line_.predict.model, line_.experiments); })
      .add_option("MODEL", line_.predict.model, "file that `fit` wrote")
      ->required();

  CLI::App& gram =
      add(group, "gram", "Gram matrix of a kernel on your data (CSV columns, or string pairs in a .tsv)",
          "preimage gram points.csv --columns x1,x2 --kernel '{name: linear}' --out K.npy",
          [*this] { return verb_gram(line_.gram); });
  gram.add_option("FILE", line_.gram.input, ".csv or .tsv")->required();
  gram.add_option(
      "NEW", line_.gram.new_samples,
      "new samples: one row each against the samples of FILE, as scikit-learn's predict takes them");
  add_row(gram, "--kernel KERNEL", line_.gram.kernel, "YAML, as in configs; `preimage list` shows all")
      ->required();
  add_row(gram, "--columns COLUMN", line_.gram.columns, "CSV: column names; string pairs: input or output")
      ->allow_extra_args(false);  // NEW may come behind it
  gram.add_option("--kind", line_.gram.kind, "what the CSV columns hold")
      ->check(CLI::IsMember({"vector", "class", "label_set", "string"}))
      ->capture_default_str();
  add_lines(gram, line_.gram.header, line_.gram.comment);
  add_row(gram, "--out FILE", line_.gram.out, "file ending in .csv or .npy")->required();
}

void Verbs::to_look_things_up(const char* group) {
  add(group, "help", "the verbs in groups, or the options of one", "preimage help run", [*this] {
    return show_help(app_, line_.verb);
  }).add_option("VERB", line_.verb, "whose help is shown");
  add_json(add(group, "list", "experiments, configs, methods, decoders, kernels and benchmarks",
               "preimage list", [*this] { return verb_list(line_.experiments, line_.json); }));
  CLI::App& keys =
      add(group, "keys", "what may stand in a config: every key with its type, range, default and meaning",
          "preimage keys learners.kde",
          [*this] { return verb_keys(line_.experiments, line_.key, line_.schema); });
  keys.add_option("PATH", line_.key,
                  "a part of a config: protocol, learners.METHOD, kernel.NAME, claims.margin; or a config, "
                  "for the keys that may stand in it; or a word to search for");
  keys.add_flag("--schema", line_.schema,
                "a JSON schema of configs, for editors; of `published`: of the rows of that file");
  add_data(add(group, "datasets", "data sets: where a verified copy lies", "preimage datasets",
               [*this] { return verb_datasets(selected().data); }));
  CLI::App& bench = add(group, "bench", "a benchmark that prints ratios", "preimage bench subsequence-kernel",
                        [*this] { return verb_bench(line_.bench); });
  bench.add_option("NAME", line_.bench.name, "one of those that are listed without it");
  add_row(bench, "--largest N", line_.bench.largest,
          "of `scaling`: the most training samples; of `verdicts`: draws a cell")
      ->check(integer_problem(250, 60000));
  add_row(bench, "--svg FILE", line_.bench.svg, "of `scaling`: write its curves, too");
  bench.add_flag("--whole", line_.bench.whole,
                 "of `nested-cv`: every peer at every size, by rounds (an hour)");
  add(group, "completion",
      "print the script by which bash or zsh completes command lines of preimage with its Tab key",
      "preimage completion bash > ~/.local/share/bash-completion/completions/preimage",
      [*this] {
        std::cout << completion_script(line_.shell);
        return static_cast<int>(kOk);
      })
      .add_option("SHELL", line_.shell, "bash or zsh")
      ->required();
}

}  // namespace

void add_verbs(CLI::App& app, CommandLine& line) {
  Verbs(app, line).add_all();
}

}  // namespace preimage::suite::cli
