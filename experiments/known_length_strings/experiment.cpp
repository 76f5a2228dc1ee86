// Tagging strings symbol by symbol (Learning to Find Pre-Images, sec. 4): KDE with learned pre-images against
// k-NN on windows of the input.
#include "suite/study/experiment.hpp"

#include "experiments/known_length_strings/gram_normalisation.hpp"
#include "experiments/known_length_strings/tagged_strings.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/chosen_loss.hpp"
#include "suite/study/loss_measure.hpp"
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

/// The kernels of the paper's section 4, which look at all strings of a draw: given Gram matrices.
samples::DataSet data_of(const TaggedStrings& strings, const Options& options) {
  kernels::StringPairs pairs;
  for (std::size_t i = 0; i < strings.inputs.size(); ++i) {
    pairs.push_back({strings.inputs[i], strings.outputs[i]});
  }
  const arma::mat S = normalised(options.input_kernel->gram(strings.inputs), options.normalisation);
  const arma::mat D = kernels::squared_distances(S);
  const arma::mat K = options.is_squared ? arma::mat(arma::exp(-D)) : arma::mat(arma::exp(-arma::sqrt(D)));
  const arma::mat L = normalised(options.output_kernel->gram(pairs), options.normalisation);
  const arma::uvec marks = outputs::are_candidates(outputs::candidates_for(*options.output_kernel), L.diag());
  const samples::SampleSet all(strings.inputs.size());
  return {all.with(strings.inputs).with(kernels::Points::given(K, D)),
          all.with(strings.outputs).with(outputs::CandidateMask{marks}).with(kernels::Points::given(L))};
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
    task->data = data_of(strings, options);
    task->measures = {study::loss_measure("symbol_error", losses::symbol_error_loss(), task->data.outputs)};
    task->inputs = strings.inputs;
    task->outputs = strings.outputs;
    for (std::size_t i = 0; i < options.samples; ++i) task->ids.push_back(static_cast<long>(i));
    return task;
  };
  study::take_named_loss<kernels::Strings>(experiment, root);
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(
      registry::Part{"input_kernel", registry::a_kernel("a kernel on strings"), "of the inputs"},
      registry::Part{"output_kernel", registry::a_kernel("a kernel on pairs"), "of the outputs"},
      registry::Choice{"normalisation", "unit_norm | trace | row_sums | none", "of the Gram matrices"},
      registry::Choice{"rbf_of", "distance | squared_distance", "d for exp(-d), as printed, or d^2"});
}

}  // namespace preimage::experiments::known_length_strings
