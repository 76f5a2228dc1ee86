#include <iostream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/output_file.hpp"
#include "preimage/base/text.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/npy.hpp"
#include "suite/model/prediction_rows.hpp"
#include "suite/run/environment.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// is_printed  on standard output, where a terminal must obey no text of the data
std::string csv_line(std::vector<std::string> fields, bool is_printed) {
  for (std::string& field : fields) field = is_printed ? base::shown(field) : field;
  return data::csv_line(fields);
}

/// The file is one for this model.
void require_form(const PredictOptions& options, const model::SavedModel& saved) {
  using Form = study::NewInputsForm;
  const Form wanted = saved.experiment.kept->form;
  if (options.form == wanted) return;
  const auto n = saved.task->data.size();
  throw ConfigError(
      wanted == Form::samples
          ? fmt::format("{}: the model compares new samples itself: `preimage predict MODEL INPUTS`",
                        options.form == Form::gram ? "--gram" : "--distances")
      : wanted == Form::gram
          ? fmt::format(
                "the model knows its {} samples by their Gram matrix alone: `preimage predict MODEL "
                "--gram K_new.npy`, a row of kernel values with them, in their order, for each new one",
                n)
          : fmt::format(
                "the model knows its {} samples by the distances between them: `preimage predict MODEL "
                "--distances D_new.csv`, a row of distances to them, in their order, for each new one",
                n));
}

struct Counts {
  std::size_t inputs = 0;
  model::Convergence convergence;
};

void require_inputs(const Counts& counts, const PredictOptions& options) {
  if (counts.inputs == 0) throw DataError(options.inputs.string() + ": no input to predict");
}

void write_csv(const model::SavedModel& saved, study::NewInputs& inputs, const PredictOptions& options,
               Counts& counts) {
  const fs::path out = options.out == "-" ? fs::path("/dev/stdout") : options.out;
  const bool is_printed = out == "/dev/stdout";
  base::write_output_file(out, base::ByteProducer([&](const base::ByteSink& sink) {
                            while (const std::optional<study::InputBlock> block = inputs.next()) {
                              const model::PredictionRows table =
                                  model::prediction_rows(saved, *block, inputs.name_of_names(),
                                                         counts.convergence, options.probabilities);
                              std::string text = counts.inputs == 0 ? csv_line(table.header, is_printed) : "";
                              for (const auto& row : table.rows) text += csv_line(row, is_printed);
                              sink(text);
                              counts.inputs += block->names.size();
                            }
                            require_inputs(counts, options);
                          }));
}

/// All predictions are held: the file begins with the number of rows.
void write_npy(const model::SavedModel& saved, study::NewInputs& inputs, const PredictOptions& options,
               Counts& counts) {
  std::vector<arma::mat> blocks;
  while (const std::optional<study::InputBlock> block = inputs.next()) {
    blocks.push_back(model::predicted_vectors(saved, *block, counts.convergence));
    counts.inputs += blocks.back().n_rows;
  }
  require_inputs(counts, options);
  arma::mat all(counts.inputs, blocks.front().n_cols);
  arma::uword first = 0;
  for (const arma::mat& block : blocks) {
    all.rows(first, first + block.n_rows - 1) = block;
    first += block.n_rows;
  }
  data::write_npy(options.out, all);
}

}  // namespace

int verb_predict(const PredictOptions& options, const study::ExperimentTable& experiments) {
  if (options.inputs.empty()) throw ConfigError("predict: name a file of new inputs behind the model");
  run::keep_freed_memory();
  const bool is_npy = options.out.extension() == ".npy";
  const model::SavedModel saved = model::load_model(options.model, experiments);
  if (is_npy && !model::predicts_vectors(saved))
    throw ConfigError(fmt::format("--out {}: the predictions are no vectors of numbers: name a .csv file",
                                  options.out.string()));
  if (options.probabilities && !saved.file.arrays.contains(model::kFit + std::string("calibrators")))
    throw ConfigError(
        "--probabilities: the model has none; it gets them by `probabilities: sigmoid`, or isotonic, of its "
        "learner in the "
        "config, and `preimage fit`");
  require_form(options, saved);
  const std::unique_ptr<study::NewInputs> inputs = saved.experiment.kept->open(
      saved.file, {options.inputs, options.block, saved.task->data.size(), options.diagonal});
  if (const auto warning = saved.file.facts.find(model::kWarning); warning != saved.file.facts.end())
    print_line("warning:", render::Tint::doubtful, warning->second);
  for (const std::string& remark : inputs->remarks()) std::cerr << "predict: " << remark << "\n";
  Counts counts;
  (is_npy ? write_npy : write_csv)(saved, *inputs, options, counts);
  for (const std::string& remark : inputs->remarks_on_rows()) std::cerr << "predict: " << remark << "\n";
  if (counts.convergence.not_converged > 0)
    std::cerr << fmt::format("predict: the decoder did not converge for {} of {} inputs\n",
                             counts.convergence.not_converged, counts.convergence.inputs);
  std::cerr << fmt::format("predict: {} input{}\n", counts.inputs, counts.inputs == 1 ? "" : "s");
  return kOk;
}

}  // namespace preimage::suite::cli
