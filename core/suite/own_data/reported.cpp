#include "suite/own_data/reported.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "preimage/losses/class_forecasts.hpp"
#include "preimage/losses/fold_measures.hpp"

namespace preimage::suite::own_data {

namespace {

using kernels::Labels, kernels::LabelSets, kernels::Strings, kernels::Vectors;
using study::ChosenLoss, study::PlannedMeasure;

template <class Y>
struct FoldNumber {
  std::string name;
  std::optional<double> (*value)(const Y& truth, const Y& predicted);
};

template <class Y>
Reported reported(const ChosenLoss& loss, std::vector<PlannedMeasure> measures,
                  std::vector<FoldNumber<Y>> numbers) {
  Reported result{loss, study::with_criterion(loss, std::move(measures)), {}, {}, {}, {}};
  std::erase_if(numbers, [&](const FoldNumber<Y>& number) {
    return loss.criterion && number.name == loss.criterion->name;
  });
  for (const FoldNumber<Y>& number : numbers) {
    result.of_folds.emplace_back(number.name);
    if (study::is_name_of_gain(number.name)) result.gains.insert(number.name);
  }
  result.fold_measures = [numbers](const samples::SampleSet& outputs) {
    std::vector<study::FoldMeasure> all;
    for (const FoldNumber<Y>& number : numbers)
      all.push_back(study::fold_measure<Y>(number.name, number.value, outputs));
    return all;
  };
  return result;
}

template <class Y>
PlannedMeasure measure(const losses::Loss<Y>& loss) {
  return study::planned(loss.name, loss);
}

PlannedMeasure distance(const ChosenLoss& loss) {
  return measure(losses::feature_distance_loss(loss.squared));
}

Reported of_classes(const ChosenLoss& loss) {
  return reported<Labels>(loss,
                          {study::planned("classification_loss", losses::zero_one_loss()), distance(loss)},
                          {{"accuracy", losses::accuracy},
                           {"balanced_error", losses::balanced_error},
                           {"macro_f1", losses::macro_f1}});
}

/// `measures`, in the order in which they are named.
void add_measures(const config::Reader& root, Reported& reported) {
  using losses::ClassForecasts;
  if (!root.has(kMeasures.name)) return;
  const std::string positive = kPositive.read(root);
  using Number = std::function<std::optional<double>(const ClassForecasts&, const ClassForecasts&)>;
  const std::vector<std::pair<std::string, Number>> known = {
      {"auc", losses::roc_area},
      {"sensitivity",
       [=](const auto& truth, const auto& said) { return losses::sensitivity(truth, said, positive); }},
      {"specificity",
       [=](const auto& truth, const auto& said) { return losses::specificity(truth, said, positive); }}};
  const std::vector<std::string> names = {"auc", "sensitivity", "specificity", "log_loss", "brier_score"};
  const std::vector<std::string> where = {
      "where the learner has no decision values, or the fold tests one class, or one that did not train",
      "where the fold tests no '" + positive + "'", "where the fold tests nothing but '" + positive + "'",
      "where the learner has no `probabilities`", "where the learner has no `probabilities`"};
  std::vector<std::pair<std::string, Number>> asked;
  for (const std::string& name : root.texts(kMeasures.name)) {
    const auto place = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (place == names.size())
      root.fail(kMeasures.name, fmt::format("expected any of {}, found {}{}", fmt::join(names, ", "),
                                            base::excerpt(name), base::suggestion(name, names)));
    if (!reported.undefined_where.emplace(name, where[place]).second)
      root.fail(kMeasures.name, name + " occurs twice");
    if (place >= known.size()) {
      reported.measures.push_back(
          measure(name == "log_loss" ? losses::log_loss() : losses::brier_score_loss()));
      continue;
    }
    if (place > 0 && positive.empty())
      root.fail(kMeasures.name, name + " is of one class: name it, `positive: CLASS`");
    asked.push_back(known[place]);
    reported.of_folds.push_back(name);
    reported.gains.insert(name);
  }
  reported.fold_measures = [=, others = reported.fold_measures](const samples::SampleSet& outputs) {
    if (!positive.empty()) losses::require_class(study::outputs_as<ClassForecasts>(outputs), positive);
    std::vector<study::FoldMeasure> all = others(outputs);
    for (const auto& [name, number] : asked)
      all.push_back(study::fold_measure<ClassForecasts>(name, number, outputs));
    return all;
  };
}

Reported of_label_sets(const ChosenLoss& loss) {
  return reported<LabelSets>(
      loss,
      {distance(loss), measure(losses::hamming_loss()), measure(losses::exact_match_error_loss()),
       measure(losses::jaccard_distance_loss())},
      {{"micro_f1", losses::micro_f1}, {"macro_f1", losses::macro_f1}, {"samples_f1", losses::samples_f1}});
}

Reported of_strings(const ChosenLoss& loss) {
  return reported<Strings>(loss,
                           {distance(loss), measure(losses::symbol_error_loss()),
                            measure(losses::edit_error_loss(losses::EditUnit::true_string)),
                            measure(losses::string_error_loss()), measure(losses::edit_distance_loss())},
                           {});
}

Reported of_vectors(const ChosenLoss& loss) {
  return reported<Vectors>(
      loss, {distance(loss), measure(losses::squared_error_loss()), measure(losses::absolute_error_loss())},
      {{"r_squared", losses::r_squared}});
}

}  // namespace

std::vector<std::string> Reported::names() const {
  std::vector<std::string> all = study::names_of(measures);
  all.insert(all.end(), of_folds.begin(), of_folds.end());
  return all;
}

void Reported::add_to(study::Task& task) const {
  task.measures = study::measures_on(measures, task.data.outputs);
  task.fold_measures = fold_measures(task.data.outputs);
}

Reported parse_reported(const config::Reader& root, data::OutputKind kind) {
  switch (kind) {
    case data::OutputKind::class_label: {
      Reported reported = of_classes(study::read_loss<Labels>(root));
      add_measures(root, reported);
      return reported;
    }
    case data::OutputKind::label_set:
      return of_label_sets(study::read_loss<LabelSets>(root));
    case data::OutputKind::string:
      return of_strings(study::read_loss<Strings>(root));
    case data::OutputKind::vector:
      break;
  }
  return of_vectors(study::read_loss<Vectors>(root));
}

Reported parse_reported_of_gram(const config::Reader& root) {
  ChosenLoss loss;
  loss.squared = root.choice("loss", {"distance", "squared_distance"}) == "squared_distance";
  Reported result;
  result.measures = {distance(loss)};
  result.fold_measures = [](const samples::SampleSet&) { return std::vector<study::FoldMeasure>(); };
  return result;
}

}  // namespace preimage::suite::own_data
