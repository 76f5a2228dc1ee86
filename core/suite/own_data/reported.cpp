#include "suite/own_data/reported.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "preimage/losses/class_costs.hpp"
#include "preimage/losses/class_forecasts.hpp"
#include "preimage/losses/fold_measures.hpp"
#include "suite/own_data/string_symbols.hpp"
#include "suite/registry/tokens.hpp"

namespace preimage::suite::own_data {

namespace {

using kernels::Labels, kernels::LabelSets, kernels::Strings, kernels::Vectors;
using study::ChosenLoss, study::PlannedMeasure;

/// Of the samples that a fold tests or, where `value` asks for them, also of the groups that these are of.
template <class Y, class Value>
NumberOfFold of_fold(const std::string& name, Value value) {
  return {name, [=](const study::Task& task) {
            const auto of_test = [value, groups = task.groups](const Y& truth, const Y& predicted,
                                                               const arma::uvec& test) {
              if constexpr (std::is_invocable_v<Value, const Y&, const Y&>) {
                return value(truth, predicted);
              } else {
                std::vector<int> own;
                for (const arma::uword sample : test) own.push_back(groups->of[sample]);
                return value(truth, predicted, own);
              }
            };
            return study::fold_measure<Y>(name, of_test, task.data.outputs);
          }};
}

Reported reported(const ChosenLoss& loss, std::vector<PlannedMeasure> measures,
                  std::vector<NumberOfFold> numbers = {}) {
  std::erase_if(numbers, [&](const NumberOfFold& number) {
    return loss.criterion && number.name == loss.criterion->name;
  });
  Reported result{loss, study::with_criterion(loss, std::move(measures)), std::move(numbers)};
  for (const NumberOfFold& number : result.of_folds) {
    if (study::is_name_of_gain(number.name)) result.gains.insert(number.name);
  }
  return result;
}

template <class Y>
PlannedMeasure measure(const losses::Loss<Y>& loss) {
  return study::planned(loss.name, loss);
}

PlannedMeasure distance(const ChosenLoss& loss) {
  return measure(losses::feature_distance_loss(loss.squared));
}

/// Of levels in an order the distance between levels comes first, and so chooses.
Reported of_classes(const ChosenLoss& loss, bool are_levels) {
  using Value = std::optional<double> (*)(const Labels&, const Labels&);
  std::vector<PlannedMeasure> measures = {study::planned("classification_loss", losses::zero_one_loss()),
                                          distance(loss)};
  if (are_levels) measures.insert(measures.begin(), measure(losses::level_error_loss()));
  return reported(loss, std::move(measures),
                  {of_fold<Labels>("accuracy", losses::accuracy),
                   of_fold<Labels>("balanced_error", losses::balanced_error),
                   of_fold<Labels>("macro_f1", static_cast<Value>(losses::macro_f1))});
}

/// A number of whole folds that a config may ask for.
struct Known {
  losses::FoldNumber number;  // none of a mean over samples, which all folds have
  std::string undefined_where;
};

/// `measures`, in the order in which they are named.
void add_measures(const config::Reader& root, Reported& reported) {
  using losses::ClassForecasts;
  if (!root.has(kMeasures.name)) return;
  const std::string positive = kPositive.read(root);
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
    reported.gains.insert(name);
    const NumberOfFold asked = of_fold<ClassForecasts>(name, number);
    reported.of_folds.push_back({name, [asked, value = number](const study::Task& task) {
                                   const auto truth = study::outputs_as<ClassForecasts>(task.data.outputs);
                                   value(truth, truth);  // a class that the data do not have is found
                                   return asked.of(task);
                                 }});
  }
}

Reported of_label_sets(const ChosenLoss& loss) {
  using Value = std::optional<double> (*)(const LabelSets&, const LabelSets&);
  return reported(loss,
                  {distance(loss), measure(losses::hamming_loss()), measure(losses::exact_match_error_loss()),
                   measure(losses::jaccard_distance_loss())},
                  {of_fold<LabelSets>("micro_f1", losses::micro_f1),
                   of_fold<LabelSets>("macro_f1", static_cast<Value>(losses::macro_f1)),
                   of_fold<LabelSets>("samples_f1", losses::samples_f1)});
}

/// throws  ConfigError where the loss counts others
void require_counted(samples::Tokens tokens, const config::Reader& root, const ChosenLoss& loss) {
  const std::set<std::string> counting = {"symbol_error", "edit_error", "edit_distance"};
  if (!loss.criterion || !counting.contains(loss.criterion->name)) return;
  const samples::Tokens of_loss = registry::read_tokens(root.map("loss"));
  if (of_loss != tokens)
    root.fail("loss", fmt::format("it counts {}, and `tokens` says otherwise: say `tokens: {}` here, too",
                                  samples::name_of(of_loss), samples::name_of(tokens)));
}

Reported of_strings(const config::Reader& root) {
  const ChosenLoss loss = study::read_loss<Strings>(root);
  const samples::Tokens tokens = read_symbols(root);
  require_counted(tokens, root, loss);
  Reported result =
      reported(loss, {distance(loss), measure(losses::symbol_error_loss(tokens)),
                      measure(losses::edit_error_loss(losses::EditUnit::true_string, tokens)),
                      measure(losses::string_error_loss()), measure(losses::edit_distance_loss(tokens))});
  result.tokens = tokens;
  return result;
}

Reported of_vectors(const ChosenLoss& loss) {
  return reported(
      loss, {distance(loss), measure(losses::squared_error_loss()), measure(losses::absolute_error_loss())},
      {of_fold<Vectors>("r_squared", losses::r_squared)});
}

}  // namespace

std::vector<std::string> Reported::names() const {
  std::vector<std::string> all = study::names_of(measures);
  for (const NumberOfFold& number : of_folds) all.push_back(number.name);
  return all;
}

void Reported::add_to(study::Task& task) const {
  task.measures = study::measures_on(measures, task.data.outputs);
  for (const NumberOfFold& number : of_folds) task.fold_measures.push_back(number.of(task));
}

Reported parse_reported(const config::Reader& root, const data::VectorColumns& columns) {
  if (columns.output_kind != data::OutputKind::class_label && root.has(kMeasures.name))
    root.fail(kMeasures.name,
              "this key is for classes; tables of other outputs have all their measures without it");
  switch (columns.output_kind) {
    case data::OutputKind::class_label: {
      const ChosenLoss loss = study::read_loss<Labels>(root);
      const bool are_levels = !columns.levels.empty();
      if (!are_levels && loss.criterion && loss.criterion->name == losses::level_error_loss().name)
        root.fail("loss",
                  "level_error is of classes that have an order: `output_kind: ordinal`, and `levels: "
                  "[low, mid, high]` below dataset");
      Reported reported = of_classes(loss, are_levels);
      add_measures(root, reported);
      return reported;
    }
    case data::OutputKind::label_set:
      return of_label_sets(study::read_loss<LabelSets>(root));
    case data::OutputKind::string:
      return of_strings(root);
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
  reported.has_groups = true;
  reported.of_folds.push_back(is_majority
                                  ? of_fold<Labels>("group_error", losses::group_error)
                                  : of_fold<Vectors>("group_squared_error", losses::group_squared_error));
}

Reported parse_reported_of_gram(const config::Reader& root) {
  ChosenLoss loss;
  loss.squared = root.choice("loss", {"distance", "squared_distance"}) == "squared_distance";
  return {{}, {distance(loss)}};
}

}  // namespace preimage::suite::own_data
