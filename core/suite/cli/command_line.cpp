#include "suite/cli/command_line.hpp"

#include <map>
#include <utility>

#include "suite/cli/command_line_verbs.hpp"
#include "suite/cli/help_command_line.hpp"
#include "suite/cli/submit_command_line.hpp"

namespace preimage::suite::cli {

namespace {

/// Of verbs whose answer programs may read.
void add_json(CLI::App& verb, CommandLine& line) {
  verb.add_flag("--json", line.json, "one JSON document on standard output in place of text");
}

const std::map<std::string, TablesShown> kTablesShown = {
    {"none", TablesShown::none}, {"summary", TablesShown::summary}, {"all", TablesShown::all}};

void add_tables(CLI::App& verb, CommandLine& line) {
  verb.add_option("--tables", line.tables,
                  "what is printed of them: none, all, or a summary of how many printed numbers came out")
      ->check(CLI::IsMember(kTablesShown))
      ->capture_default_str();
}

bool is_given(const CLI::App& app, const std::string& verb, const std::string& option) {
  return app.get_subcommand(verb)->count(option) > 0;
}

void add_predictions(CLI::App& verb, study::RunOptions& options) {
  verb.add_option("--predictions", options.predictions, "CSV with one row per test sample")
      ->type_name("FILE");
}

void add_plan(CLI::App& app, CommandLine& line) {
  CLI::App& plan =
      add_study_verb(app, line, "plan", "cells of a run: what is done, seconds and memory that are left",
                     "preimage plan configs/kde_nips_table2.yaml --profile paper",
                     [&line] { return verb_plan(line.study, line.experiments, line.measures, line.json); });
  add_json(plan, line);
  plan.add_flag("--measure", line.measures,
                "run a cell of each learner that was never timed, and keep its result");
  add_permission(plan, line.study.run);
  add_sweep_options(plan, line.study.selected.sweep);
}

void add_run(CLI::App& app, CommandLine& line) {
  CLI::App& run = add_study_verb(
      app, line, "run", "run what is not done yet, then write and print the tables",
      "preimage run configs/kde_nips_table2.yaml --set dataset.smoothing=0.75 --jobs 2",
      [&line] { return verb_run(line.study, line.experiments, kTablesShown.at(line.tables)); });
  add_tables(run, line);
  add_worker_options(run, line.study.run);
  add_threads(run, line.study.run);
  add_bitwise(run, line.study.run);
  add_cell_options(run, line.study.run);
  add_predictions(run, line.study.run);
}

CLI::Option* add_sweep_name(CLI::App& verb, CommandLine& line) {
  return verb
      .add_option("--name", line.study.run.sweep_name,
                  "of the sweep's folder, instead of one made of config and axes")
      ->type_name("NAME");
}

void add_work(CLI::App& app, CommandLine& line) {
  CLI::App& work = add_study_verb(
      app, line, "work",
      "run what is not done yet of one part of the cells, then help with the rest; writes no table.\n"
      "Start one per core or host on one folder of results: finished cells are skipped, `run` does the rest\n"
      "and prints the tables, and no number depends on who ran what. Prints a line for each cell it starts\n"
      "and ends. `run --jobs N` starts N of these",
      "preimage work configs/kde_nips_table2.yaml --shard 1/4 --out /shared/results",
      [&line] { return verb_work(line.study, line.experiments); });
  add_cell_options(work, line.study.run);
  add_threads(work, line.study.run);
  add_sweep_options(work, line.study.selected.sweep);
  add_part_options(work, line.study.worker);
  add_sweep_name(work, line)->needs(work.get_option("--grid"));
}

void add_sweep(CLI::App& app, CommandLine& line) {
  CLI::App& sweep = add_study_verb(
      app, line, "sweep",
      "run every point of a grid over one config and reading, and name the best of each outer fold by the\n"
      "inner folds: writes points.csv, best.csv, axes.csv and summary.txt into OUT/sweeps/NAME",
      "preimage sweep configs/kde_nips_table2.yaml --grid learners.kde.ridge=1e-4:10:log10 --repetitions 2",
      [&line] { return verb_sweep(line.study, line.experiments); });
  add_worker_options(sweep, line.study.run);
  add_threads(sweep, line.study.run);
  add_bitwise(sweep, line.study.run);
  add_cell_options(sweep, line.study.run);
  add_sweep_options(sweep, line.study.selected.sweep)->required();
  add_sweep_name(sweep, line);
}

void add_cluster_verbs(CLI::App& app, CommandLine& line) {
  CLI::App& submit = add_verb(
      app, line, "submit",
      "hand what is not done yet to a scheduler, and return. All paths must mean the same on its nodes",
      "preimage submit configs/kde_nips_table2.yaml --engine slurm --partition short --out /shared/results",
      [&line] {
        line.submit.study = line.study;
        return verb_submit(line.submit, line.experiments);
      });
  add_study_options(submit, line.study.selected);
  add_bitwise(submit, line.study.run);
  add_cell_options(submit, line.study.run);
  add_threads(submit, line.study.run);
  add_sweep_name(submit, line)->needs(add_sweep_options(submit, line.study.selected.sweep));
  add_submit_options(submit, line.submit);
  CLI::App& status =
      add_verb(app, line, "status", "submitted jobs: cells done, failed, left; tasks in the queue",
               "preimage status --out /shared/results",
               [&line] { return verb_status(line.study.selected.out, line.job, line.json); });
  add_job_options(status, line.job, line.study.selected.out);
  add_json(status, line);
  CLI::App& collect =
      add_verb(app, line, "collect", "write and print the tables of a submitted study, or say what it lacks",
               "preimage collect --out /shared/results", [&line] {
                 return verb_collect(line.study.selected.out, line.job, line.experiments,
                                     kTablesShown.at(line.tables));
               });
  add_job_options(collect, line.job, line.study.selected.out);
  add_tables(collect, line);
}

void add_record_verbs(CLI::App& app, CommandLine& line) {
  CLI::App& table = add_study_verb(
      app, line, "table",
      "write and print the tables and figures from the records. It runs no cell and fits no model",
      "preimage table configs/kde_nips_table2.yaml", [&app, &line] {
        return verb_table(line.study, line.experiments, is_given(app, "table", "--profile"), line.json);
      });
  add_json(table, line);
  add_predictions(table, line.study.run);

  CLI::App& report = add_verb(
      app, line, "report",
      "one offline page of all tables, readings, figures and sweeps; prints its path. It runs no cell and\n"
      "fits no model",
      "preimage report --paper tables.tex", [&app, &line] {
        ReportOptions options = line.report;
        options.has_profile = is_given(app, "report", "--profile");
        options.study = line.study.selected;
        return verb_report(options, line.experiments);
      });
  add_study_options(report, line.study.selected);
  add_report_options(report, line.report);

  CLI::App& explain =
      add_verb(app, line, "explain", "a cell: what it is, why it would run again, what changed",
               "preimage explain kde_nips_table2:smoothed-0.8:kde:0:1", [&app, &line] {
                 return verb_explain(line.study.selected, line.experiments,
                                     is_given(app, "explain", "--profile"), line.cell);
               });
  explain
      .add_option("CELL", line.cell, "6 digits or more of a key, or config:reading:learner:repetition:fold")
      ->required();
  add_study_options(explain, line.study.selected);
  add_sweep_options(explain, line.study.selected.sweep);
}

void add_clean(CLI::App& app, CommandLine& line) {
  CLI::App& clean =
      add_verb(app, line, "clean",
               "list, and with --yes remove, what no config refers to, neither those given nor "
               "those that were\never run into the folder (where it does not tell which: all of "
               "configs/)",
               "preimage clean --out results/latest --yes", [&app, &line] {
                 const bool all = !is_given(app, "clean", "--profile");
                 return verb_clean({line.study.selected, all, line.yes, line.older}, line.experiments);
               });
  add_study_options(clean, line.study.selected);
  clean.add_flag("--yes", line.yes, "remove what is listed; else only on `y` at a terminal");
  clean.add_flag("--older", line.older,
                 "give up records, too, of which nobody knows the config: of before runs were noted here");
  clean.get_option("--profile")->default_str("all");
}

void add_verify(CLI::App& app, CommandLine& line) {
  CLI::App& verify = add_verb(
      app, line, "verify",
      "hold a results folder against itself: records against their keys, names and sums; notes, sweeps and\n"
      "tables against the records; links and files that are none of the program's. A line per damaged file,\n"
      "exit code 5, and per file of which it cannot be told, exit code 7",
      "preimage verify results/latest",
      [&line] { return verb_verify(line.study.selected, line.experiments); });
  verify.add_option("OUT", line.study.selected.out, "folder of results")->type_name("DIR");
  verify.add_option("--data", line.study.selected.data, "folder with the data sets")->type_name("DIR");
}

void add_check_verbs(CLI::App& app, CommandLine& line) {
  CLI::App& check =
      add_verb(app, line, "check",
               "hold results against a reference, which --update makes of results, or against the papers",
               "preimage check my.yaml --reference numbers --latest out --markdown check.md", [&app, &line] {
                 results::CheckOptions options = line.check;
                 options.has_profile = is_given(app, "check", "--profile");
                 options.has_reference = is_given(app, "check", "--reference");
                 return verb_check(options, line.experiments);
               });
  add_check_options(check, line.check);

  add_verdict_options(
      add_verb(
          app, line, "verdict",
          "judge printed numbers by reruns of them, without a config: PRINTED is CSV, a LaTeX tabular or a\n"
          "Markdown table, RERUN is CSV with a value a row, or with mean, sd and count; exit codes as of "
          "check "
          "--published",
          "preimage verdict printed.csv rerun.csv", [&line] { return verb_verdict(line.verdict); }),
      line.verdict);

  CLI::App& compare =
      add_verb(app, line, "compare", "what differs between two results folders: cells and numbers",
               "preimage compare results/latest /tmp/other-machine",
               [&line] { return verb_compare(line.run_a, line.run_b); });
  compare.add_option("RUN_A", line.run_a, "folder of results")->required();
  compare.add_option("RUN_B", line.run_b, "another")->required();
}

void add_tools(CLI::App& app, CommandLine& line) {
  add_verb(app, line, "datasets", "data sets: where a verified copy lies", "preimage datasets",
           [&line] { return verb_datasets(line.study.selected.data); })
      .add_option("--data", line.study.selected.data, "folder with the data sets")
      ->type_name("DIR");
  add_init_options(
      add_verb(
          app, line, "init",
          "write a config for a file of yours, which runs as it is: a CSV table, or string pairs in a .tsv",
          "preimage init points.csv --target kind --out points.yaml",
          [&line] { return verb_init(line.init, line.drafts.config); }),
      line.init);
  CLI::App& fresh =
      add_verb(app, line, "new",
               "write a folder that holds a config against published numbers, and runs as it is:\n"
               "config, published.csv, a small table of data or a script, and what a reading must answer",
               "preimage new paper doe_2020", [&line] { return verb_new(line.fresh, line.drafts.paper); });
  fresh.add_option("WHAT", line.fresh.what, "paper")->required();
  fresh.add_option("NAME", line.fresh.folder, "the new folder; its name is the paper's key")->required();
  fresh.add_flag("--program", line.fresh.program, "a script computes the numbers, in place of our methods");
  add_gram_options(
      add_verb(app, line, "gram",
               "Gram matrix of a kernel on your data (CSV columns, or string pairs in a .tsv)",
               "preimage gram points.csv --columns x1,x2 --kernel '{name: gaussian, sigma: 2}' --out K.npy",
               [&line] { return verb_gram(line.gram); }),
      line.gram);
  CLI::App& bench = add_verb(app, line, "bench", "a benchmark that prints ratios",
                             "preimage bench subsequence-kernel", [&line] { return verb_bench(line.bench); });
  bench.add_option("NAME", line.bench.name, "one of the list that stands here without it");
  bench
      .add_option("--largest", line.bench.largest,
                  "of `scaling`: the most training samples; of `verdicts`: draws a cell")
      ->check(integer_problem(250, 60000))
      ->type_name("N");
  bench.add_option("--svg", line.bench.svg, "of `scaling`: write its curves, too")->type_name("FILE");
}

}  // namespace

void add_verbs(CLI::App& app, CommandLine& line) {
  add_run(app, line);
  add_plan(app, line);
  add_work(app, line);
  add_sweep(app, line);
  add_cluster_verbs(app, line);
  add_record_verbs(app, line);
  add_clean(app, line);
  add_verify(app, line);
  add_check_verbs(app, line);
  add_model_verbs(app, line);
  add_json(add_verb(app, line, "list", "experiments, configs, methods, decoders, kernels and benchmarks",
                    "preimage list", [&line] { return verb_list(line.experiments, line.json); }),
           line);
  add_tools(app, line);
  add_help_verbs(app, line);
}

}  // namespace preimage::suite::cli
