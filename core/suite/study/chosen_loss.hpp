// `loss:` of a config: what the inner folds choose by.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

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

/// The form in which outputs of type Y also say what the data hold beside these samples: the names of all
/// classes, the number of all labels.
template <class Y>
struct WithData {
  using type = Y;
};
template <>
struct WithData<kernels::Labels> {
  using type = samples::NamedClasses;
};
template <>
struct WithData<kernels::LabelSets> {
  using type = samples::LabelIndicators;
};

/// The names of the losses of outputs of type Y, of the same with what their data hold, and of any outputs
/// with a kernel, sorted.
template <class Y>
std::vector<std::string> loss_names() {
  std::vector<std::string> names;
  const auto add = [&names](const auto& rows) {
    for (const auto& row : rows) names.push_back(row.facts.name);
  };
  add(registry::loss_table().rows<Y>());
  add(registry::loss_table().rows<kernels::Points>());
  using OfData = typename WithData<Y>::type;
  if constexpr (!std::is_same_v<Y, OfData>) add(registry::loss_table().rows<OfData>());
  if constexpr (std::is_same_v<Y, kernels::Labels>)
    add(registry::loss_table().rows<losses::ClassForecasts>());
  std::sort(names.begin(), names.end());
  return names;
}

/// The loss of the table that the map names, under the name that it reports itself by.
/// throws  ConfigError for a loss that is not for outputs of type Y, naming those that are, and for a bad or
///         an unknown key
template <class Y>
PlannedMeasure read_named_loss(const config::Reader& loss) {
  const std::string name = loss.choice("name", loss_names<Y>());
  const auto is_among = [&name](const auto& rows) {
    return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.facts.name == name; });
  };
  const auto as_planned = [](auto made) { return planned(made.name, made); };
  PlannedMeasure criterion = [&] {
    if (is_among(registry::loss_table().rows<kernels::Points>()))
      return as_planned(registry::make_loss<kernels::Points>(loss));
    using OfData = typename WithData<Y>::type;
    if constexpr (!std::is_same_v<Y, OfData>) {
      if (is_among(registry::loss_table().rows<OfData>()))
        return as_planned(registry::make_loss<OfData>(loss));
    }
    if constexpr (std::is_same_v<Y, kernels::Labels>) {
      if (is_among(registry::loss_table().rows<losses::ClassForecasts>()))
        return as_planned(registry::make_loss<losses::ClassForecasts>(loss));
    }
    return as_planned(registry::make_loss<Y>(loss));
  }();
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
    if (std::find(names.begin(), names.end(), value.scalar) != names.end())
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
  std::vector<std::string> names;
  for (const PlannedMeasure& measure : measures) names.push_back(measure.name);
  return names;
}

inline std::vector<Measure> measures_on(const std::vector<PlannedMeasure>& measures,
                                        const samples::SampleSet& outputs) {
  std::vector<Measure> result;
  for (const PlannedMeasure& measure : measures) result.push_back(measure.of(outputs));
  return result;
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
