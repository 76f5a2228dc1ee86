#include "preimage/models/virtual_examples.hpp"

#include <stdexcept>
#include <utility>

#include "preimage/models/prepared_method.hpp"

namespace preimage::models {

void require_shiftable(const samples::SampleSet& inputs) {
  if (!inputs.has<ShiftableImages>()) return;
  if (!inputs.has<RawVectors>()) throw std::invalid_argument("virtual examples need inputs that are images");
  samples::require_shifts(inputs.get<RawVectors>().values.n_cols, inputs.get<ShiftableImages>().shifts);
}

samples::DataSet with_virtual_examples(const samples::DataSet& training) {
  if (!training.inputs.has<ShiftableImages>()) return training;
  const samples::ImageShifts shifts = training.inputs.get<ShiftableImages>().shifts;
  const auto raw = training.inputs.get<RawVectors>();
  arma::mat images = samples::with_shifted_copies(raw.values, shifts);
  const arma::uword copies = shifts.steps.size() * shifts.steps.size();
  const arma::uvec originals = arma::repmat(arma::regspace<arma::uvec>(0, training.size() - 1), copies, 1);
  const samples::DataSet repeated = training.subset(originals);
  return {repeated.inputs.with(RawVectors{std::move(images), raw.kernels, raw.options, raw.scales}),
          repeated.outputs};
}

}  // namespace preimage::models
