#include "preimage/decoders/exact_preimage.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

arma::mat exact_preimage(const arma::mat& weights, const arma::mat& Y, long degree, double offset) {
  linalg::require_finite(weights, "weights");
  linalg::require_finite(Y, "training outputs");
  if (degree < 1 || degree % 2 == 0) {
    throw NumericalError(
        fmt::format("exact pre-image: (y . z + offset)^{} has no inverse, expected an odd degree", degree));
  }
  // y_i . e_j is an entry of Y, so all kernel values with the unit vectors are one elementwise power of Y.
  const arma::mat values = weights * arma::pow(Y + offset, static_cast<double>(degree));
  const arma::mat roots =
      arma::sign(values) % arma::pow(arma::abs(values), 1.0 / static_cast<double>(degree));
  return roots - offset;
}

DecoderRecipe exact_preimage_decoder() {
  DecoderRecipe recipe = formula_decoder(
      [](const outputs::FeaturePoints& points, const outputs::TrainingOutputs& outputs) {
        const kernels::PolynomialForm form = outputs.polynomial_form().value();
        return outputs::NewVectors{
            exact_preimage(outputs.weights_of(points), outputs.vectors(), form.degree, form.offset)};
      },
      "exact_preimage");
  recipe.require = [](const samples::DataSet& data) {
    const auto form = data.outputs.has<arma::mat>()
                          ? kernels::points_of(data.outputs).kernel_forms().polynomial
                          : std::nullopt;
    if (!form || form->degree % 2 == 0)
      throw std::invalid_argument("decoder exact_preimage needs a polynomial output kernel of odd degree");
  };
  return recipe;
}

}  // namespace preimage::decoders
