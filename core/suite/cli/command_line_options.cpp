#include "suite/cli/command_line_options.hpp"

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/vectors.hpp"
#include "suite/study/option_table.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;
using study::OptionRow;

namespace {

/// CLI11's own ranges hold for NaN, too.
std::string seconds_problem(const std::string& text) {
  const std::optional<double> seconds = config::parse_decimal(text);
  if (seconds && *seconds > 0.0 && *seconds <= 1e9) return "";
  return "expected seconds above 0 and at most 1e9, found '" + text + "'";
}

/// Adds each row of a list to a verb, as an option that fills the row's value.
class AddOption {
 public:
  explicit AddOption(CLI::App& verb) : verb_(verb) {}

  void operator()(const OptionRow& row, bool& flag) const { verb_.add_flag(row.name(), flag, row.help); }
  void operator()(const OptionRow& row, std::string& text) const {
    named(row, verb_.add_option(row.name(), text, row.help))->capture_default_str();
  }
  void operator()(const OptionRow& row, fs::path& path) const {
    named(row, verb_.add_option(row.name(), path, row.help))->capture_default_str();
  }
  void operator()(const OptionRow& row, std::vector<fs::path>& paths) const {
    verb_.add_option(row.name(), paths, row.help);
  }
  void operator()(const OptionRow& row, int& number) const {
    named(row, verb_.add_option(row.name(), number, row.help))->check(integer_problem(row.least, row.most));
  }
  void operator()(const OptionRow& row, std::optional<double>& seconds) const {
    named(row, verb_.add_option(row.name(), seconds, row.help))->check(seconds_problem);
  }
  template <class Integer>
  requires std::is_integral_v<Integer>
  void operator()(const OptionRow& row, std::optional<Integer>& number) const {
    named(row, verb_.add_option(row.name(), number, row.help))->check(integer_problem(row.least, row.most));
  }
  template <class Text>  // or a path
  void operator()(const OptionRow& row, std::optional<Text>& text) const {
    named(row, verb_.add_option(row.name(), text, row.help));
  }
  void operator()(const OptionRow& row, study::Shard& shard) const {
    verb_
        .add_option_function<std::string>(
            row.name(), [&shard](const std::string& text) { shard = study::parse_shard(text); }, row.help)
        ->type_name("I/N")
        ->default_str("1/1");
  }
  void operator()(const OptionRow& row, std::vector<config::Override>& overrides) const {
    repeatable(row,
               [&overrides](const std::string& text) { overrides.push_back(config::parse_override(text)); });
  }
  void operator()(const OptionRow& row, std::vector<study::Axis>& axes) const {
    repeatable(row, [&axes](const std::string& text) { axes.push_back(study::parse_axis(text)); });
  }

 private:
  static CLI::Option* named(const OptionRow& row, CLI::Option* option) {
    return row.word.empty() ? option : option->type_name(row.word);
  }
  void repeatable(const OptionRow& row, const std::function<void(const std::string&)>& add) const {
    const auto add_all = [add](const std::vector<std::string>& texts) {
      for (const std::string& text : texts) add(text);
    };
    named(row, verb_.add_option_function<std::vector<std::string>>(row.name(), add_all, row.help))
        ->allow_extra_args(false);
  }

  CLI::App& verb_;
};

}  // namespace

std::function<std::string(const std::string&)> integer_problem(long least, long most) {
  return [least, most](const std::string& text) -> std::string {
    const std::optional<long> number = config::parse_integer(text);
    if (number && *number >= least && *number <= most) return "";
    return fmt::format("expected an integer from {} to {}, found {}", least, most, base::excerpt(text));
  };
}

void add_study_options(CLI::App& verb, study::SelectionOptions& options) {
  study::visit_selection(options, AddOption(verb));
}

CLI::Option* add_sweep_options(CLI::App& verb, study::SweepOptions& options) {
  study::visit_sweep(options, AddOption(verb));
  CLI::Option* grid = verb.get_option("--grid");
  CLI::Option* random = verb.get_option("--random")->needs(grid);
  verb.get_option("--seed")->needs(random);
  verb.get_option("--learner")->needs(grid);
  return grid;
}

void add_cell_options(CLI::App& verb, study::RunOptions& options) {
  study::visit_cells(options, AddOption(verb));
  study::visit_permission(options, AddOption(verb));
}

void add_permission(CLI::App& verb, study::RunOptions& options) {
  study::visit_permission(options, AddOption(verb));
}

void add_bitwise(CLI::App& verb, study::RunOptions& options) {
  study::visit_bitwise(options, AddOption(verb));
}

void add_worker_options(CLI::App& verb, study::RunOptions& options) {
  study::visit_workers(options, AddOption(verb));
}

void add_threads(CLI::App& verb, study::RunOptions& options) {
  study::visit_threads(options, AddOption(verb));
}

void add_part_options(CLI::App& verb, study::WorkerOptions& options) {
  study::visit_part(options, AddOption(verb));
  verb.get_option("--cells")->excludes(verb.get_option("--shard"))->excludes(verb.get_option("--only"));
}

void add_report_options(CLI::App& verb, ReportOptions& options) {
  verb.add_option("--page", options.page, "the page's file instead of OUT/report.html")
      ->type_name("FILE.html");
  verb.add_option("--paper", options.paper,
                  "LaTeX of all tables in the papers' layout, with a \\newcommand per number")
      ->type_name("FILE.tex");
}

void add_check_options(CLI::App& verb, results::CheckOptions& options) {
  verb.add_option("CONFIG", options.configs, "only the numbers of these; none: all that the folders hold");
  verb.add_option("--latest", options.latest, "folder of results")->type_name("DIR")->capture_default_str();
  verb.add_option("--reference", options.reference, "folder of reference results")
      ->type_name("DIR")
      ->capture_default_str();
  verb.add_option("--profile", options.profile, "profile")->type_name("PROFILE")->capture_default_str();
  CLI::Option* update = verb.add_flag("--update", options.update, "make the latest results the reference");
  verb.add_option("--spread", options.spread,
                  "with --update: results folders of the same profile made under other OPENBLAS_CORETYPEs; "
                  "each number's tolerance is 4 times its largest difference plus what rounding may do to it")
      ->type_name("RUN")
      ->needs(update);
  CLI::Option* published =
      verb.add_flag("--published", options.published, "published numbers that no reading explains");
  update->excludes(published);
  const auto add_file = [&](const char* name, std::optional<fs::path>& file, const char* help) {
    return verb.add_option(name, file, help)->type_name("FILE")->excludes(update);
  };
  add_file("--junit", options.junit, "the outcome for CI, number by number")->excludes(published);
  add_file("--json", options.json, "the outcome for CI, number by number");
  add_file("--markdown", options.markdown,
           "a line with the verdict, and a table of what moved, for a comment on the change; "
           "with --published: how many numbers of each paper are reproduced, and why others are not");
  verb.add_flag(
          "--bisect", options.bisect,
          "exit codes for `git bisect run`: 0 good, 1 moved, 125 not to be said (cells missing or failed, "
          "config refused)")
      ->excludes(update)
      ->excludes(published);
  verb.add_flag("--same-data", options.same_data,
                "refuse numbers of other data than the reference's; else they have moved, and it says so")
      ->excludes(update)
      ->excludes(published);
}

void add_verdict_options(CLI::App& verb, VerdictOptions& options) {
  verb.add_option("FILE", options.files, "PRINTED and RERUN; with --printed RERUN alone");
  verb.add_option("--rerun", options.files, "RERUN, beside --printed")->type_name("FILE");
  verb.add_option("--printed", options.number, "one printed number in place of a file: '.947 +- .022'")
      ->type_name("NUMBER");
  const auto add_fact = [&](const char* name, const std::string& column, const char* word, const char* help) {
    verb.add_option_function<std::string>(
            name, [&options, column](const std::string& text) { options.facts[column] = text; }, help)
        ->type_name(word);
  };
  add_fact("--spread-kind", "spread_kind", "KIND", "SE, SD, CI95 or unstated: what stands behind +-");
  add_fact("--runs", "runs", "N", "of how many independent runs a printed number is the mean");
  add_fact("--runs-draw", "runs_draw", "WHAT",
           "data, splits or seeds: what a run draws anew, the reruns, too");
  add_fact("--folds", "folds", "N", "over how many folds a printed spread was taken");
  add_fact("--matters", "matters", "M", "a difference that matters");
  verb.add_option("--json", options.json, "the verdicts as JSON")->type_name("FILE");
  verb.add_option("--markdown", options.markdown, "the verdicts as a table")->type_name("FILE");
}

namespace {

/// Of a text that holds rows.
void add_line_options(CLI::App& verb, std::string& header, std::string& comment) {
  verb.add_option("--header", header,
                  "whether the first line names the columns, where it is asked about: first_line, or none, "
                  "and they are x0, x1, ...")
      ->check(CLI::IsMember({"none", "first_line"}));
  verb.add_option("--comment", comment, "how lines begin that are no rows, such as #; else all are")
      ->type_name("TEXT");
}

}  // namespace

void add_init_options(CLI::App& verb, InitOptions& options) {
  CLI::Option* file = verb.add_option(
      "FILE", options.request.data,
      "a table: .csv (also of tabs or semicolons), .arff, .npy, each also .gz; or pairs of strings, .tsv");
  verb.add_option("--inputs", options.inputs,
                  "of data in two files, X.npy and y.npy: the one with the inputs")
      ->type_name("FILE")
      ->excludes(file);
  verb.add_option("--target", options.request.targets,
                  "of a table: the column to predict, or several; beside --inputs: the file with the outputs")
      ->type_name("COLUMN")
      ->allow_extra_args(false);  // FILE may stand behind it
  verb.add_option("--kind", options.request.kind, "what the target holds, in place of a guess")
      ->check(CLI::IsMember(data::output_kind_names()));
  verb.add_option("--na", options.request.na,
                  "further texts that mean a missing value, such as -99; none: NA and the like are texts")
      ->type_name("TEXT")
      ->delimiter(',')
      ->allow_extra_args(false);  // FILE may stand behind it
  add_line_options(verb, options.request.header, options.request.comment);
  verb.add_option("--missing-targets", options.missing_targets,
                  "of rows without a target: left out, or an error")
      ->check(CLI::IsMember({"refuse", "drop"}));
  verb.add_option("--out", options.out, "the config, beside the file or above it; else standard output")
      ->type_name("FILE");
  verb.add_flag("--force", options.force, "replace a config that is there");
}

void add_gram_options(CLI::App& verb, GramOptions& options) {
  verb.add_option("FILE", options.input, ".csv or .tsv")->required();
  verb.add_option(
      "NEW", options.new_samples,
      "new samples: one row each against the samples of FILE, as scikit-learn's predict takes them");
  verb.add_option("--kernel", options.kernel, "YAML, as in configs; `preimage list` shows all")
      ->type_name("KERNEL")
      ->required();
  verb.add_option("--columns", options.columns, "CSV: column names; string pairs: input or output")
      ->type_name("COLUMN")
      ->allow_extra_args(false);  // NEW may stand behind it
  verb.add_option("--kind", options.kind, "what the CSV columns hold")
      ->check(CLI::IsMember({"vector", "class", "label_set", "string"}))
      ->capture_default_str();
  add_line_options(verb, options.header, options.comment);
  verb.add_option("--out", options.out, "file ending in .csv or .npy")->type_name("FILE")->required();
}

}  // namespace preimage::suite::cli
