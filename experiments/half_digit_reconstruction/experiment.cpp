// The bottom half of a digit from its top half (KDE, sec. 4.3).
#include "suite/study/experiment.hpp"

#include "experiments/half_digit_reconstruction/figure2.hpp"
#include "experiments/half_digit_reconstruction/hopfield_network.hpp"
#include "experiments/shared/digits.hpp"
#include "preimage/base/error.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/chosen_loss.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::half_digit_reconstruction {

using namespace suite;

namespace {

struct Options {
  shared::DigitOptions digits;
  std::string output;  // bottom_half | complete
  std::vector<study::PlannedMeasure> measures;
};

Options parse(const config::Reader& root) {
  Options options;
  const config::Reader dataset = root.map("dataset");
  options.digits = shared::parse_digits(dataset);
  options.output = dataset.choice("output", {"bottom_half", "complete"}, "bottom_half");
  const study::ChosenLoss loss = study::read_loss<kernels::Vectors>(root);
  options.measures =
      study::with_criterion(loss, {study::planned("rbf_loss", losses::feature_distance_loss(loss.squared)),
                                   study::planned("class_of_preimage", losses::zero_one_loss())});
  return options;
}

std::vector<std::string> digit_names(const shared::Digits& digits) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < digits.labels.size(); ++i) {
    names.push_back("digit " + std::to_string(digits.labels[i]) + " of row " + std::to_string(digits.ids[i]));
  }
  return names;
}

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const Options options = parse(root);
  const std::shared_ptr<const kernels::Kernel<kernels::Vectors>> input_kernel =
      registry::make_kernel<kernels::Vectors>(root.map("input_kernel"));
  const std::shared_ptr<const kernels::Kernel<kernels::Vectors>> output_kernel =
      registry::make_kernel<kernels::Vectors>(root.map("output_kernel"));

  study::Experiment experiment;
  experiment.has_stand_in = true;
  experiment.data_identity = shared::digits_identity;
  experiment.size = digits_size(options.digits);
  experiment.draw = [=](const study::DrawContext& context) -> std::shared_ptr<const study::Task> {
    const shared::Digits digits = shared::load_digits(context.data, options.digits);
    auto task = std::make_shared<study::Task>();
    // "we present the top half of test digits and fill the bottom half with zeros"
    PartialPatterns partial{digits.pixels};
    partial.values.tail_cols(shared::kDigitPixels / 2).zeros();
    task->data.inputs = outputs::with_input_kernel<kernels::Vectors>(
                            input_kernel, shared::image_part(digits.pixels, "top_half"))
                            .with(std::move(partial));
    task->data.outputs = outputs::with_output_kernel<kernels::Vectors>(
                             output_kernel, shared::image_part(digits.pixels, options.output))
                             .with(digits.labels)
                             .with(CompletePatterns{digits.pixels});
    task->measures = study::measures_on(options.measures, task->data.outputs);
    task->strata = digits.labels;
    task->outputs = digit_names(digits);
    for (std::size_t id : digits.ids) task->ids.push_back(static_cast<long>(id));
    return task;
  };
  experiment.measures = study::names_of(options.measures);
  experiment.descriptive_measures = {"aligned_bandwidth"};
  experiment.figures = {{"figure2.svg",
                         "Figure 2: bottom halves of digits that were found from the top halves.",
                         {"kde", "nearest_neighbours"},
                         {},
                         draw_figure2}};
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(
      registry::Part{"input_kernel", registry::a_kernel("a kernel on vectors"), "of the inputs"},
      registry::Part{"output_kernel", registry::a_kernel("a kernel on vectors"), "of the outputs"});
}

}  // namespace preimage::experiments::half_digit_reconstruction
