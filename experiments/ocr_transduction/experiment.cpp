// Handwritten words as sequences of letter images (Regression for Learning Transductions, sec. 6): with the
// segmentation known, and from a word's images straight to its string.
#include "experiments/experiment.hpp"

#include "experiments/common/measures.hpp"
#include "experiments/ocr_transduction/ocr_words.hpp"
#include "kernels/kernel_table.hpp"

namespace preimage::experiments::ocr_transduction {

namespace {

using VectorKernel = std::shared_ptr<const kernels::Kernel<kernels::Vectors>>;

/// The letters of the words and the kernel on their images, for learners that work letter by letter.
validation::Elements letters_of(const data::OcrLetters& letters, const VectorKernel& kernel) {
  std::vector<arma::uword> begin;
  for (const data::OcrWord& word : letters.words) begin.push_back(word.first);
  begin.push_back(letters.pixels.n_rows);
  const arma::mat& pixels = letters.pixels;
  return {std::move(begin),
          validation::GramMatrix::by_block(
              kernel->diagonal(pixels), [pixels, kernel](const auto& rows, const auto& columns) {
                return kernel->cross_gram(pixels.rows(rows), pixels.rows(columns));
              })};
}

std::vector<validation::Measure> letter_measures(const validation::Problem& problem) {
  const validation::Measure error = symbol_error_measure("symbol_error", problem);
  return {error, as_percent_correct("symbol_accuracy_percent", error)};
}

std::shared_ptr<Task> make_task(const data::OcrLetters& letters) {
  auto task = std::make_shared<Task>();
  task->problem.is_candidate.ones(letters.words.size());
  for (const data::OcrWord& word : letters.words) {
    task->problem.output_strings.push_back(word.text);
    task->given_folds.push_back(word.fold);
    task->ids.push_back(word.id);
    task->inputs.push_back("word " + std::to_string(word.id));
  }
  task->outputs = task->problem.output_strings;
  return task;
}

}  // namespace

Experiment make_experiment(const config::Reader& root) {
  const OcrOptions options = parse_ocr(root.map("dataset"));
  const VectorKernel letter_kernel = kernels::make_kernel<kernels::Vectors>(root.map("letter_kernel"));
  Experiment experiment;
  experiment.has_stand_in = true;
  experiment.has_chance = false;  // the folds are given
  experiment.data_identity = [options](const DataSource& source) { return ocr_identity(source, options); };
  experiment.draw = [=](const DrawContext& context) -> std::shared_ptr<const Task> {
    const data::OcrLetters letters = load_ocr(context.data, options);
    std::shared_ptr<Task> task = make_task(letters);
    task->problem.elements = letters_of(letters, letter_kernel);
    task->measures = letter_measures(task->problem);
    return task;
  };
  return experiment;
}

}  // namespace preimage::experiments::ocr_transduction
