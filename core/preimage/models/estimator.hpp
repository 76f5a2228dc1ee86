// Methods for samples of one C++ type each: an Estimator is fitted to inputs and outputs and gives a Model,
// and a Model predicts outputs of new inputs.
#pragma once

#include <armadillo>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "preimage/kernels/kernel.hpp"
#include "preimage/models/fit_notes.hpp"
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
  /// Decision values, t x c, of methods that have them, where the outputs are classes
  /// (outputs/prediction.hpp).
  std::optional<outputs::Scores> scores = {};
  /// Numbers of the fit as a whole, by name.
  std::map<std::string, double> statistics = {};
};

/// The outputs of type Y in a prediction that names no training samples; nothing where they are of another
/// type.
template <class Y>
std::optional<Y> new_outputs(const outputs::Prediction& prediction) {
  if constexpr (std::is_same_v<Y, kernels::Vectors>) {
    if (const auto* found = std::get_if<outputs::NewVectors>(&prediction.value)) return found->vectors;
  } else if constexpr (std::is_same_v<Y, kernels::Labels>) {
    if (const auto* found = std::get_if<outputs::Classes>(&prediction.value)) return found->classes;
  } else if constexpr (std::is_same_v<Y, kernels::Strings>) {
    if (const auto* found = std::get_if<outputs::NewStrings>(&prediction.value)) return found->strings;
  } else if constexpr (std::is_same_v<Y, kernels::LabelSets>) {
    if (const auto* found = std::get_if<outputs::NewLabelSets>(&prediction.value)) return found->sets;
  }
  return std::nullopt;
}

/// A prediction as outputs of type Y.
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

/// What a model file says of a fit beside its samples: kernels and method in words, the grid point, some
/// kernel values, and the arrays that were computed.
struct StoredFit {
  std::map<std::string, std::string> facts;  // "input kernel", "output kernel", "method", "parameter/ridge"
  arma::mat input_values, output_values;     // kernel values between eight of the training samples
};

void store_fit(ModelFile& file, const StoredFit& fit, const regression::KeptArrays& kept);
/// The arrays of a file whose facts and values are those of `now`. A fact that one of both does not have is
/// not compared.
/// throws  DataError "the model was saved with input kernel gaussian(sigma = 0.5), this estimator has
///         gaussian(sigma = 5)"
regression::KeptArrays restored_fit(const ModelFile& file, const StoredFit& now);
/// The arrays of a file's fit as they are.
/// throws  DataError for one that is no matrix
regression::KeptArrays fit_in(const ModelFile& file);

/// The positions of eight of n samples, evenly.
arma::uvec some_of(arma::uword n);

/// Of an estimator without its types.
struct EstimatorFacts {
  /// throws  std::invalid_argument where the method has several grid points, of which grid_search chooses
  static void require_one_grid_point(const Method& method);
  static std::map<std::string, std::string> of(const std::string& input_kernel,
                                               const std::string& output_kernel, const Method& method);
};

template <class X, class Y>
class Estimator;

/// Fitted; it never changes, and several threads may ask it at a time. Copies share what was fitted.
template <class X, class Y>
class Model {
 public:
  /// throws  std::invalid_argument where the inputs are of another kind or dimension than those it was fitted
  ///         to
  Predictions<Y> predict(const X& inputs) const {
    using samples::sample_count;
    using samples::select;
    if (sample_count(inputs) == 0) return {select(state_->outputs, arma::uvec())};
    outputs::Prediction found =
        state_->fitted->predict(outputs::with_input_kernel<X>(state_->estimator.input_kernel(), inputs));
    found.notes.insert(found.notes.end(), found.fit_notes.begin(), found.fit_notes.end());
    return {outputs_of(found, state_->outputs), std::move(found.diagnostics), std::move(found.notes),
            std::move(found.scores), std::move(found.statistics)};
  }
  /// Decision values of classes: predict(inputs).scores.
  /// throws  std::invalid_argument where the method has none, or the outputs are no classes
  outputs::Scores scores(const X& inputs) const {
    std::optional<outputs::Scores> found = predict(inputs).scores;
    if (!found)
      throw std::invalid_argument(
          "the model has no scores: they are those of classes, of methods that decide by them");
    return *std::move(found);
  }
  /// Of the grid point that it was fitted with.
  base::Parameters parameters() const { return state_->estimator.method()->grid()[0]; }

  /// Writes the model with its training samples to one file (model_file.hpp), which the estimator's load()
  /// reads.
  /// throws  std::invalid_argument where samples of its types cannot be kept (stored_samples.hpp); DataError
  ///         as write_model_file
  void save(const std::filesystem::path& path) const {
    if constexpr (Storable<X> && Storable<Y>) {
      using samples::select;
      predict(select(state_->inputs, arma::uvec{0}));  // some arrays are computed by the first prediction
      ModelFile file;
      store_samples(file, "samples/inputs", state_->inputs);
      store_samples(file, "samples/outputs", state_->outputs);
      store_fit(file, state_->estimator.stored(state_->inputs, state_->outputs), state_->kept);
      write_model_file(path, file);
    } else {
      throw std::invalid_argument("samples of this type have no store_samples and restore_samples");
    }
  }

 private:
  friend class Estimator<X, Y>;
  struct State {
    Estimator<X, Y> estimator;
    X inputs;
    Y outputs;
    regression::KeptArrays kept;
    FittedPtr fitted;
  };
  explicit Model(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

/// A method with a kernel on inputs of type X and one on outputs of type Y. A value; made by kde,
/// nearest_neighbours, one_vs_rest_svm, sketched_kde, or by `estimator` from any method.
template <class X, class Y>
class Estimator {
 public:
  Estimator(kernels::SharedKernel<X> input_kernel, kernels::SharedKernel<Y> output_kernel,
            std::shared_ptr<const Method> method)
      : input_kernel_(std::move(input_kernel)),
        output_kernel_(std::move(output_kernel)),
        method_(std::move(method)) {}

  /// inputs, outputs  m training samples each
  /// throws           std::invalid_argument where they are not as many, or not what the method needs, or
  ///                  where the method has several grid points, of which grid_search chooses one
  ///                  (validation/cross_validate.hpp); NumericalError (not finite, singular)
  Model<X, Y> fit(const X& inputs, const Y& outputs) const {
    EstimatorFacts::require_one_grid_point(*method_);
    return fitted(inputs, outputs, regression::KeptArrays::recording());
  }

  /// The model that save() wrote, of an estimator with the same kernels and method: a file cannot hold
  /// kernels that are code of yours. Its predictions are equal to the bit.
  /// throws  DataError where the file is damaged, does not fit the method, or was saved with other kernels or
  ///         parameters
  Model<X, Y> load(const std::filesystem::path& path) const requires Storable<X> && Storable<Y> {
    EstimatorFacts::require_one_grid_point(*method_);
    const ModelFile file = read_model_file(path);
    X inputs = restore_samples(As<X>(), file, "samples/inputs");
    Y outputs = restore_samples(As<Y>(), file, "samples/outputs");
    using samples::sample_count;
    if (sample_count(inputs) != sample_count(outputs) || sample_count(inputs) == 0)
      throw DataError("the model's inputs and outputs are not as many");
    const regression::KeptArrays kept = restored_fit(file, stored(inputs, outputs));
    return fitted(std::move(inputs), std::move(outputs), kept);
  }

  const kernels::SharedKernel<X>& input_kernel() const { return input_kernel_; }
  const kernels::SharedKernel<Y>& output_kernel() const { return output_kernel_; }
  const std::shared_ptr<const Method>& method() const { return method_; }
  /// The same with another method.
  Estimator with(std::shared_ptr<const Method> method) const {
    return {input_kernel_, output_kernel_, std::move(method)};
  }

  /// The samples with their kernels, as methods take them.
  /// throws  std::invalid_argument where they are not as many, or not what the method needs
  samples::DataSet data(const X& inputs, const Y& outputs) const {
    using samples::sample_count;
    const std::size_t n_inputs = sample_count(inputs), n_outputs = sample_count(outputs);
    if (n_inputs != n_outputs || n_inputs == 0) {
      throw std::invalid_argument(
          fmt::format("{} inputs and {} outputs, expected as many, at least one", n_inputs, n_outputs));
    }
    samples::DataSet data{outputs::with_input_kernel<X>(input_kernel_, inputs),
                          outputs::with_output_kernel<Y>(output_kernel_, outputs)};
    method_->require(data);
    return data;
  }

 private:
  friend class Model<X, Y>;

  Model<X, Y> fitted(X inputs, Y outputs, const regression::KeptArrays& kept) const {
    FittedPtr fit = fit_with_notes(*method_, 0, data(inputs, outputs), kept);
    using State = typename Model<X, Y>::State;
    return Model<X, Y>(std::make_shared<const State>(
        State{*this, std::move(inputs), std::move(outputs), kept, std::move(fit)}));
  }
  StoredFit stored(const X& inputs, const Y& outputs) const {
    using samples::sample_count;
    using samples::select;
    const arma::uvec some = some_of(sample_count(inputs));
    return {EstimatorFacts::of(input_kernel_->description(), output_kernel_->description(), *method_),
            input_kernel_->gram(select(inputs, some)), output_kernel_->gram(select(outputs, some))};
  }

  kernels::SharedKernel<X> input_kernel_;
  kernels::SharedKernel<Y> output_kernel_;
  std::shared_ptr<const Method> method_;
};

/// Any method with a kernel on inputs and one on outputs, these by value or by pointer.
template <class InputKernel, class OutputKernel>
auto estimator(InputKernel input, OutputKernel output, std::shared_ptr<const Method> method) {
  auto x = kernels::share(std::move(input));
  auto y = kernels::share(std::move(output));
  using X = typename decltype(x)::element_type::SampleType;
  using Y = typename decltype(y)::element_type::SampleType;
  return Estimator<X, Y>(std::move(x), std::move(y), std::move(method));
}

}  // namespace preimage::models
