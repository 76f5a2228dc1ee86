// Mapping strings to strings (KDE, sec. 4.1): almost a three-class problem, apart from the noise on the
// outputs.
#include "suite/study/experiment.hpp"

#include <optional>

#include "experiments/shared/text_sheet.hpp"
#include "experiments/string_toy/string_pairs.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/chosen_loss.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::string_toy {

using namespace suite;

namespace {

NoiseOrder parse_noise(const config::Reader& dataset) {
  const std::string order = dataset.choice("noise", {"exclusive", "nested", "sequential"}, "exclusive");
  if (order == "nested") return NoiseOrder::nested;
  return order == "sequential" ? NoiseOrder::sequential : NoiseOrder::exclusive;
}

constexpr registry::Choice kCandidates{
    "candidates", "with_norm | all",
    "which training outputs a decoder may choose; by default as the output kernel calls for"};

/// Read where it is there, so that configs without it keep their keys.
std::optional<outputs::Candidates> parse_candidates(const config::Reader& root) {
  if (!root.has(kCandidates.name)) return std::nullopt;
  return kCandidates.is(root, "all") ? outputs::Candidates::all : outputs::Candidates::with_norm;
}

/// Figure 1 of KDE: the first five examples of the first draw.
std::string draw_figure1(const study::FigureContext& context) {
  shared::TextSheet sheet;
  sheet.title = "Five examples from the artificial task";
  sheet.headings = {"input string", "output string"};
  for (std::size_t i = 0; i < 5 && i < context.task.inputs.size(); ++i) {
    sheet.rows.emplace_back(context.task.inputs[i], context.task.outputs[i]);
  }
  return shared::text_sheet_svg(sheet);
}

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const config::Reader dataset = root.map("dataset");
  dataset.choice("name", {"generated_strings"});
  const auto n = static_cast<std::size_t>(dataset.integer("samples", 10, 100000, 200));
  const NoiseOrder noise = parse_noise(dataset);
  const study::ChosenLoss loss = study::read_loss<kernels::Strings>(root);
  const std::vector<study::PlannedMeasure> measures =
      study::with_criterion(loss, {study::planned("string_loss", losses::feature_distance_loss(loss.squared)),
                                   study::planned("classification_loss", losses::zero_one_loss())});
  const std::shared_ptr<const kernels::Kernel<kernels::Strings>> input_kernel =
      registry::make_kernel<kernels::Strings>(root.map("input_kernel"));
  const std::shared_ptr<const kernels::Kernel<kernels::Strings>> output_kernel =
      registry::make_kernel<kernels::Strings>(root.map("output_kernel"));
  const std::optional<outputs::Candidates> candidates = parse_candidates(root);

  study::Experiment experiment;
  experiment.redraws_data = true;
  experiment.measures = study::names_of(measures);
  experiment.data_identity = [](const data::DataSource&) { return "generated strings 1"; };
  experiment.size = [n](const data::DataSource&) { return study::DrawSize{n, {}}; };
  experiment.draw = [=](const study::DrawContext& context) -> std::shared_ptr<const study::Task> {
    base::Random random(context.seed);
    const ToyPairs pairs = draw_pairs(n, noise, random);
    auto task = std::make_shared<study::Task>();
    task->data.outputs =
        outputs::with_output_kernel<kernels::Strings>(output_kernel, pairs.outputs, candidates)
            .with(pairs.classes);
    task->data.inputs = outputs::with_input_kernel<kernels::Strings>(input_kernel, pairs.inputs);
    task->measures = study::measures_on(measures, task->data.outputs);
    task->strata = pairs.classes;
    task->inputs = pairs.inputs;
    task->outputs = pairs.outputs;
    for (std::size_t i = 0; i < n; ++i) task->ids.push_back(static_cast<long>(i));
    return task;
  };
  experiment.figures = {{"figure1.svg",
                         "Figure 1: five examples of the artificial task, strings mapped to strings.",
                         {},
                         {},
                         draw_figure1}};
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(
      registry::Part{"input_kernel", registry::a_kernel("a kernel on strings"), "of the inputs"},
      registry::Part{"output_kernel", registry::a_kernel("a kernel on strings"), "of the outputs"},
      registry::optional(kCandidates));
}

}  // namespace preimage::experiments::string_toy
