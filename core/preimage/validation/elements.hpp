// Samples that are sequences of elements (a word of letter images), for learners that work element by
// element.
#pragma once

#include <armadillo>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "preimage/regression/blocked_kernel_ridge.hpp"
#include "preimage/samples/offsets.hpp"
#include "preimage/validation/lru_cache.hpp"
#include "preimage/validation/pair_matrix.hpp"

namespace preimage::validation {

/// Element t of sample i belongs to symbol t of the sample's output string (perfect segmentation).
struct Elements {
  samples::Offsets offsets;  // of n samples with N elements
  PairMatrix gram;           // N x N, of the kernel on elements; read by block
  /// Predictions for elements, which learners of the same regression share.
  std::shared_ptr<LruCache<arma::mat>> scores = std::make_shared<LruCache<arma::mat>>(12);
  /// Bases, which learners share that fit them in different ways.
  std::shared_ptr<LruCache<Indices>> bases = std::make_shared<LruCache<Indices>>(2);
};

/// The elements of these samples, sample by sample.
Indices elements_of(const Elements& elements, const Indices& samples);

/// The symbols of these samples' outputs, one per element, sample by sample.
/// throws  DataError naming the sample whose output has not as many symbols as it has elements
std::string aligned_symbols(const Elements& elements, const std::vector<std::string>& outputs,
                            const Indices& samples);

/// The symbols that occur in a text, in byte order.
std::string symbols_of(const std::string& text);

/// The kernel of `rows` against `columns` (elements) for methods that ask for it block by block. The elements
/// must outlive it.
regression::GramBlock gram_block(const Elements& elements, const Indices& rows, const Indices& columns);

/// K_test_train coefficients, one block of K at a time.
/// test, train  elements;  coefficients  |train| x q;  returns  |test| x q
arma::mat element_predictions(const Elements& elements, const Indices& test, const Indices& train,
                              const arma::mat& coefficients);

/// One string per sample: `decode` turns the scores of its elements (T x |alphabet|) into T symbol numbers.
std::vector<std::string> strings_by_position(const Elements& elements, const Indices& samples,
                                             const arma::mat& scores, const std::string& alphabet,
                                             const std::function<arma::uvec(const arma::mat&)>& decode);

}  // namespace preimage::validation
