// Handwritten words as sequences of letter images (Regression for Learning Transductions, sec. 6): with the
// segmentation known, and from a word's images straight to its string.
#include "suite/study/experiment.hpp"

#include "experiments/ocr_transduction/figure7.hpp"
#include "experiments/ocr_transduction/ocr_problem.hpp"
#include "experiments/ocr_transduction/ocr_words.hpp"
#include "experiments/shared/measures.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::ocr_transduction {

using namespace suite;

namespace {

struct Options {
  OcrOptions data;
  LetterKernel letter_kernel;            // or null: no learner works letter by letter
  std::vector<WordKernel> word_kernels;  // or none: no learner sees whole words
  std::vector<std::size_t> orders;       // of the n-grams that describe the output strings
  shared::EditUnit edit_unit = shared::EditUnit::true_string;
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
    if (longer) options.edit_unit = shared::EditUnit::longer_string;
  }
  return options;
}

std::vector<validation::Measure> letter_measures(const validation::Problem& problem) {
  const validation::Measure error = shared::symbol_error_measure("symbol_error", problem);
  return {error, shared::as_percent_correct("symbol_accuracy_percent", error)};
}

/// Edits are what is minimised.
std::vector<validation::Measure> word_measures(const validation::Problem& problem, shared::EditUnit unit) {
  const validation::Measure edits = shared::edit_error_measure("edit_error", problem, unit);
  return {edits, shared::as_percent_correct("edit_accuracy_percent", edits),
          shared::as_percent_correct("symbol_accuracy_percent",
                                     shared::symbol_error_measure("symbol_error", problem)),
          shared::as_percent_correct("word_accuracy_percent",
                                     shared::string_error_measure("word_error", problem))};
}

std::shared_ptr<const study::Task> make_task(const data::OcrLetters& letters, const Options& options) {
  auto task = std::make_shared<study::Task>();
  validation::Problem& problem = task->problem;
  problem = problem_of(letters);
  if (options.letter_kernel) add_letters(problem, letters, options.letter_kernel);
  if (!options.word_kernels.empty()) add_words(problem, letters, options.word_kernels, options.orders);
  task->measures =
      options.word_kernels.empty() ? letter_measures(problem) : word_measures(problem, options.edit_unit);
  for (const data::OcrWord& word : letters.words) {
    task->given_folds.push_back(word.fold);
    task->ids.push_back(word.id);
    task->inputs.push_back("word " + std::to_string(word.id));
  }
  task->outputs = problem.output_strings;
  return task;
}

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const Options options = parse_options(root);
  study::Experiment experiment;
  experiment.has_stand_in = true;
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
  experiment.figures = {
      {"figure7.svg",
       "Figure 7: test error of single letters against the number of letters that carry the expansion.",
       draw_figure7}};
  return experiment;
}

}  // namespace preimage::experiments::ocr_transduction
