// Denoising digits by kernel PCA and its pre-images (Learning to Find Pre-Images, sec. 4, Figure 1).
#include "suite/study/experiment.hpp"

#include "experiments/digit_denoising/figure1.hpp"
#include "experiments/digit_denoising/noisy_digits.hpp"
#include "experiments/shared/measures.hpp"
#include "experiments/shared/problem_builder.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::digit_denoising {

using namespace suite;

namespace {

struct Options {
  shared::DigitOptions digits;
  NoiseOptions noise;
  double sigma = 8.0;
};

Options parse(const config::Reader& root) {
  Options options;
  const config::Reader dataset = root.map("dataset");
  options.digits = shared::parse_digits(dataset);
  options.noise.sd = dataset.number("noise_sd", config::kNonNegative);
  options.noise.unit_range = dataset.choice("pixels", {"-1..1", "0..1"}, "-1..1") == "0..1";
  const config::Reader kernel = root.map("output_kernel");  // what the pre-images are taken under
  registry::note_kernel_version<kernels::Vectors>(kernel, kernel.choice("name", {"gaussian"}));
  options.sigma = kernel.number("sigma", config::kPositive);
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
    const auto kernel = std::make_shared<kernels::GaussianKernel>(options.sigma);
    auto task = std::make_shared<study::Task>();
    validation::Problem& problem = task->problem;
    problem.output_vectors = digits.clean.pixels;
    shared::set_outputs<kernels::Vectors>(problem, kernel, problem.output_vectors);
    problem.observed_outputs = digits.observed;
    problem.observed_gram = kernel->cross_gram(digits.observed, problem.output_vectors);
    problem.classes = digits.clean.labels;
    task->measures = {shared::squared_error_measure("squared_error", problem)};
    task->records_vectors = false;  // half a megabyte a cell, and cheap to compute again
    task->strata = digits.clean.labels;
    for (std::size_t id : digits.clean.ids) task->ids.push_back(static_cast<long>(id));
    return task;
  };
  experiment.figures = {
      {"figure1.png", "Figure 1: noisy digits, and what each method makes of them.", draw_figure1}};
  return experiment;
}

}  // namespace preimage::experiments::digit_denoising
