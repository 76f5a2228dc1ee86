// `loss:` of a config: what the inner folds choose by.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "preimage/base/collect.hpp"
#include "preimage/samples/label_indicators.hpp"
#include "suite/config/reader.hpp"
#include "suite/registry/loss_table.hpp"
#include "suite/study/experiment.hpp"
#include "suite/study/loss_measure.hpp"

namespace preimage::suite::study {

struct ChosenLoss {
  bool squared = false;                     // `squared_distance`; the distance where a loss is named
  std::optional<PlannedMeasure> criterion;  // of `{name: ...}`: goes before the measures there are
};

/// use(row) for each loss of outputs of type Y, of any outputs with a kernel, and of the forms in which
/// outputs of type Y also say what the data hold beside these samples: the names of all classes, the number
/// of all labels.
template <class Y, class Use>
void for_each_loss(const Use& use) {
  const auto use_all = [&use]<class Form>(std::type_identity<Form>) {
    for (const auto& row : registry::loss_table().rows<Form>()) use(row);
  };
  use_all(std::type_identity<Y>());
  use_all(std::type_identity<kernels::Points>());
  if constexpr (std::is_same_v<Y, kernels::Labels>) {
    use_all(std::type_identity<samples::NamedClasses>());
    use_all(std::type_identity<losses::ClassForecasts>());
  }
  if constexpr (std::is_same_v<Y, kernels::LabelSets>)
    use_all(std::type_identity<samples::LabelIndicators>());
}

/// Their names, sorted.
template <class Y>
std::vector<std::string> loss_names() {
  std::vector<std::string> names;
  for_each_loss<Y>([&](const auto& row) { names.push_back(row.name); });
  std::ranges::sort(names);
  return names;
}

/// The loss of the table that the map names, under the name that it reports itself by.
/// throws  ConfigError for a loss that is not for outputs of type Y, naming those that are, and for a bad or
///         an unknown key
template <class Y>
PlannedMeasure read_named_loss(const config::Reader& loss) {
  const std::string name = loss.choice("name", loss_names<Y>());
  PlannedMeasure criterion;
  for_each_loss<Y>([&](const auto& row) {
    if (row.name != name) return;
    const auto made = row.make(loss);
    criterion = planned(made.name, made);
  });
  loss.finish();
  return criterion;
}

/// Reads `loss: distance | squared_distance`, or `loss: {name: ..., parameters}`: a loss of the table for
/// outputs of type Y.
/// throws  ConfigError
template <class Y>
ChosenLoss read_loss(const config::Reader& root) {
  if (root.has("loss")) {
    const config::Value& value = root.raw("loss");
    if (value.kind == config::Value::Kind::map) return {false, read_named_loss<Y>(root.map("loss"))};
    const std::vector<std::string> names = loss_names<Y>();
    if (std::ranges::find(names, value.scalar) != names.end())
      root.fail("loss", "expected one of distance, squared_distance or a map, is {name: " + value.scalar +
                            "} meant?");
  }
  return {root.choice("loss", {"distance", "squared_distance"}) == "squared_distance", std::nullopt};
}

/// The criterion, then the others: one of its name is left out, as the config has it otherwise.
inline std::vector<PlannedMeasure> with_criterion(const ChosenLoss& loss,
                                                  std::vector<PlannedMeasure> others) {
  if (!loss.criterion) return others;
  std::erase_if(others, [&](const PlannedMeasure& other) { return other.name == loss.criterion->name; });
  others.insert(others.begin(), *loss.criterion);
  return others;
}

inline std::vector<std::string> names_of(const std::vector<PlannedMeasure>& measures) {
  return base::collect(measures, &PlannedMeasure::name);
}

inline std::vector<Measure> measures_on(const std::vector<PlannedMeasure>& measures,
                                        const samples::SampleSet& outputs) {
  return base::collect(measures, [&](const PlannedMeasure& measure) { return measure.of(outputs); });
}

/// Lets the config of an experiment that has its measures name another criterion: `loss: {name: ...}`, of
/// outputs of type Y, goes before the measures there are, in place of one of its name. Without the key
/// nothing changes, in no cell's key.
/// throws  ConfigError
template <class Y>
void take_named_loss(Experiment& experiment, const config::Reader& root) {
  if (!root.has("loss")) return;
  const PlannedMeasure criterion = read_named_loss<Y>(root.map("loss"));
  std::erase(experiment.measures, criterion.name);
  experiment.measures.insert(experiment.measures.begin(), criterion.name);
  experiment.draw = [draw = std::move(experiment.draw), criterion](const DrawContext& context) {
    auto task = std::make_shared<Task>(*draw(context));
    std::erase_if(task->measures, [&](const Measure& other) { return other.name == criterion.name; });
    task->measures.insert(task->measures.begin(), criterion.of(task->data.outputs));
    return task;
  };
}

}  // namespace preimage::suite::study
