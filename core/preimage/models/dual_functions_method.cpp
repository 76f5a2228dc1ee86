#include "preimage/models/dual_functions_method.hpp"

#include <fmt/format.h>

#include "preimage/base/available_memory.hpp"
#include "preimage/kernels/points.hpp"

namespace preimage::models {

/// With what a solver makes of it in single precision.
arma::mat DualFunctionsMethod::gram(const kernels::Points& x, std::size_t bandwidth) const {
  base::require_memory((sizeof(double) + sizeof(float)) * x.size() * x.size(),
                       fmt::format("{} of {} training samples", called_, x.size()));
  return bandwidths_.gram(x, x, bandwidth).all();
}

FitNotes DualFunctionsMethod::notes(const regression::FitQuality& quality) const {
  return {quality, regression::not_converged(quality, called_, tolerance_)};
}

FittedPtr DualFunctionsMethod::fit(std::size_t g, const samples::DataSet& training,
                                   const regression::KeptArrays& kept) const {
  const kernels::BandwidthGrid::Place at = bandwidths_.at(g);
  const kernels::Points x = kernels::points_of(training.inputs);
  const Problem problem = this->problem(training.outputs);
  regression::DualFunctions functions;
  if (!kept.is_loading()) functions = problem.train(gram(x, at.b), {points_[at.point]}).front();
  const FitNotes notes =
      this->notes(regression::keep_functions(kept, x.size(), problem.functions, functions));
  return fitted(
      [=, b = at.b, bandwidths = bandwidths_, decide = problem.decide](const samples::SampleSet& inputs) {
        const arma::mat K = bandwidths.gram(kernels::points_of(inputs), x, b).all();
        return notes.with_notes(decide(functions, K), K.n_rows);
      });
}

void DualFunctionsMethod::predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                                       const Sink& sink) const {
  const kernels::Points x = kernels::points_of(training.inputs), new_x = kernels::points_of(inputs);
  const Problem problem = this->problem(training.outputs);
  for (std::size_t b = 0; b < bandwidths_.size(); ++b) {
    const std::vector<regression::DualFunctions> all = problem.train(gram(x, b), points_);
    const arma::mat K = bandwidths_.gram(new_x, x, b).all();
    for (std::size_t p = 0; p < points_.size(); ++p)
      sink(bandwidths_.number(p, b),
           notes(regression::quality_of(all[p])).with_notes(problem.decide(all[p], K), K.n_rows));
  }
}

}  // namespace preimage::models
