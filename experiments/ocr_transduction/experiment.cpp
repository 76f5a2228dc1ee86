// Handwritten words as sequences of letter images (Regression for Learning Transductions, sec. 6): with the
// segmentation known, and from a word's images straight to its string.
#include "suite/study/experiment.hpp"

#include "experiments/ocr_transduction/figure7.hpp"
#include "experiments/ocr_transduction/kept_words.hpp"
#include "experiments/ocr_transduction/ocr_problem.hpp"
#include "experiments/ocr_transduction/ocr_words.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/sequences/ngram_features.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/chosen_loss.hpp"
#include "suite/study/loss_measure.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::ocr_transduction {

using namespace suite;

namespace {

struct Options {
  OcrOptions data;
  LetterKernel letter_kernel;            // or null: no learner works letter by letter
  std::vector<WordKernel> word_kernels;  // or none: no learner sees whole words
  std::vector<std::size_t> orders;       // of the n-grams that describe the output strings
  losses::EditUnit edit_unit = losses::EditUnit::true_string;
};

/// `letter_kernel`, or `word_kernels` (by name; learners choose among them on inner folds) with
/// `output_ngrams`, the orders of the n-grams that are counted, and `edits_per: true_letter |
/// letter_of_longer_word`; or all of them.
Options parse_options(const config::Reader& root) {
  Options options;
  options.data = parse_ocr(root.map("dataset"));
  const bool has_words = root.has("word_kernels");
  if (root.has("letter_kernel") || !has_words) {
    options.letter_kernel = registry::make_kernel<kernels::Vectors>(root.map("letter_kernel"));
  }
  if (has_words) {
    for (const auto& [name, reader] : root.maps("word_kernels")) {
      options.word_kernels.push_back(registry::make_kernel<samples::VectorSequences>(reader));
    }
    for (const long order : root.integers("output_ngrams", 1, 5)) {
      options.orders.push_back(static_cast<std::size_t>(order));
    }
    const bool longer = root.choice("edits_per", {"true_letter", "letter_of_longer_word"}, "true_letter") ==
                        "letter_of_longer_word";
    if (longer) options.edit_unit = losses::EditUnit::longer_string;
  }
  return options;
}

std::vector<study::Measure> letter_measures(const samples::SampleSet& outputs) {
  const auto error = losses::symbol_error_loss();
  return {study::loss_measure("symbol_error", error, outputs),
          study::loss_measure("symbol_accuracy_percent",
                              losses::percent_correct("symbol_accuracy_percent", error), outputs)};
}

/// Edits are what is minimised.
std::vector<study::Measure> word_measures(const samples::SampleSet& outputs, losses::EditUnit unit) {
  const auto edits = losses::edit_error_loss(unit);
  const auto percent = [&](const std::string& name, const losses::Loss<kernels::Strings>& error) {
    return study::loss_measure(name, losses::percent_correct(name, error), outputs);
  };
  return {study::loss_measure("edit_error", edits, outputs), percent("edit_accuracy_percent", edits),
          percent("symbol_accuracy_percent", losses::symbol_error_loss()),
          percent("word_accuracy_percent", losses::string_error_loss())};
}

samples::SampleSet inputs_of(const OcrLetters& letters, const Options& options) {
  samples::SampleSet inputs = words_of(letters).inputs;
  if (options.letter_kernel) inputs = inputs.with(letters_of(letters, options.letter_kernel));
  if (!options.word_kernels.empty()) inputs = inputs.with(word_choices(letters, options.word_kernels));
  return inputs;
}

std::shared_ptr<const study::Task> make_task(const OcrLetters& letters, const Options& options) {
  auto task = std::make_shared<study::Task>();
  auto& [inputs, outputs] = task->data = words_of(letters);
  inputs = inputs_of(letters, options);
  task->outputs = outputs.get<kernels::Strings>();
  if (!options.word_kernels.empty()) {
    outputs::ExplicitFeatures features = sequences::ngram_features(task->outputs, options.orders);
    const auto counts = std::make_shared<const arma::mat>(features.values);
    outputs = outputs.with(std::move(features))
                  .with(kernels::Points::by_block<arma::mat>(std::make_shared<const kernels::LinearKernel>(),
                                                             counts));
  }
  task->measures =
      options.word_kernels.empty() ? letter_measures(outputs) : word_measures(outputs, options.edit_unit);
  for (const OcrWord& word : letters.words) {
    task->given_folds.push_back(word.fold);
    task->ids.push_back(word.id);
    task->inputs.push_back("word " + std::to_string(word.id));
  }
  return task;
}

std::shared_ptr<const study::KeptSamples> kept_samples(const Options& options) {
  auto kept = std::make_shared<study::KeptSamples>();
  kept->store = [options](const study::DrawContext& context, models::ModelFile& file) {
    store_words(load_ocr(context.data, options.data), file);
  };
  kept->restore = [options](const models::ModelFile& file) -> std::shared_ptr<const study::Task> {
    return make_task(restored_words(file), options);
  };
  kept->open = [options](const models::ModelFile&, const study::NewInputsRequest& request) {
    return open_new_words(request, [&](const OcrLetters& letters) { return inputs_of(letters, options); });
  };
  kept->output_names = {"text"};
  return kept;
}

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const Options options = parse_options(root);
  study::Experiment experiment;
  experiment.has_stand_in = true;
  experiment.kept = kept_samples(options);
  experiment.has_chance = false;  // the folds are given
  experiment.data_identity = [options](const data::DataSource& source) {
    return ocr_identity(source, options.data);
  };
  experiment.draw = [options](const study::DrawContext& context) -> std::shared_ptr<const study::Task> {
    return make_task(load_ocr(context.data, options.data), options);
  };
  experiment.measures = {"symbol_error", "symbol_accuracy_percent"};
  if (!options.word_kernels.empty()) {
    experiment.measures = {"edit_error", "edit_accuracy_percent", "symbol_accuracy_percent",
                           "word_accuracy_percent"};
  }
  experiment.gains = {"symbol_accuracy_percent", "edit_accuracy_percent", "word_accuracy_percent"};
  study::take_named_loss<kernels::Strings>(experiment, root);
  if (!options.word_kernels.empty()) return experiment;  // the figure is of letters
  experiment.figures = {{"figure7.svg",
                         "Figure 7: test error of single letters against the number of letters that carry "
                         "the expansion; bands: SD over test folds.",
                         figure7_learners(),
                         {"symbol_error"},
                         draw_figure7}};
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(
      registry::Part{"letter_kernel", registry::a_kernel("a kernel on vectors"),
                     "of methods that work letter by letter", true},
      registry::Part{
          "word_kernels",
          registry::PartForms{{registry::PartForm::Is::kernels_by_name, "a map of kernels by name"}},
          "of methods on whole words, which choose among them", true},
      registry::optional(registry::Integers{
          "output_ngrams", 1, 5, "orders of the n-grams that describe outputs; with word_kernels"}),
      registry::Choice{"edits_per", "true_letter | letter_of_longer_word", "what edits are counted by",
                       "true_letter"});
}

}  // namespace preimage::experiments::ocr_transduction
