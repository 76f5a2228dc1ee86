// Denoising digits by kernel PCA and its pre-images (Learning to Find Pre-Images, sec. 4, Figure 1).
#include "suite/study/experiment.hpp"

#include "experiments/digit_denoising/figure1.hpp"
#include "experiments/digit_denoising/noisy_digits.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/chosen_loss.hpp"
#include "suite/study/loss_measure.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::digit_denoising {

using namespace suite;

namespace {

struct Options {
  shared::DigitOptions digits;
  NoiseOptions noise;
  std::shared_ptr<const kernels::Kernel<kernels::Vectors>> kernel;  // what the pre-images are taken under
};

Options parse(const config::Reader& root) {
  Options options;
  const config::Reader dataset = root.map("dataset");
  options.digits = shared::parse_digits(dataset);
  options.noise.sd = dataset.number("noise_sd", config::kNonNegative);
  options.noise.unit_range = dataset.choice("pixels", {"-1..1", "0..1"}, "-1..1") == "0..1";
  options.kernel = registry::make_kernel<kernels::Vectors>(root.map("output_kernel"));
  return options;
}

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const Options options = parse(root);
  study::Experiment experiment;
  experiment.redraws_data = true;
  experiment.has_stand_in = true;
  experiment.measures = {"squared_error"};
  experiment.data_identity = shared::digits_identity;
  experiment.size = digits_size(options.digits);
  experiment.draw = [=](const study::DrawContext& context) -> std::shared_ptr<const study::Task> {
    base::Random random(context.seed);
    const NoisyDigits digits = draw_noisy_digits(context.data, options.digits, options.noise, random);
    auto task = std::make_shared<study::Task>();
    const samples::SampleSet& outputs = task->data.outputs =
        outputs::with_output_kernel<kernels::Vectors>(options.kernel, digits.clean.pixels)
            .with(digits.clean.labels);
    const auto observed = std::make_shared<const arma::mat>(digits.observed);
    task->data.inputs =
        samples::SampleSet(outputs.size())
            .with(outputs::Observed{*observed, outputs.get<kernels::Points>().with_new_samples(observed)});
    task->measures = {study::loss_measure("squared_error", losses::squared_error_loss(), outputs)};
    task->records_vectors = false;  // half a megabyte a cell, and cheap to compute again
    task->strata = digits.clean.labels;
    for (std::size_t id : digits.clean.ids) task->ids.push_back(static_cast<long>(id));
    return task;
  };
  experiment.figures = {{"figure1.svg",
                         "Figure 1: noisy digits, and what each method makes of them.",
                         figure1_learners(),
                         {},
                         draw_figure1,
                         figure1_digits}};
  study::take_named_loss<kernels::Vectors>(experiment, root);
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(
      registry::Part{"output_kernel", registry::a_kernel("a kernel on vectors"), "of the outputs"});
}

}  // namespace preimage::experiments::digit_denoising
