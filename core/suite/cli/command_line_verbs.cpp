#include "suite/cli/command_line_verbs.hpp"

#include <map>
#include <utility>

#include "suite/cli/standard_streams.hpp"

namespace preimage::suite::cli {

namespace {

const std::map<std::string, ColorChoice> kColors = {
    {"auto", ColorChoice::automatic}, {"always", ColorChoice::always}, {"never", ColorChoice::never}};

}  // namespace

CLI::App& add_verb(CLI::App& app, CommandLine& line, const std::string& name, const std::string& summary,
                   const std::string& example, std::function<int()> action) {
  CLI::App* verb = app.add_subcommand(name, summary);
  verb->footer("Example:\n  " + example);
  verb->add_option_function<std::string>(
          "--color", [](const std::string& word) { choose_colors(kColors.at(word)); },
          "of verdicts and failures: auto (on a terminal, unless NO_COLOR is set), always or never")
      ->check(CLI::IsMember(kColors))
      ->type_name("WHEN")
      ->group("Terminal");
  verb->callback([&line, action = std::move(action)] { line.action = action; });
  return *verb;
}

CLI::App& add_study_verb(CLI::App& app, CommandLine& line, const std::string& name,
                         const std::string& summary, const std::string& example,
                         std::function<int()> action) {
  CLI::App& verb = add_verb(app, line, name, summary, example, std::move(action));
  add_study_options(verb, line.study.selected);
  return verb;
}

namespace {

void add_fit(CLI::App& app, CommandLine& line) {
  CLI::App& fit = add_study_verb(app, line, "fit",
                                 "a model of all samples of a config: hyper-parameters, and the learner "
                                 "where none is named, are chosen on\n"
                                 "inner folds; then it is fitted once and written",
                                 "preimage fit my.yaml --learner kde --out my.pim", [&line] {
                                   FitOptions options = line.fit;
                                   options.study = line.study.selected;
                                   return verb_fit(options, line.experiments);
                                 });
  fit.add_option("--learner", line.fit.request.learner,
                 "of the config; else the one with the smallest inner loss")
      ->type_name("LEARNER");
  fit.add_option(
         "--outer-fold", line.fit.request.outer_fold,
         "fit to the training samples of this outer fold (from 0) of the first repetition instead of all: "
         "the model of a cell")
      ->type_name("N");
  fit.remove_option(fit.get_option("--out"));
  fit.add_option("--out", line.fit.model,
                 "file to write, by custom ending in .pim; folders that are missing are made")
      ->required()
      ->type_name("FILE");
  fit.add_option("--results", line.study.selected.out,
                 "folder of results, which may hold the estimate of nested cross-validation")
      ->capture_default_str()
      ->type_name("DIR");
}

}  // namespace

void add_model_verbs(CLI::App& app, CommandLine& line) {
  add_fit(app, line);
  CLI::App& predict = add_verb(app, line, "predict", "outputs of new inputs, by a model that `fit` wrote",
                               "preimage predict my.pim new.csv --out predictions.csv",
                               [&line] { return verb_predict(line.predict, line.experiments); });
  predict.add_option("MODEL", line.predict.model, "file that `fit` wrote")->required();
  predict
      .add_option("INPUTS", line.predict.inputs,
                  "a file like the one it was fitted to; the target may be missing; -: standard input")
      ->required();
  predict.add_option("--out", line.predict.out, "CSV; .npy for vectors; -: standard output")
      ->capture_default_str()
      ->type_name("FILE");
  add_verb(app, line, "show", "what a model file holds: its config, what was chosen, its arrays",
           "preimage show my.pim", [&line] { return verb_show(line.predict.model, line.experiments); })
      .add_option("MODEL", line.predict.model, "file that `fit` wrote")
      ->required();
}

}  // namespace preimage::suite::cli
