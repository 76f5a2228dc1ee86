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

/// Of the groups of a fold's test samples.
template <class Y>
auto group_measure(const char* name,
                   std::optional<double> (*value)(const Y&, const Y&, const std::vector<int>&)) {
  return [name, value](const samples::SampleSet& outputs, const std::vector<int>& groups) {
    return study::FoldMeasure{name,
                              [value, outputs, groups](const outputs::Prediction& prediction,
                                                       const arma::uvec& test) -> std::optional<double> {
                                const std::optional<Y> predicted =
                                    study::predicted_as<Y>(prediction, outputs);
                                if (!predicted) return std::nullopt;
                                std::vector<int> of_test;
                                for (const arma::uword sample : test) of_test.push_back(groups[sample]);
                                return value(outputs.subset(test).get<Y>(), *predicted, of_test);
                              }};
  };
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
  using losses::ClassForecasts, losses::FoldNumber;
  if (!root.has(kMeasures.name)) return;
  const std::string positive = kPositive.read(root);
  struct Known {
    FoldNumber number;  // none of a mean over samples, which all folds have
    std::string undefined_where;
  };
  const std::map<std::string, Known> known = {
      {"auc",
       {losses::auc,
        "where the learner has no decision values, or the fold tests one class, or one that did not train"}},
      {"sensitivity", {losses::sensitivity(positive), "where the fold tests no '" + positive + "'"}},
      {"specificity", {losses::specificity(positive), "where the fold tests nothing but '" + positive + "'"}},
      {"log_loss", {}},
      {"brier_score", {}}};
  std::vector<std::string> names;
  for (const auto& entry : known) names.push_back(entry.first);
  std::vector<std::pair<std::string, FoldNumber>> asked;
  for (const std::string& name : root.texts(kMeasures.name)) {
    const auto found = known.find(name);
    if (found == known.end())
      root.fail(kMeasures.name, fmt::format("expected any of {}, found {}{}", fmt::join(names, ", "),
                                            base::excerpt(name), base::suggestion(name, names)));
    const auto& [number, where] = found->second;
    if (!reported.undefined_where.emplace(name, where).second)
      root.fail(kMeasures.name, name + " occurs twice");
    if (!number) {
      reported.measures.push_back(
          measure(name == "log_loss" ? losses::log_loss() : losses::brier_score_loss()));
      continue;
    }
    if (name != "auc" && positive.empty())
      root.fail(kMeasures.name, name + " is of one class: name it, `positive: CLASS`");
    asked.emplace_back(name, number);
    reported.of_folds.push_back(name);
    reported.gains.insert(name);
  }
  reported.fold_measures = [=, others = reported.fold_measures](const samples::SampleSet& outputs) {
    const auto truth = study::outputs_as<ClassForecasts>(outputs);
    std::vector<study::FoldMeasure> all = others(outputs);
    for (const auto& [name, number] : asked) {
      number(truth, truth);  // a class that the data do not have is found before a cell runs
      all.push_back(study::fold_measure<ClassForecasts>(name, number, outputs));
    }
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
  if (group_measure) task.fold_measures.push_back(group_measure(task.data.outputs, task.groups->of));
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

void read_group_prediction(const config::Reader& root, data::OutputKind kind, bool has_groups,
                           Reported& reported) {
  const std::string key = "group_prediction";
  if (!root.has(key)) return;
  const bool is_majority = root.choice(key, {"majority", "mean"}) == "majority";
  if (!has_groups) root.fail(key, "the data have no groups: name their column, `dataset.group`");
  if (kind != (is_majority ? data::OutputKind::class_label : data::OutputKind::vector))
    root.fail(key, is_majority ? "majority is of classes (output_kind: class)"
                               : "mean is of numbers (output_kind: vector)");
  if (is_majority)
    reported.group_measure = group_measure<Labels>("group_error", losses::group_error);
  else
    reported.group_measure = group_measure<Vectors>("group_squared_error", losses::group_squared_error);
  reported.of_folds.emplace_back(is_majority ? "group_error" : "group_squared_error");
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
