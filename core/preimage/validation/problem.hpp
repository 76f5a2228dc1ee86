#pragma once

#include <armadillo>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "preimage/validation/elements.hpp"
#include "preimage/validation/localization.hpp"
#include "preimage/validation/pair_matrix.hpp"
#include "preimage/validation/prediction.hpp"

namespace preimage::validation {

/// One of several input kernels, and what tells it apart.
struct InputKernel {
  Parameters parameters;
  PairMatrix gram;  // n x n
};

/// What the columns of the output features count, where they are n-grams of the output strings with boundary
/// symbols around them (samples::with_boundary of each order).
struct NgramFeatures {
  std::vector<std::string> ngrams;  // one per column; several orders may stand side by side
  char boundary = '#';
};

/// One draw of an experiment as kernel methods see it: n samples, reduced to Gram matrices and numbers. What
/// a kind of problem does not have stays empty, and a learner that needs it says so.
struct Problem {
  PairMatrix input_gram;                   // K, n x n, of the input kernel
  std::vector<InputKernel> input_kernels;  // or empty: learners choose among them, instead of input_gram
  PairMatrix input_squared_distances;      // n x n, in the input kernel's feature space
  PairMatrix output_gram;                  // L, n x n, of the output kernel
  std::optional<arma::mat>
      output_features;  // n x q with L = F F', where the kernel has cheap explicit features
  std::optional<NgramFeatures> output_ngrams;  // of output_features, where they are counts of n-grams
  arma::mat observed_outputs;  // n x d, or empty: the output vectors as they were observed, with noise
  arma::mat observed_gram;     // n x n, or empty: the output kernel of observed output i with output j
  arma::uvec is_candidate;     // n; 0: never a pre-image

  std::vector<int> classes;  // n, or empty
  arma::mat input_vectors;   // n x q, or empty: inputs that are numbers, for methods without a kernel
  arma::mat output_vectors;  // n x d, or empty: outputs that are vectors
  std::shared_ptr<const kernels::Kernel<kernels::Vectors>>
      output_kernel;            // of output_vectors; nothing where it is of others
  arma::mat complete_patterns;  // n x D, or empty: what an associative memory stores
  arma::mat partial_patterns;   // n x D, or empty: what it is started from

  std::optional<Elements> elements;  // of inputs that are sequences, aligned with the output strings

  std::optional<Localization> localization;  // of inputs that are images with objects to be found

  std::vector<std::string> input_strings;   // n, or empty: inputs that are strings of symbols (bytes)
  std::vector<std::string> output_strings;  // n, or empty: outputs that are

  arma::uword size() const { return is_candidate.n_elem; }
};

/// Those of some samples, in their order.
std::vector<std::string> strings_of(const std::vector<std::string>& strings, const Indices& samples);

/// throws  ConfigError naming the method where the inputs are no sequences or the outputs no strings
void require_aligned(const Problem& problem, const std::string& method);

/// throws  ConfigError naming the method where the inputs are no images with objects to be found
void require_localization(const Problem& problem, const std::string& method);

/// A loss (or another number) per test sample. `values` returns nothing where it does not apply to the kind
/// of prediction (the class of an output that is no training sample).
struct Measure {
  std::string name;
  std::function<std::optional<arma::vec>(const Prediction&, const Indices& test)> values;
};

}  // namespace preimage::validation
