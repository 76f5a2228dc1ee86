// Methods for samples of one C++ type each: an estimator is fitted to inputs and outputs and gives a model, and a model
// predicts outputs of new inputs.
#pragma once

#include <algorithm>
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

/// A method of one grid point on samples with a kernel on each side.
template <class X, class Y>
class KernelEstimator : public Estimator<X, Y> {
 public:
  KernelEstimator(std::shared_ptr<const kernels::Kernel<X>> input_kernel,
                  std::shared_ptr<const kernels::Kernel<Y>> output_kernel,
                  std::shared_ptr<const Method> method)
      : input_kernel_(std::move(input_kernel)),
        output_kernel_(std::move(output_kernel)),
        method_(std::move(method)) {}

  /// throws  std::invalid_argument, too, where the method has several grid points: cross-validation chooses among them
  std::unique_ptr<const Model<X, Y>> fit(const X& inputs, const Y& outputs) const override {
    using samples::sample_count;
    require_one_grid_point();
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
    return std::make_unique<const Fitted>(input_kernel_, output_kernel_, method_->parameters(0), inputs,
                                          outputs, std::move(fitted), kept);
  }

  /// The model that save() wrote, of an estimator with the same kernels and method: a file cannot hold kernels that are code
  /// of yours. It holds some of their values, and what the method says of itself, which have to be the same. Its predictions
  /// are equal to the bit.
  /// throws  DataError where the file is damaged, does not fit the method, or was saved with other kernels or parameters
  std::unique_ptr<const Model<X, Y>> load(
      const std::filesystem::path& path) const requires Storable<X> && Storable<Y> {
    require_one_grid_point();
    const ModelFile file = read_model_file(path);
    X inputs = restore_samples(As<X>(), file, "samples/inputs");
    Y outputs = restore_samples(As<Y>(), file, "samples/outputs");
    using samples::sample_count;
    if (sample_count(inputs) != sample_count(outputs) || sample_count(inputs) == 0)
      throw DataError("the model's inputs and outputs are not as many");
    for (const auto& [name, value] : method_->parameters(0)) {
      const auto saved = file.facts.find(std::string(kParameterPrefix) + name);
      if (saved != file.facts.end() && saved->second != fmt::format("{}", value))
        throw DataError(fmt::format("the model was saved with {} = {}, this estimator has {}", name,
                                    saved->second, value));
    }
    require_same_values(file, kInputValues, "input", some_values(*input_kernel_, inputs));
    require_same_values(file, kOutputValues, "output", some_values(*output_kernel_, outputs));
    linalg::KeptArrays::Arrays arrays;
    for (const auto& [name, array] : file.arrays) {
      if (name.starts_with(kFitPrefix)) arrays[name.substr(kFitPrefix.size())] = file.array<arma::mat>(name);
    }
    const samples::DataSet training{outputs::with_input_kernel<X>(input_kernel_, inputs),
                                    outputs::with_output_kernel<Y>(output_kernel_, outputs)};
    method_->require(training);
    const auto kept = linalg::KeptArrays::of(std::move(arrays));
    FittedPtr fitted = method_->fit(0, training, kept);
    return std::make_unique<const Fitted>(input_kernel_, output_kernel_, method_->parameters(0),
                                          std::move(inputs), std::move(outputs), std::move(fitted), kept);
  }

 private:
  class Fitted final : public Model<X, Y> {
   public:
    Fitted(std::shared_ptr<const kernels::Kernel<X>> kernel,
           std::shared_ptr<const kernels::Kernel<Y>> output_kernel, base::Parameters parameters, X inputs,
           Y outputs, FittedPtr method, linalg::KeptArrays kept)
        : kernel_(std::move(kernel)),
          output_kernel_(std::move(output_kernel)),
          parameters_(std::move(parameters)),
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
        for (const auto& [name, value] : parameters_)
          file.facts[std::string(kParameterPrefix) + name] = fmt::format("{}", value);
        file.arrays[kInputValues] = some_values(*kernel_, inputs_);
        file.arrays[kOutputValues] = some_values(*output_kernel_, outputs_);
        for (const auto& [name, array] : kept_.arrays()) file.arrays[std::string(kFitPrefix) + name] = array;
        write_model_file(path, file);
      } else {
        throw std::invalid_argument("samples of this type have no store_samples and restore_samples");
      }
    }

   private:
    std::shared_ptr<const kernels::Kernel<X>> kernel_;
    std::shared_ptr<const kernels::Kernel<Y>> output_kernel_;
    base::Parameters parameters_;
    X inputs_;
    Y outputs_;
    FittedPtr method_;
    linalg::KeptArrays kept_;
  };
  static constexpr std::string_view kFitPrefix = "fit/", kParameterPrefix = "parameter/";
  static constexpr const char* kInputValues = "kernel_values/inputs";
  static constexpr const char* kOutputValues = "kernel_values/outputs";

  void require_one_grid_point() const {
    if (method_->grid_size() == 1) return;
    throw std::invalid_argument(
        fmt::format("a grid of {} points, where a fit takes one: choose it by cross-validation "
                    "(validation::MethodLearner)",
                    method_->grid_size()));
  }

  /// Kernel values between eight of the samples.
  template <class Samples>
  static arma::mat some_values(const kernels::Kernel<Samples>& kernel, const Samples& samples) {
    using samples::sample_count;
    using samples::select;
    const arma::uword n = sample_count(samples), count = std::min<arma::uword>(n, 8);
    arma::uvec some(count);
    for (arma::uword i = 0; i < count; ++i) some(i) = i * n / count;
    return kernel.gram(select(samples, some));
  }

  /// Files of programs before this check have no values.
  static void require_same_values(const ModelFile& file, const char* name, const char* which,
                                  const arma::mat& now) {
    if (!file.arrays.contains(name)) return;
    const auto& saved = file.array<arma::mat>(name);
    const double scale = now.is_empty() ? 0.0 : arma::abs(now).max();
    if (arma::size(saved) == arma::size(now) && arma::approx_equal(saved, now, "absdiff", 1e-8 * scale))
      return;
    throw DataError(
        fmt::format("the model was saved with another {} kernel: its values between training "
                    "{}s are not this kernel's",
                    which, which));
  }

  std::shared_ptr<const kernels::Kernel<X>> input_kernel_;
  std::shared_ptr<const kernels::Kernel<Y>> output_kernel_;
  std::shared_ptr<const Method> method_;
};

}  // namespace preimage::models
