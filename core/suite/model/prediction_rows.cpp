#include "suite/model/prediction_rows.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/samples/label_indicators.hpp"
#include "suite/config/number.hpp"
#include "suite/study/loss_measure.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::model {

namespace {

using Row = std::vector<std::string>;

/// throws  NumericalError naming the first input that has one which is not
void require_finite(const arma::mat& numbers, const std::vector<std::string>& names) {
  for (arma::uword i = 0; i < numbers.n_rows; ++i) {
    if (!numbers.row(i).is_finite())
      throw NumericalError(fmt::format("the model predicts a number that is not finite, first for input {}",
                                       base::excerpt(names.at(i))));
  }
}

/// throws  NumericalError naming the first input whose prediction is no UTF-8, where all training outputs are
void require_text(const Row& predicted, const Row& training, const std::vector<std::string>& names) {
  const auto is_bad = [](const std::string& text) { return base::find_bad_byte(text).has_value(); };
  const auto bad = std::find_if(predicted.begin(), predicted.end(), is_bad);
  if (bad == predicted.end() || std::any_of(training.begin(), training.end(), is_bad)) return;
  throw NumericalError(fmt::format(
      "the model predicts {}, which is no UTF-8, first for input {}: it puts bytes together, and characters "
      "of the "
      "training outputs have several; `tokens: characters` in its decoder, or in output_kernel, keeps them "
      "whole",
      base::excerpt(*bad), base::excerpt(names.at(static_cast<std::size_t>(bad - predicted.begin())))));
}

outputs::Prediction predict(const SavedModel& model, const study::InputBlock& block,
                            Convergence& convergence) {
  outputs::Prediction prediction = model.fitted->predict(block.inputs);
  if (const auto* found = std::get_if<outputs::NewVectors>(&prediction.value))
    require_finite(found->vectors, block.names);
  if (const auto* found = std::get_if<outputs::NewStrings>(&prediction.value))
    require_text(found->strings, model.task->outputs, block.names);
  if (prediction.scores) require_finite(prediction.scores->values, block.names);
  const auto found = prediction.diagnostics.find("converged");
  if (found != prediction.diagnostics.end()) {
    convergence.inputs += found->second.n_elem;
    convergence.not_converged += static_cast<std::size_t>(arma::accu(found->second == 0.0));
  }
  return prediction;
}

/// As numbers, where the outputs are vectors: those of a scaled method as they are in the data.
std::optional<arma::mat> vectors_of(const SavedModel& model, const outputs::Prediction& prediction) {
  const samples::SampleSet& outputs = model.task->data.outputs;
  if (const auto* found = std::get_if<outputs::NewVectors>(&prediction.value)) return found->vectors;
  const auto* chosen = std::get_if<outputs::Chosen>(&prediction.value);
  if (chosen == nullptr) return std::nullopt;
  const samples::SampleSet named = outputs.subset(chosen->samples);
  if (named.has<kernels::Vectors>()) return named.get<kernels::Vectors>();
  return std::nullopt;
}

struct TextOf {
  const study::Task& task;
  Row operator()(const outputs::Chosen& chosen) const {
    Row texts;
    for (const arma::uword sample : chosen.samples) texts.push_back(task.outputs.at(sample));
    return texts;
  }
  Row operator()(const outputs::Classes& classes) const {
    Row texts;
    for (const int c : classes.classes) texts.push_back(task.class_names.at(static_cast<std::size_t>(c)));
    return texts;
  }
  Row operator()(const outputs::NewStrings& strings) const { return strings.strings; }
  /// Vectors and boxes, which are told otherwise; label sets, of programs, which no model holds; no answer.
  template <class Other>
  Row operator()(const Other&) const {
    return {};
  }
};

Row texts_of(const arma::rowvec& numbers) {
  Row texts;
  for (const double number : numbers) texts.push_back(config::number_text(number));
  return texts;
}

/// Of label sets that came from a column per label: 0 and 1 in these columns; nothing of other outputs.
std::optional<arma::mat> indicators_of(const SavedModel& model, const outputs::Prediction& prediction) {
  const samples::SampleSet& outputs = model.task->data.outputs;
  const auto* chosen = std::get_if<outputs::Chosen>(&prediction.value);
  if (chosen == nullptr || !outputs.has<samples::LabelIndicators>() ||
      model.experiment.kept->output_names.size() < 2)
    return std::nullopt;
  const auto named = outputs.subset(chosen->samples).get<samples::LabelIndicators>();
  arma::mat indicators(named.sets.size(), named.labels);
  for (arma::uword i = 0; i < indicators.n_rows; ++i) {
    for (const int label : named.sets[i]) indicators(i, static_cast<arma::uword>(label)) = 1.0;
  }
  return indicators;
}

void append(Row& row, Row more) {
  row.insert(row.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// A column "score A" or "probability A" per class.
void add_columns(const SavedModel& model, const std::string& kind,
                 const std::optional<outputs::Scores>& scores, PredictionRows& table) {
  if (!scores) return;
  for (const int c : scores->classes)
    table.header.push_back(kind + model.task->class_names.at(static_cast<std::size_t>(c)));
  for (std::size_t i = 0; i < table.rows.size(); ++i) append(table.rows[i], texts_of(scores->values.row(i)));
}

PredictionRows box_rows(const outputs::Detections& found, const Row& names,
                        const std::string& name_of_names) {
  PredictionRows table{{name_of_names, "left", "top", "width", "height", "score"}, {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const auto& [box, score] : found.boxes[i]) {
      Row row = {names[i]};
      for (const int side : {box.left, box.top, box.width, box.height}) row.push_back(std::to_string(side));
      row.push_back(config::number_text(score));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

PredictionRows prediction_rows(const SavedModel& model, const study::InputBlock& block,
                               const std::string& name_of_names, Convergence& convergence,
                               bool with_probabilities) {
  const outputs::Prediction prediction = predict(model, block, convergence);
  if (const auto* found = std::get_if<outputs::Detections>(&prediction.value))
    return box_rows(*found, block.names, name_of_names);
  PredictionRows table{{name_of_names}, {}};
  append(table.header, model.experiment.kept->output_names);
  std::optional<arma::mat> vectors = vectors_of(model, prediction);
  if (!vectors) vectors = indicators_of(model, prediction);
  const Row texts = vectors ? Row() : std::visit(TextOf{*model.task}, prediction.value);
  for (std::size_t i = 0; i < block.names.size(); ++i) {
    Row row = {block.names[i]};
    append(row, vectors ? texts_of(vectors->row(i)) : Row{texts.at(i)});
    table.rows.push_back(std::move(row));
  }
  add_columns(model, "score ", prediction.scores, table);
  if (with_probabilities) add_columns(model, "probability ", prediction.probabilities, table);
  if (block.is_far.empty()) return table;
  table.header.emplace_back(kFarFromTraining);
  for (std::size_t i = 0; i < table.rows.size(); ++i) table.rows[i].emplace_back(block.is_far[i] ? "1" : "0");
  return table;
}

bool predicts_vectors(const SavedModel& model) {
  return model.task->data.outputs.has<kernels::Vectors>();
}

arma::mat predicted_vectors(const SavedModel& model, const study::InputBlock& block,
                            Convergence& convergence) {
  const std::optional<arma::mat> vectors = vectors_of(model, predict(model, block, convergence));
  if (!vectors) throw std::invalid_argument("the predictions are no vectors of numbers");
  return *vectors;
}

}  // namespace preimage::suite::model
