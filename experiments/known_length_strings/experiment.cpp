// Tagging strings symbol by symbol (Learning to Find Pre-Images, sec. 4): KDE with learned pre-images against
// k-NN on windows of the input.
#include "suite/study/experiment.hpp"

#include "experiments/known_length_strings/gram_normalisation.hpp"
#include "experiments/known_length_strings/tagged_strings.hpp"
#include "experiments/shared/measures.hpp"
#include "experiments/shared/problem_builder.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::known_length_strings {

using namespace suite;

namespace {

template <class Samples>
using SharedKernel = std::shared_ptr<const kernels::Kernel<Samples>>;

struct Options {
  std::size_t samples = 0;
  SharedKernel<kernels::Strings> input_kernel;
  SharedKernel<kernels::StringPairs> output_kernel;
  std::string normalisation;
  bool is_squared = false;  // exp(-d^2), else exp(-d)
};

Options parse_options(const config::Reader& root) {
  Options options;
  const config::Reader dataset = root.map("dataset");
  dataset.choice("name", {"tagged_strings"});
  options.samples = static_cast<std::size_t>(dataset.integer("samples", 10, 10000, 50));
  options.input_kernel = registry::make_kernel<kernels::Strings>(root.map("input_kernel"));
  options.output_kernel = registry::make_kernel<kernels::StringPairs>(root.map("output_kernel"));
  options.normalisation = root.choice("normalisation", normalisation_names());
  options.is_squared = root.choice("rbf_of", {"distance", "squared_distance"}) == "squared_distance";
  return options;
}

void fill_problem(validation::Problem& problem, const TaggedStrings& strings, const Options& options) {
  kernels::StringPairs pairs;
  for (std::size_t i = 0; i < strings.inputs.size(); ++i) {
    pairs.push_back({strings.inputs[i], strings.outputs[i]});
  }
  const arma::mat S = normalised(options.input_kernel->gram(strings.inputs), options.normalisation);
  const arma::mat D = kernels::squared_distances(S);
  problem.input_squared_distances = D;
  problem.input_gram = options.is_squared ? arma::mat(arma::exp(-D)) : arma::mat(arma::exp(-arma::sqrt(D)));
  problem.output_gram = normalised(options.output_kernel->gram(pairs), options.normalisation);
  problem.is_candidate =
      shared::are_candidates(shared::candidates_for(*options.output_kernel), problem.output_gram.diag());
  problem.input_strings = strings.inputs;
  problem.output_strings = strings.outputs;
}

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const Options options = parse_options(root);
  study::Experiment experiment;
  experiment.redraws_data = true;
  experiment.measures = {"symbol_error"};
  experiment.data_identity = [](const data::DataSource&) { return "tagged strings 1"; };
  experiment.size = [n = options.samples](const data::DataSource&) { return study::DrawSize{n, {}}; };
  experiment.draw = [options](const study::DrawContext& context) -> std::shared_ptr<const study::Task> {
    base::Random random(context.seed);
    const TaggedStrings strings = draw_tagged_strings(options.samples, random);
    auto task = std::make_shared<study::Task>();
    fill_problem(task->problem, strings, options);
    task->measures = {shared::symbol_error_measure("symbol_error", task->problem)};
    task->inputs = strings.inputs;
    task->outputs = strings.outputs;
    for (std::size_t i = 0; i < options.samples; ++i) task->ids.push_back(static_cast<long>(i));
    return task;
  };
  return experiment;
}

}  // namespace preimage::experiments::known_length_strings
