// Kernel dependency estimation: from inputs of any kind to outputs of any kind, by a kernel on each.
#pragma once

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/models/kde_map.hpp"
#include "preimage/models/model.hpp"
#include "preimage/outputs/candidates.hpp"
#include "preimage/samples/select.hpp"

namespace preimage::models {

struct KdeOptions {
  double ridge = 0.01;  // added to the diagonal of K; >= 0
  regression::RidgeForm form = regression::RidgeForm::plain;
  outputs::ComponentCut cut = {};  // kernel principal directions of the outputs that are kept
  outputs::Centring centring = outputs::Centring::training_mean;
};

/// The training outputs y with their kernel; those may be a pre-image that it calls for (outputs/candidates.hpp).
template <class Y>
std::shared_ptr<const outputs::OutputSpace> output_space(const kernels::Kernel<Y>& kernel, const Y& y,
                                                         const outputs::ComponentCut& cut,
                                                         outputs::Centring centring) {
  arma::mat L = kernel.gram(y);
  arma::uvec candidates = outputs::are_candidates(outputs::candidates_for(kernel), L.diag());
  outputs::OutputSpace::Parts parts{base::Lazy<arma::mat>(std::move(L)),
                                    base::Lazy<arma::mat>(arma::mat()),
                                    std::nullopt,
                                    std::move(candidates),
                                    kernel.gaussian_form(),
                                    kernel.polynomial_form()};
  if constexpr (std::is_same_v<Y, kernels::Vectors>) parts.vectors = base::Lazy<arma::mat>(y);
  if (std::optional<arma::mat> F = kernel.features(y)) parts.features.emplace(std::move(*F));
  return std::make_shared<const outputs::OutputSpace>(std::move(parts), cut, centring);
}

/// f(x) = argmin_y || phi(y) - W k(x) ||, W the ridge regression from inputs to output features, in both kernels'
/// feature spaces                                                [Weston et al., NIPS 2002; TR-098, sec. 3]
/// decoder  finds the pre-image: the nearest training output, or one of the searches for vectors
template <class X, class Y>
class KernelDependencyEstimation final : public Estimator<X, Y> {
 public:
  KernelDependencyEstimation(std::shared_ptr<const kernels::Kernel<X>> input_kernel,
                             std::shared_ptr<const kernels::Kernel<Y>> output_kernel, KdeOptions options = {},
                             decoders::MakeDecoder decoder = decoders::candidate_decoder())
      : input_kernel_(std::move(input_kernel)),
        output_kernel_(std::move(output_kernel)),
        options_(options),
        decoder_(std::move(decoder)) {}

  /// cost  O(m^3)
  std::unique_ptr<const Model<X, Y>> fit(const X& inputs, const Y& outputs) const override;

 private:
  class Fitted;
  std::shared_ptr<const kernels::Kernel<X>> input_kernel_;
  std::shared_ptr<const kernels::Kernel<Y>> output_kernel_;
  KdeOptions options_;
  decoders::MakeDecoder decoder_;
};

template <class X, class Y>
class KernelDependencyEstimation<X, Y>::Fitted final : public Model<X, Y> {
 public:
  Fitted(std::shared_ptr<const kernels::Kernel<X>> kernel, X inputs, Y outputs, KdeMap map,
         decoders::DecoderPtr decoder)
      : kernel_(std::move(kernel)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)),
        map_(std::move(map)),
        decoder_(std::move(decoder)) {}

  Predictions<Y> predict(const X& inputs) const override {
    if (kernels::sample_count(inputs) == 0) return {samples::select(outputs_, {})};
    const outputs::FeaturePoints points = map_(kernel_->cross_gram(inputs, inputs_));
    decoders::Decoded found = decoder_->decode(points, decoders::numbered(outputs::count(points)));
    return {outputs_of(std::move(found.outputs)), std::move(found.diagnostics), std::move(found.notes)};
  }

 private:
  Y outputs_of(std::variant<arma::uvec, arma::mat> found) const {
    if constexpr (std::is_same_v<Y, kernels::Vectors>) {
      if (auto* vectors = std::get_if<arma::mat>(&found)) return std::move(*vectors);
    }
    return samples::select(outputs_, std::get<arma::uvec>(found));
  }

  std::shared_ptr<const kernels::Kernel<X>> kernel_;
  X inputs_;
  Y outputs_;
  KdeMap map_;
  decoders::DecoderPtr decoder_;
};

template <class X, class Y>
std::unique_ptr<const Model<X, Y>> KernelDependencyEstimation<X, Y>::fit(const X& inputs,
                                                                         const Y& outputs) const {
  const std::size_t n_inputs = kernels::sample_count(inputs), n_outputs = kernels::sample_count(outputs);
  if (n_inputs != n_outputs || n_inputs == 0) {
    throw std::invalid_argument(
        fmt::format("{} inputs and {} outputs, expected as many, at least one", n_inputs, n_outputs));
  }
  const auto space = output_space(*output_kernel_, outputs, options_.cut, options_.centring);
  KdeMap map = KdeMap::ridge(
      regression::ridge_dual_operator(input_kernel_->gram(inputs), options_.form, options_.ridge), *space,
      false);
  return std::make_unique<const Fitted>(input_kernel_, inputs, outputs, std::move(map), decoder_(space));
}

}  // namespace preimage::models
