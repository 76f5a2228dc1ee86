// Strings as sequences of symbols: for methods that work symbol by symbol, for n-gram counts as outputs, and
// what is said where the symbols are not those of the text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "preimage/samples/sample_set.hpp"
#include "preimage/samples/tokens.hpp"
#include "suite/config/reader.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::own_data {

/// Keys of strings.
inline constexpr suite::registry::Part kElementKernel{
    "element_kernel", suite::registry::a_kernel("a kernel on strings"),
    "of methods that work symbol by symbol, on a window of the input around each", true};
inline constexpr suite::registry::Integer kElementWindow{
    "element_window", 1, 1001, "odd: symbols of a window, the end of the string filled up with the byte 0"};

/// What a symbol is, by `tokens`; without it as the loss has it.
samples::Tokens read_symbols(const suite::config::Reader& root);

/// Gives inputs that are strings the form of sequences (sequences::Elements).
using WithElements = std::function<samples::SampleSet(const samples::SampleSet&, const kernels::Strings&)>;
/// Reads `element_kernel`, `element_window` and read_symbols; without the first it adds nothing.
WithElements read_elements(const suite::config::Reader& root);

/// Outputs with the counts that their kernel has, where it is n_gram or spectrum with a boundary.
samples::SampleSet with_ngram_counts(const samples::SampleSet& outputs,
                                     const kernels::Kernel<kernels::Strings>& kernel,
                                     const kernels::Strings& strings);

/// throws  DataError "FILE:LINE: the input 'a\xff' is no UTF-8 ..." for the first sample that `use` refuses
///         by std::invalid_argument
/// n       samples
/// use     looks at those of these numbers
/// side    "input"
void require_symbols(const OwnData& data, arma::uword n, const std::string& side,
                     const std::function<void(const arma::uvec& rows)>& use);

/// What `init` takes for a symbol: bytes of texts that are ASCII or not all UTF-8, else characters, or
/// graphemes where one has several characters (a letter and a mark).
samples::Tokens drafted_tokens(const kernels::Strings& strings);

/// "symbol_error, edit_error and edit_distance count bytes, and characters of 'né' have several: ..." where
/// the outputs are strings of UTF-8 that are no ASCII; nothing where other tokens are counted.
std::vector<std::string> byte_warnings(const OwnData& data, samples::Tokens tokens);

}  // namespace preimage::suite::own_data
