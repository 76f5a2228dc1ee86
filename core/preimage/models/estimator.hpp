// Methods for samples of one C++ type each: an estimator is fitted to inputs and outputs and gives a model, and a model
// predicts outputs of new inputs.
#pragma once

#include <armadillo>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"
#include "preimage/models/method.hpp"
#include "preimage/models/stored_samples.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::models {

template <class Y>
struct Predictions {
  Y outputs;  // one per input
  /// One value per input: "converged" (1 or 0), "iterations".
  std::map<std::string, arma::vec> diagnostics = {};
  std::vector<std::string> notes = {};  // "pre-image not converged for 3 of 800 samples"
};

/// Fitted; it never changes.
template <class X, class Y>
class Model {
 public:
  virtual ~Model() = default;
  /// throws  std::invalid_argument where the inputs are of another kind or dimension than those it was fitted to
  virtual Predictions<Y> predict(const X& inputs) const = 0;
  /// Writes the model with its training samples to one file (model_file.hpp), which the estimator's load() reads.
  /// throws  std::invalid_argument where samples of its types cannot be kept (stored_samples.hpp); DataError as
  ///         write_model_file
  virtual void save(const std::filesystem::path& file) const = 0;
};

template <class X, class Y>
class Estimator {
 public:
  virtual ~Estimator() = default;
  /// inputs, outputs  m training samples each
  /// throws           std::invalid_argument where they are not as many, or not what the method needs; NumericalError
  ///                  (not finite, singular)
  virtual std::unique_ptr<const Model<X, Y>> fit(const X& inputs, const Y& outputs) const = 0;
};

/// The outputs of type Y in a prediction that names no training samples; nothing where they are of another type.
template <class Y>
std::optional<Y> new_outputs(const outputs::Prediction& prediction) {
  if constexpr (std::is_same_v<Y, kernels::Vectors>) {
    if (const auto* found = std::get_if<outputs::NewVectors>(&prediction.value)) return found->vectors;
  } else if constexpr (std::is_same_v<Y, kernels::Labels>) {
    if (const auto* found = std::get_if<outputs::Classes>(&prediction.value)) return found->classes;
  } else if constexpr (std::is_same_v<Y, kernels::Strings>) {
    if (const auto* found = std::get_if<outputs::NewStrings>(&prediction.value)) return found->strings;
  }
  return std::nullopt;
}

/// What a prediction stands for, as outputs of type Y.
/// training  the outputs that it may name by number
/// throws    std::invalid_argument where it is of another type
template <class Y>
Y outputs_of(const outputs::Prediction& prediction, const Y& training) {
  using samples::select;
  if (const auto* chosen = std::get_if<outputs::Chosen>(&prediction.value))
    return select(training, chosen->samples);
  if (std::optional<Y> found = new_outputs<Y>(prediction)) return *std::move(found);
  throw std::invalid_argument("the prediction is of another type than the outputs");
}

/// A method on samples with a kernel on each side, at the first point of its grid.
template <class X, class Y>
class KernelEstimator : public Estimator<X, Y> {
 public:
  KernelEstimator(std::shared_ptr<const kernels::Kernel<X>> input_kernel,
                  std::shared_ptr<const kernels::Kernel<Y>> output_kernel,
                  std::shared_ptr<const Method> method)
      : input_kernel_(std::move(input_kernel)),
        output_kernel_(std::move(output_kernel)),
        method_(std::move(method)) {}

  std::unique_ptr<const Model<X, Y>> fit(const X& inputs, const Y& outputs) const override {
    using samples::sample_count;
    const std::size_t n_inputs = sample_count(inputs), n_outputs = sample_count(outputs);
    if (n_inputs != n_outputs || n_inputs == 0) {
      throw std::invalid_argument(
          fmt::format("{} inputs and {} outputs, expected as many, at least one", n_inputs, n_outputs));
    }
    const samples::DataSet training{outputs::with_input_kernel<X>(input_kernel_, inputs),
                                    outputs::with_output_kernel<Y>(output_kernel_, outputs)};
    method_->require(training);
    const auto kept = linalg::KeptArrays::recording();
    FittedPtr fitted = method_->fit(0, training, kept);
    return std::make_unique<const Fitted>(input_kernel_, inputs, outputs, std::move(fitted), kept);
  }

  /// The model that save() wrote, of an estimator with the same kernels and method: a file cannot hold kernels that are code
  /// of yours. Its predictions are equal to the bit.
  /// throws  DataError where the file is damaged, or does not fit the method
  std::unique_ptr<const Model<X, Y>> load(
      const std::filesystem::path& path) const requires Storable<X> && Storable<Y> {
    const ModelFile file = read_model_file(path);
    X inputs = restore_samples(As<X>(), file, "samples/inputs");
    Y outputs = restore_samples(As<Y>(), file, "samples/outputs");
    using samples::sample_count;
    if (sample_count(inputs) != sample_count(outputs) || sample_count(inputs) == 0)
      throw DataError("the model's inputs and outputs are not as many");
    linalg::KeptArrays::Arrays arrays;
    for (const auto& [name, array] : file.arrays) {
      if (name.starts_with(kFitPrefix)) arrays[name.substr(kFitPrefix.size())] = file.array<arma::mat>(name);
    }
    const samples::DataSet training{outputs::with_input_kernel<X>(input_kernel_, inputs),
                                    outputs::with_output_kernel<Y>(output_kernel_, outputs)};
    method_->require(training);
    const auto kept = linalg::KeptArrays::of(std::move(arrays));
    FittedPtr fitted = method_->fit(0, training, kept);
    return std::make_unique<const Fitted>(input_kernel_, std::move(inputs), std::move(outputs),
                                          std::move(fitted), kept);
  }

 private:
  class Fitted final : public Model<X, Y> {
   public:
    Fitted(std::shared_ptr<const kernels::Kernel<X>> kernel, X inputs, Y outputs, FittedPtr method,
           linalg::KeptArrays kept)
        : kernel_(std::move(kernel)),
          inputs_(std::move(inputs)),
          outputs_(std::move(outputs)),
          method_(std::move(method)),
          kept_(std::move(kept)) {}
    Predictions<Y> predict(const X& inputs) const override {
      using samples::sample_count;
      using samples::select;
      if (sample_count(inputs) == 0) return {select(outputs_, arma::uvec())};
      outputs::Prediction found = method_->predict(outputs::with_input_kernel<X>(kernel_, inputs));
      found.notes.insert(found.notes.end(), found.fit_notes.begin(), found.fit_notes.end());
      return {outputs_of(found, outputs_), std::move(found.diagnostics), std::move(found.notes)};
    }

    void save(const std::filesystem::path& path) const override {
      if constexpr (Storable<X> && Storable<Y>) {
        using samples::select;
        predict(select(inputs_, arma::uvec{0}));  // some arrays are computed by the first prediction
        ModelFile file;
        store_samples(file, "samples/inputs", inputs_);
        store_samples(file, "samples/outputs", outputs_);
        for (const auto& [name, array] : kept_.arrays()) file.arrays[std::string(kFitPrefix) + name] = array;
        write_model_file(path, file);
      } else {
        throw std::invalid_argument("samples of this type have no store_samples and restore_samples");
      }
    }

   private:
    std::shared_ptr<const kernels::Kernel<X>> kernel_;
    X inputs_;
    Y outputs_;
    FittedPtr method_;
    linalg::KeptArrays kept_;
  };
  static constexpr std::string_view kFitPrefix = "fit/";

  std::shared_ptr<const kernels::Kernel<X>> input_kernel_;
  std::shared_ptr<const kernels::Kernel<Y>> output_kernel_;
  std::shared_ptr<const Method> method_;
};

}  // namespace preimage::models
