// The bottom half of a digit from its top half (KDE, sec. 4.3).
#include "suite/study/experiment.hpp"

#include "experiments/half_digit_reconstruction/figure2.hpp"
#include "experiments/shared/digits.hpp"
#include "experiments/shared/measures.hpp"
#include "experiments/shared/problem_builder.hpp"
#include "preimage/base/error.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::half_digit_reconstruction {

using namespace suite;

namespace {

struct Options {
  shared::DigitOptions digits;
  std::string output;  // bottom_half | complete
  bool squared_loss = false;
};

Options parse(const config::Reader& root) {
  Options options;
  const config::Reader dataset = root.map("dataset");
  options.digits = shared::parse_digits(dataset);
  options.output = dataset.choice("output", {"bottom_half", "complete"}, "bottom_half");
  options.squared_loss = root.choice("loss", {"distance", "squared_distance"}) == "squared_distance";
  return options;
}

std::vector<std::string> digit_names(const data::Digits& digits) {
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
    const data::Digits digits = shared::load_digits(context.data, options.digits);
    auto task = std::make_shared<study::Task>();
    validation::Problem& problem = task->problem;
    shared::set_inputs<kernels::Vectors>(problem, input_kernel,
                                         shared::image_part(digits.pixels, "top_half"));
    problem.output_vectors = shared::image_part(digits.pixels, options.output);
    shared::set_outputs<kernels::Vectors>(problem, output_kernel, problem.output_vectors);
    problem.classes = digits.labels;
    problem.complete_patterns = digits.pixels;
    problem.partial_patterns =
        digits.pixels;  // "we present the top half of test digits and fill the bottom half with
    problem.partial_patterns.tail_cols(data::kDigitPixels / 2).zeros();  // zeros"
    task->measures = {
        shared::feature_distance_measure("rbf_loss", problem, options.squared_loss, output_kernel),
        shared::class_measure("class_of_preimage", problem)};
    task->strata = digits.labels;
    task->outputs = digit_names(digits);
    for (std::size_t id : digits.ids) task->ids.push_back(static_cast<long>(id));
    return task;
  };
  experiment.measures = {"rbf_loss", "class_of_preimage"};
  experiment.descriptive_measures = {"aligned_bandwidth"};
  experiment.figures = {{"figure2.png",
                         "Figure 2: bottom halves of digits that were found from the top halves.",
                         draw_figure2}};
  return experiment;
}

}  // namespace preimage::experiments::half_digit_reconstruction
