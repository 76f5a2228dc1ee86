// Fashion-MNIST with the split that it comes with: large for a kernel method, and the same for every user.
#include "suite/study/experiment.hpp"

#include "experiments/fashion_mnist/fashion_images.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/chosen_loss.hpp"
#include "suite/study/loss_measure.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::fashion_mnist {

using namespace suite;

namespace {

FashionOptions parse_images(const config::Reader& dataset) {
  dataset.choice("name", {"fashion_mnist"});
  FashionOptions options;
  options.train =
      static_cast<std::size_t>(dataset.integer("train", 10, static_cast<long>(kTrainImages), kTrainImages));
  options.test =
      static_cast<std::size_t>(dataset.integer("test", 1, static_cast<long>(kTestImages), kTestImages));
  // Asked for only where it is given, so that cells without it keep their keys.
  options.as_bytes = dataset.has("pixels") && dataset.choice("pixels", {"0..1", "0..255"}) == "0..255";
  return options;
}

/// Fold 0 is trained on where the protocol says `{given: true, train_on: first_fold}`.
std::vector<int> given_folds(const FashionOptions& options) {
  std::vector<int> folds(options.train, 0);
  folds.resize(options.train + options.test, 1);
  return folds;
}

/// Row in its file; test images go on where the training file ends, so that a sample keeps its number in a
/// smaller draw.
std::vector<long> sample_numbers(const FashionOptions& options) {
  std::vector<long> numbers;
  for (std::size_t i = 0; i < options.train; ++i) numbers.push_back(static_cast<long>(i));
  for (std::size_t i = 0; i < options.test; ++i) numbers.push_back(static_cast<long>(kTrainImages + i));
  return numbers;
}

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const FashionOptions options = parse_images(root.map("dataset"));
  const std::shared_ptr<const kernels::Kernel<kernels::Vectors>> input_kernel =
      registry::make_kernel<kernels::Vectors>(root.map("input_kernel"));
  const std::shared_ptr<const kernels::Kernel<kernels::Labels>> output_kernel =
      registry::make_kernel<kernels::Labels>(root.map("output_kernel"));

  study::Experiment experiment;
  experiment.measures = {"classification_loss"};
  experiment.data_identity = fashion_identity;
  experiment.size = [options](const data::DataSource&) {
    return study::DrawSize{options.train + options.test, given_folds(options)};
  };
  experiment.draw = [=](const study::DrawContext& context) -> std::shared_ptr<const study::Task> {
    FashionImages images = load_fashion_images(context.data, options);
    auto task = std::make_shared<study::Task>();
    task->data = {outputs::with_input_kernel<kernels::Vectors>(input_kernel, std::move(images.pixels)),
                  outputs::with_output_kernel<kernels::Labels>(output_kernel, images.labels)};
    task->measures = {
        study::loss_measure("classification_loss", losses::zero_one_loss(), task->data.outputs)};
    task->given_folds = given_folds(options);
    task->ids = sample_numbers(options);
    for (const int label : images.labels)
      task->outputs.emplace_back(kGarments.at(static_cast<std::size_t>(label)));
    task->class_names.assign(kGarments.begin(), kGarments.end());
    task->strata = std::move(images.labels);
    return task;
  };
  study::take_named_loss<kernels::Labels>(experiment, root);
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(
      registry::Part{"input_kernel", registry::a_kernel("a kernel on vectors"), "of the inputs"},
      registry::Part{"output_kernel", registry::a_kernel("a kernel on labels"), "of the outputs"});
}

}  // namespace preimage::experiments::fashion_mnist
