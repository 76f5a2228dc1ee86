#include "preimage/models/support_vector_regression.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "preimage/models/fit_notes.hpp"

namespace preimage::models {

SupportVectorRegressionMethod::SupportVectorRegressionMethod(SupportVectorRegressionGrid options)
    : options_(std::move(options)) {
  require_grid(options_.Cs, "C", 0.0, false);
  require_grid(options_.epsilons, "epsilon", 0.0, true);
  std::sort(options_.Cs.begin(), options_.Cs.end());
  std::sort(options_.epsilons.begin(), options_.epsilons.end(), std::greater<>());
}

void SupportVectorRegressionMethod::require(const samples::DataSet& data) const {
  kernels::points_of(data.inputs);
  if (!data.outputs.has<arma::mat>())
    throw std::invalid_argument("method support_vector_regression needs outputs that are vectors");
}

regression::SupportVectorRegressionOptions SupportVectorRegressionMethod::machine(std::size_t g) const {
  const std::size_t point = g / options_.bandwidths.size(), n = options_.epsilons.size();
  return {options_.Cs[point / n], options_.epsilons[point % n]};
}

base::Parameters SupportVectorRegressionMethod::parameters(std::size_t g) const {
  const regression::SupportVectorRegressionOptions one = machine(g);
  base::Parameters result = options_.bandwidths.parameters(g % options_.bandwidths.size());
  result.emplace_back("C", one.C);
  result.emplace_back("epsilon", one.epsilon);
  return result;
}

FittedPtr SupportVectorRegressionMethod::fit(std::size_t g, const samples::DataSet& training,
                                             const regression::KeptArrays& kept) const {
  const std::size_t b = g % options_.bandwidths.size();
  const kernels::Points x = kernels::points_of(training.inputs);
  const auto Y = training.outputs.get<arma::mat>();
  std::vector<regression::DualFunction> functions;
  if (!kept.is_loading())
    functions = regression::support_vector_regression(options_.bandwidths.gram(x, x, b).all(), Y, machine(g));
  const regression::FitQuality quality = regression::keep_functions(kept, x.size(), Y.n_cols, functions);
  const FitNotes notes{quality, regression::not_converged(quality, "support vector regression")};
  return fitted([x, b, functions, notes, bandwidths = options_.bandwidths](const samples::SampleSet& inputs) {
    const arma::mat K = bandwidths.gram(kernels::points_of(inputs), x, b).all();
    return notes.said_of({outputs::NewVectors{regression::evaluate(functions, K)}}, K.n_rows);
  });
}

}  // namespace preimage::models
