// USPS digits as a classification problem with the class kernel on the outputs (KDE, sec. 4.2; with the top
// half alone, sec. 4.3's comparison).
#include "suite/study/experiment.hpp"

#include "experiments/shared/digits.hpp"
#include "preimage/models/prepared_method.hpp"
#include "preimage/models/virtual_examples.hpp"
#include "suite/registry/image_shifts.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/chosen_loss.hpp"
#include "suite/study/loss_measure.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::usps_classification {

using namespace suite;

namespace {

constexpr double kPaper = -1.0;  // what is around an image

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const config::Reader dataset = root.map("dataset");
  const shared::DigitOptions options = shared::parse_digits(dataset);
  const std::string part = dataset.choice("part", {"complete", "top_half"}, "complete");
  const std::shared_ptr<const kernels::Kernel<kernels::Vectors>> input_kernel =
      registry::make_kernel<kernels::Vectors>(root.map("input_kernel"));
  const std::shared_ptr<const kernels::Kernel<kernels::Labels>> output_kernel =
      registry::make_kernel<kernels::Labels>(root.map("output_kernel"));

  const arma::uword height = part == "complete" ? shared::kDigitSide : shared::kDigitSide / 2;
  const std::optional<samples::ImageShifts> shifts =
      registry::parse_image_shifts(root, shared::kDigitSide, height, kPaper);

  study::Experiment experiment;
  experiment.has_stand_in = true;
  experiment.measures = {"classification_loss"};
  experiment.data_identity = shared::digits_identity;
  experiment.size = digits_size(options);
  experiment.draw = [=](const study::DrawContext& context) -> std::shared_ptr<const study::Task> {
    const shared::Digits digits = shared::load_digits(context.data, options);
    auto task = std::make_shared<study::Task>();
    const arma::mat images = shared::image_part(digits.pixels, part);
    task->data = {shifts ? samples::SampleSet(images.n_rows)
                               .with(models::RawVectors{images, {{{}, input_kernel}}, {}})
                               .with(models::ShiftableImages{*shifts, images.n_rows})
                         : outputs::with_input_kernel<kernels::Vectors>(input_kernel, images),
                  outputs::with_output_kernel<kernels::Labels>(output_kernel, digits.labels)};
    task->measures = {
        study::loss_measure("classification_loss", losses::zero_one_loss(), task->data.outputs)};
    task->strata = digits.labels;
    for (std::size_t i = 0; i < digits.labels.size(); ++i) {
      task->ids.push_back(static_cast<long>(digits.ids[i]));
      task->outputs.push_back(std::to_string(digits.labels[i]));
    }
    for (int c = 0; c < 10; ++c) task->class_names.push_back(std::to_string(c));
    return task;
  };
  study::take_named_loss<kernels::Labels>(experiment, root);
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(
      registry::Part{"input_kernel", registry::a_kernel("a kernel on vectors"), "of the inputs"},
      registry::Part{"output_kernel", registry::a_kernel("a kernel on labels"), "of the outputs"},
      registry::Part{"virtual_examples", "a map", "shifted copies of training images", true});
}

}  // namespace preimage::experiments::usps_classification
