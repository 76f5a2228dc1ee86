#include "preimage/decoders/quadratic_preimage.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/ties.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::decoders {

namespace {

class QuadraticDecoder final : public Decoder {
 public:
  explicit QuadraticDecoder(std::shared_ptr<const outputs::TrainingOutputs> outputs)
      : outputs_(std::move(outputs)) {}

  outputs::Prediction decode(const FeaturePrediction& prediction,
                             const samples::SampleSet& /*inputs*/) const override {
    QuadraticPreimages found =
        quadratic_preimages(outputs_->weights_of(prediction.points), outputs_->vectors());
    outputs::Prediction result{outputs::NewVectors{std::move(found.outputs)}};
    const arma::uword open = found.told.n_elem - arma::accu(found.told);
    if (open > 0)
      result.notes.push_back(
          fmt::format("the sign of {} of {} pre-images is a convention: the training "
                      "outputs do not tell it",
                      open, found.told.n_elem));
    result.diagnostics["sign_told"] = arma::conv_to<arma::vec>::from(found.told);
    return result;
  }

 private:
  std::shared_ptr<const outputs::TrainingOutputs> outputs_;
};

}  // namespace

QuadraticPreimages quadratic_preimages(const arma::mat& weights, const arma::mat& Y) {
  linalg::require_finite(weights, "weights");
  linalg::require_finite(Y, "training outputs");
  const arma::uword d = Y.n_cols;
  const arma::vec squared_lengths = arma::sum(arma::square(Y), 1);
  QuadraticPreimages result{arma::mat(weights.n_rows, d, arma::fill::zeros),
                            arma::uvec(weights.n_rows, arma::fill::ones)};
  for (arma::uword i = 0; i < weights.n_rows; ++i) {
    const arma::vec w = weights.row(i).t();
    const arma::mat A = Y.t() * (Y.each_col() % w);
    const linalg::EigenDecomposition eigen =
        linalg::symmetric_eigen(0.5 * (A + A.t()), "weighted second moments of the outputs");
    const double lambda = eigen.values(0);
    const double rounding = base::kRoundingOfSums * arma::dot(arma::abs(w), squared_lengths);
    if (!(lambda > rounding)) continue;
    const arma::uvec is_equal = eigen.values >= lambda - rounding;
    const arma::uword multiple = arma::accu(is_equal);
    const arma::mat E = eigen.vectors.head_cols(multiple);
    // Rounding turns the eigenspace by its share of the gap to the next eigenvalue.
    const double gap = multiple < d ? lambda - eigen.values(multiple) : lambda;
    arma::vec towards = Y.t() * w;
    double least =
        (base::kRoundingOfSums + rounding / gap) * arma::dot(arma::abs(w), arma::sqrt(squared_lengths));
    for (arma::uword j = 0;; ++j) {
      const arma::vec projected = E * (E.t() * towards);
      const double length = arma::norm(projected);
      if (length > least) {
        result.outputs.row(i) = std::sqrt(lambda) / length * projected.t();
        break;
      }
      result.told(i) = 0;
      towards.zeros();
      towards(j) = 1.0;
      least = 0.5 / std::sqrt(static_cast<double>(d));  // |E E' e_j|^2 sums to the dimension of E over all j
    }
  }
  return result;
}

DecoderRecipe quadratic_preimage_decoder() {
  return {[](const samples::DataSet& data) {
            const auto form = data.outputs.has<arma::mat>()
                                  ? kernels::points_of(data.outputs).kernel_forms().polynomial
                                  : std::nullopt;
            if (!form || form->degree != 2 || form->offset != 0.0)
              throw std::invalid_argument(
                  "decoder quadratic_preimage needs the output kernel (y . z)^2: {name: polynomial, degree: "
                  "2, offset: 0}");
          },
          [](const samples::SampleSet& /*inputs*/, std::shared_ptr<const outputs::TrainingOutputs> outputs) {
            return std::make_unique<const QuadraticDecoder>(std::move(outputs));
          },
          TrainingPredictions::none, false, "quadratic_preimage"};
}

}  // namespace preimage::decoders
