// A toy problem that has everything a learner may ask for, and helpers to run learners on it.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "experiments/car_localization/testing_localization.hpp"
#include "experiments/half_digit_reconstruction/hopfield_network.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/losses/losses.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/samples/ngrams.hpp"
#include "preimage/sequences/elements.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/config/reader.hpp"
#include "suite/config/value.hpp"
#include "suite/registry/learner_table.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::testing {

/// Squared distances between the rows of X, one pair at a time.
inline arma::mat squared_distances_of_rows(const arma::mat& X) {
  arma::mat D(X.n_rows, X.n_rows);
  for (arma::uword i = 0; i < X.n_rows; ++i) {
    for (arma::uword j = 0; j < X.n_rows; ++j) D(i, j) = arma::accu(arma::square(X.row(i) - X.row(j)));
  }
  return D;
}

/// Samples with everything that a method may ask for, each part by itself, so that a test can change it. What
/// is empty is not there.
struct Problem {
  arma::mat input_points;                                             // n x 2: the inputs
  arma::mat input_gram, input_squared_distances;                      // n x n: x . x' + 1 of them
  std::vector<std::pair<base::Parameters, arma::mat>> input_kernels;  // Gram matrices to choose among
  arma::mat output_gram;                                              // n x n
  std::shared_ptr<const kernels::Kernel<kernels::Vectors>> output_kernel;
  std::optional<arma::mat> output_features;  // n x q
  std::vector<std::string> output_ngrams;    // of its columns
  arma::mat observed_outputs, observed_gram;
  arma::uvec is_candidate;
  std::vector<int> classes;
  arma::mat input_vectors, output_vectors, complete_patterns, partial_patterns;
  struct {
    samples::Offsets offsets;
    arma::mat gram;
    arma::mat vectors;  // of which gram is the kernel
  } elements;
  ToyImages localization;
  bool outputs_by_kernel = false;  // of output_vectors and observed_outputs, and not by the Gram matrices
  std::vector<std::string> input_strings, output_strings;

  arma::uword size() const { return is_candidate.n_elem; }
  samples::SampleSet inputs() const { return inputs(output_points()); }
  samples::SampleSet outputs() const { return outputs(output_points()); }
  samples::DataSet data() const {
    const kernels::Points points = output_points();
    return {inputs(points), outputs(points)};
  }

 private:
  /// The outputs and, behind them, the observed outputs, under the output kernel.
  kernels::Points output_points() const;
  samples::SampleSet inputs(const kernels::Points& output_points) const;
  samples::SampleSet outputs(const kernels::Points& output_points) const;
};

inline kernels::Points Problem::output_points() const {
  if (outputs_by_kernel)
    return kernels::Points::of<arma::mat>(
        output_kernel, std::make_shared<const arma::mat>(arma::join_cols(output_vectors, observed_outputs)));
  kernels::KernelForms forms;
  if (output_kernel) forms = {output_kernel->gaussian_form(), output_kernel->polynomial_form()};
  if (observed_gram.is_empty()) return kernels::Points::given(output_gram, std::nullopt, forms);
  const arma::mat unknown(size(), size(), arma::fill::value(arma::datum::nan));
  return kernels::Points::given(arma::join_cols(arma::join_rows(output_gram, observed_gram.t()),
                                                arma::join_rows(observed_gram, unknown)),
                                std::nullopt, forms);
}

inline samples::SampleSet Problem::outputs(const kernels::Points& output_points) const {
  samples::SampleSet set(size());
  set = set.with(outputs::CandidateMask{is_candidate});
  if (!output_gram.is_empty())
    set = set.with(output_points.subset(arma::regspace<arma::uvec>(0, size() - 1)));
  if (output_features) set = set.with(outputs::ExplicitFeatures{*output_features, output_ngrams, '#'});
  if (!classes.empty()) set = set.with(classes);
  if (!output_vectors.is_empty()) set = set.with(output_vectors);
  if (!complete_patterns.is_empty())
    set = set.with(experiments::half_digit_reconstruction::CompletePatterns{complete_patterns});
  if (!output_strings.empty()) set = set.with(output_strings);
  if (localization.images) set = set.with(localization.boxes);
  return set;
}

inline samples::SampleSet Problem::inputs(const kernels::Points& output_points) const {
  samples::SampleSet set(size());
  const arma::mat& D = input_squared_distances;
  if (!input_gram.is_empty() || !D.is_empty())
    set = set.with(kernels::Points::given(input_gram.is_empty() ? D : input_gram, D));
  kernels::KernelChoices choices;
  for (const auto& [parameters, gram] : input_kernels)
    choices.kernels.push_back({parameters, kernels::Points::given(gram)});
  if (!choices.kernels.empty()) set = set.with(choices);
  if (!input_vectors.is_empty()) set = set.with(input_vectors);
  if (!partial_patterns.is_empty())
    set = set.with(experiments::half_digit_reconstruction::PartialPatterns{partial_patterns});
  if (!input_strings.empty()) set = set.with(input_strings);
  if (!observed_outputs.is_empty()) {
    const kernels::Points points = output_points.subset(arma::regspace<arma::uvec>(size(), 2 * size() - 1));
    set = set.with(outputs::Observed{observed_outputs, points});
  }
  if (elements.offsets.size() > 0)
    set = set.with(sequences::Elements{elements.offsets, kernels::Points::given(elements.gram)});
  if (localization.images)
    set = set.with(experiments::car_localization::all_images(localization.images, localization.seed));
  return set;
}

/// The elements of some samples.
inline arma::uvec elements_of(const Problem& problem, const arma::uvec& samples) {
  std::vector<arma::uword> result;
  for (const arma::uword i : samples) {
    for (arma::uword e = problem.elements.offsets.begin(i); e < problem.elements.offsets.end(i); ++e)
      result.push_back(e);
  }
  return arma::conv_to<arma::uvec>::from(result);
}

/// Strings of 4 to 9 symbols: the output symbol tells "a" from "c", and for "b" whether an "a" is before it.
inline void add_strings(Problem& problem) {
  base::Random random(93);
  for (arma::uword i = 0; i < problem.size(); ++i) {
    std::string input;
    std::string output;
    const std::size_t length = 4 + random.below(6);
    for (std::size_t p = 0; p < length; ++p) {
      input += static_cast<char>('a' + random.below(3));
      const char deciding = input[p] == 'b' && p > 0 ? input[p - 1] : input[p];
      output += deciding == 'a' ? '1' : '2';
    }
    problem.input_strings.push_back(input);
    problem.output_strings.push_back(output);
  }
}

/// The input strings as sequences of elements: noisy vectors that tell a symbol and the one before it. Each
/// is a little more like itself than its vector says, so that no element is in the span of others.
inline void add_elements(Problem& problem) {
  samples::Offsets offsets;
  for (const std::string& input : problem.input_strings) offsets.append(input.size());
  arma::mat X = 0.1 * gaussian_matrix(offsets.total(), 6, 94);
  arma::uword e = 0;
  for (const std::string& input : problem.input_strings) {
    for (std::size_t p = 0; p < input.size(); ++p, ++e) {
      X(e, static_cast<arma::uword>(input[p] - 'a')) += 1.0;
      if (p > 0) X(e, 3 + static_cast<arma::uword>(input[p - 1] - 'a')) += 0.5;
    }
  }
  arma::mat K = arma::square(X * X.t() + 1.0);
  K.diag() += 0.1;
  problem.elements = {std::move(offsets), K, X};
}

/// n samples of three overlapping classes (0, 1, 2, 0, ...) in the plane; outputs are vectors in three
/// dimensions that follow the input and the class, under a Gaussian kernel with sigma 1.5; patterns are
/// (input | output) squashed into [-1, 1].
inline Problem toy_problem(arma::uword n = 45) {
  Problem problem;
  arma::mat X = gaussian_matrix(n, 2, 91);
  arma::mat Y = 0.3 * gaussian_matrix(n, 3, 92);
  for (arma::uword i = 0; i < n; ++i) {
    const int c = static_cast<int>(i) % 3;
    problem.classes.push_back(c);
    X(i, 0) += 1.5 * c;
    X(i, 1) += c == 1 ? 1.5 : 0.0;
    Y(i, static_cast<arma::uword>(c)) += 2.0;
    Y(i, 0) += std::sin(X(i, 1));
  }
  // A time that runs through one class after the other: neighbours in time have similar outputs.
  problem.input_vectors.set_size(n, 1);
  for (arma::uword i = 0; i < n; ++i) problem.input_vectors(i, 0) = static_cast<double>(i % 3 * n + i / 3);
  problem.input_points = X;
  problem.input_gram = X * X.t() + 1.0;
  problem.input_squared_distances = squared_distances_of_rows(X);
  problem.output_vectors = Y;
  problem.output_kernel = std::make_shared<kernels::GaussianKernel>(1.5);
  problem.output_gram = arma::exp(-squared_distances_of_rows(Y) / (2.0 * 1.5 * 1.5));
  problem.observed_outputs = Y + 0.3 * gaussian_matrix(n, 3, 93);
  problem.observed_gram =
      arma::exp(-linalg::squared_distances_by_product(problem.observed_outputs, Y) / (2.0 * 1.5 * 1.5));
  problem.is_candidate.ones(n);
  problem.complete_patterns = arma::tanh(arma::join_rows(X, Y));
  problem.partial_patterns = problem.complete_patterns;
  problem.partial_patterns.tail_cols(3).zeros();
  add_strings(problem);
  add_elements(problem);
  problem.localization = toy_localization(n);
  return problem;
}

/// The same with the linear output kernel, with or without its explicit features.
inline Problem linear_output_problem(bool with_features) {
  Problem problem = toy_problem();
  problem.output_gram = problem.output_vectors * problem.output_vectors.t();
  problem.output_kernel = std::make_shared<kernels::LinearKernel>();
  problem.observed_gram = problem.observed_outputs * problem.output_vectors.t();
  if (with_features) problem.output_features = problem.output_vectors;
  return problem;
}

/// The same with outputs that are images of 2 x 2 pixels, under the kernel (y . y')^2.
inline Problem image_output_problem() {
  Problem problem = toy_problem();
  for (arma::mat* outputs : {&problem.output_vectors, &problem.observed_outputs})
    *outputs = arma::join_rows(*outputs, 0.5 * outputs->col(0));
  problem.output_gram = arma::square(problem.output_vectors * problem.output_vectors.t());
  problem.output_kernel = std::make_shared<kernels::PolynomialKernel>(2, 0.0);
  problem.outputs_by_kernel = true;
  problem.observed_gram = arma::square(problem.observed_outputs * problem.output_vectors.t());
  problem.complete_patterns.reset();
  problem.partial_patterns.reset();
  return problem;
}

/// The same inputs with a word per class as output, described by the counts of its bigrams.
inline Problem ngram_problem() {
  Problem problem = toy_problem();
  const std::string words[] = {"112", "2212", "1222"};
  const std::string inputs[] = {"aac", "ccac", "accc"};
  std::map<std::string, arma::uword> column;
  const auto bigrams = [](const std::string& word) {
    return samples::count_ngrams(samples::with_boundary(word, 2, '#'), 2);
  };
  for (const std::string& word : words) {
    for (const auto& [ngram, count] : bigrams(word)) column.emplace(ngram, column.size());
  }
  problem.output_ngrams.resize(column.size());
  for (const auto& [ngram, number] : column) problem.output_ngrams[number] = ngram;
  arma::mat F(problem.size(), column.size(), arma::fill::zeros);
  for (arma::uword i = 0; i < problem.size(); ++i) {
    const auto c = static_cast<std::size_t>(problem.classes[i]);
    problem.output_strings[i] = words[c];
    problem.input_strings[i] = inputs[c];
    for (const auto& [ngram, count] : bigrams(words[c])) F(i, column.at(ngram)) = count;
  }
  add_elements(problem);
  problem.output_features = F;
  problem.output_gram = F * F.t();
  problem.observed_gram = problem.output_gram;
  problem.output_vectors = F;
  problem.observed_outputs = F;
  problem.output_kernel = std::make_shared<kernels::LinearKernel>();
  problem.complete_patterns.reset();
  problem.partial_patterns.reset();
  return problem;
}

}  // namespace preimage::testing
