// Samples that are sequences of elements (a word of letter images), for methods that work element by element.
#pragma once

#include <armadillo>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "preimage/kernels/points.hpp"
#include "preimage/samples/sample_set.hpp"
#include "preimage/samples/tokens.hpp"
#include "preimage/samples/vector_sequences.hpp"

namespace preimage::sequences {

struct SharedWork;  // element_regression.hpp

/// A form of inputs. Element t of a sample belongs to symbol t of the sample's output string (perfect
/// segmentation).
struct Elements {
  samples::Offsets offsets;                         // of n samples with N elements
  kernels::Points points;                           // N, under the kernel on elements
  samples::Tokens tokens = samples::Tokens::bytes;  // what a symbol of an output is
  /// Of methods on one data set under one kernel on elements, which share it; or nullptr: nothing is shared.
  std::shared_ptr<SharedWork> work = nullptr;
};
inline std::size_t sample_count(const Elements& elements) {
  return elements.offsets.size();
}
Elements select(const Elements& elements, const arma::uvec& positions);

/// throws  std::invalid_argument naming the method where the inputs are no sequences or the outputs no
///         strings
void require_aligned(const samples::DataSet& data, const std::string& method);

/// The symbols of outputs.
struct AlignedSymbols {
  samples::Alphabet alphabet;
  std::u32string numbers;  // one per element, sample by sample
};
/// throws  std::invalid_argument naming the sample whose output has not as many symbols as it has elements,
///         and as samples::cut
AlignedSymbols aligned_symbols(const samples::DataSet& data);

/// The bytes that occur in a text, in order.
std::string symbols_of(const std::string& text);

/// The kernel of `rows` against `columns` for methods that ask for it block by block.
kernels::Gram element_gram(const kernels::Points& rows, const kernels::Points& columns);

/// K_test_train coefficients, one block of K at a time.
/// coefficients  |train| x q;  returns  |test| x q
arma::mat element_predictions(const kernels::Points& test, const kernels::Points& train,
                              const arma::mat& coefficients);

/// One string per sample: `decode` turns the scores of its elements (T x |alphabet|) into T symbol numbers.
std::vector<std::string> strings_by_position(const samples::Offsets& offsets, const arma::mat& scores,
                                             const samples::Alphabet& alphabet,
                                             const std::function<arma::uvec(const arma::mat&)>& decode);

}  // namespace preimage::sequences
