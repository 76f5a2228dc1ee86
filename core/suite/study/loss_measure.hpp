// A loss of the library as a measure of one draw.
#pragma once

#include <algorithm>
#include <armadillo>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "preimage/kernels/points.hpp"
#include "preimage/losses/class_forecasts.hpp"
#include "preimage/losses/loss.hpp"
#include "preimage/models/estimator.hpp"
#include "preimage/samples/label_indicators.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::study {

/// Whether a measure of this name is one of which more is better, wherever it is written down.
inline bool is_name_of_gain(std::string_view name) {
  constexpr std::string_view kEndings[] = {"accuracy", "precision", "recall", "f1", "auc", "r_squared", "r2"};
  return std::ranges::any_of(kEndings, [&](std::string_view ending) { return name.ends_with(ending); });
}

/// Outputs of a draw as type Y.
template <class Y>
Y outputs_as(const samples::SampleSet& outputs) {
  if constexpr (std::is_same_v<Y, losses::ClassForecasts>)
    return {outputs.get<samples::NamedClasses>()};
  else
    return outputs.get<Y>();
}

/// What a prediction stands for as outputs of type Y, or nothing where it is something else.
/// outputs  of the whole draw
template <class Y>
std::optional<Y> predicted_as(const outputs::Prediction& prediction, const samples::SampleSet& outputs) {
  const auto* chosen = std::get_if<outputs::Chosen>(&prediction.value);
  if constexpr (std::is_same_v<Y, losses::ClassForecasts>) {
    std::optional<samples::NamedClasses> classes = predicted_as<samples::NamedClasses>(prediction, outputs);
    if (!classes) return std::nullopt;
    return losses::ClassForecasts{*std::move(classes), prediction.scores, prediction.probabilities};
  } else if (chosen != nullptr) {
    return outputs.subset(chosen->samples).get<Y>();
  } else if constexpr (std::is_same_v<Y, kernels::Points>) {
    std::optional<kernels::Points> points;
    const auto take = [&]<class New>(std::optional<New> found) {
      if (found && outputs.has<New>())
        points =
            outputs.get<kernels::Points>().with_new_samples(std::make_shared<const New>(*std::move(found)));
    };
    take(models::new_outputs<kernels::Vectors>(prediction));
    take(models::new_outputs<kernels::Strings>(prediction));
    take(models::new_outputs<kernels::LabelSets>(prediction));
    return points;
  } else if constexpr (std::is_same_v<Y, samples::NamedClasses>) {
    std::optional<kernels::Labels> classes = models::new_outputs<kernels::Labels>(prediction);
    if (!classes) return std::nullopt;
    return samples::NamedClasses{std::move(*classes), outputs.get<samples::NamedClasses>().names};
  } else if constexpr (std::is_same_v<Y, samples::LabelIndicators>) {
    std::optional<kernels::LabelSets> sets = models::new_outputs<kernels::LabelSets>(prediction);
    if (!sets) return std::nullopt;
    return samples::LabelIndicators{std::move(*sets), outputs.get<samples::LabelIndicators>().labels};
  } else {
    return models::new_outputs<Y>(prediction);
  }
}

/// The loss of predictions against the outputs of a draw.
template <class Y>
Measure loss_measure(std::string name, losses::Loss<Y> loss, samples::SampleSet outputs) {
  loss = losses::loss_for(std::move(loss), outputs_as<Y>(outputs));
  Measure measure{std::move(name),
                  [loss, outputs](const outputs::Prediction& prediction,
                                  const arma::uvec& test) -> std::optional<arma::vec> {
                    const std::optional<Y> predicted = predicted_as<Y>(prediction, outputs);
                    if (!predicted) return std::nullopt;
                    return loss(outputs_as<Y>(outputs.subset(test)), *predicted);
                  }};
  if (!loss.errors) return measure;
  measure.errors = [errors = loss.errors, outputs = std::move(outputs)](const outputs::Prediction& prediction,
                                                                        const arma::uvec& test) {
    const auto* vectors = std::get_if<outputs::NewVectors>(&prediction.value);
    return errors(outputs.subset(test).get<Y>(), predicted_as<Y>(prediction, outputs).value(),
                  vectors != nullptr ? *vectors->errors : arma::vec());
  };
  return measure;
}

/// A number of truth and predictions together, against the outputs of a draw.
/// value  (truth, predicted, test samples) -> the number, if there is one
template <class Y, class Value>
FoldMeasure fold_measure(std::string name, const Value& value, samples::SampleSet outputs) {
  return {std::move(name),
          [value, outputs = std::move(outputs)](const outputs::Prediction& prediction,
                                                const arma::uvec& test) -> std::optional<double> {
            const std::optional<Y> predicted = predicted_as<Y>(prediction, outputs);
            if (!predicted) return std::nullopt;
            return value(outputs_as<Y>(outputs.subset(test)), *predicted, test);
          }};
}

/// A loss that is named before anything is drawn, and becomes a measure of a draw's outputs.
struct PlannedMeasure {
  std::string name;
  std::function<Measure(const samples::SampleSet& outputs)> of;
};

template <class Y>
PlannedMeasure planned(std::string name, losses::Loss<Y> loss) {
  return {name, [name, loss = std::move(loss)](const samples::SampleSet& outputs) {
            return loss_measure(name, loss, outputs);
          }};
}

}  // namespace preimage::suite::study
