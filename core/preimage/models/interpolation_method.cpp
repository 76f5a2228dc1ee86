#include "preimage/models/interpolation_method.hpp"

#include <stdexcept>

namespace preimage::models {

void InterpolationMethod::require(const samples::DataSet& data) const {
  if (!data.inputs.has<arma::mat>() || data.inputs.get<arma::mat>().n_cols != 1)
    throw std::invalid_argument("method " + name_ + " needs inputs that are one number each");
  if (!data.outputs.has<arma::mat>())
    throw std::invalid_argument("method " + name_ + " needs outputs that are vectors");
}

FittedPtr InterpolationMethod::fit(std::size_t /*g*/, const samples::DataSet& training,
                                   const linalg::KeptArrays& /*kept*/) const {
  const arma::vec knots = training.inputs.get<arma::mat>().col(0);
  return fitted([knots, weights = weights_, Y = training.outputs.get<arma::mat>()](
                    const samples::SampleSet& inputs) -> outputs::Prediction {
    return {outputs::NewVectors{weights(knots, inputs.get<arma::mat>().col(0)) * Y}};
  });
}

}  // namespace preimage::models
