// Output strings symbol by symbol: the pre-image of a string embedding, by nearest neighbours over all
// positions of the training strings. With embeddings left out it is the window k-NN that the paper compares
// with.                                                             [Bakir et al. 2003, sec. 3.2 and 4]
#pragma once

#include <armadillo>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "preimage/base/random.hpp"
#include "preimage/samples/tokens.hpp"

namespace preimage::sequences {

/// Who votes where several stored positions are as far away as the k-th neighbour: all of them, as many as
/// complete k at random, or the first ones stored. Windows of few symbols tie often, so this moves results.
enum class Ties { all_tied, random, lowest_index };

struct PerPositionOptions {
  std::size_t window = 3;  // input symbols around a position; odd
  std::size_t k = 1;
  Ties ties = Ties::all_tied;
  double window_weight = 1.0;                       // of the window against the embedding
  samples::Tokens tokens = samples::Tokens::bytes;  // what a symbol is, of inputs and outputs
  bool has_stop = false;  // a stop symbol ends every output, and the positions vote for it, too
};

/// All (embedding of string j, window around position p of input j) -> symbol p of output j. The squared
/// distance of a query (psi, window) is that of concatenated vectors with one-hot symbols,
///   d^2 = 2 window_weight (window symbols that differ) + || psi - phi_j ||^2
/// Outside of an input, windows see one pad symbol that no string has, so any window is legal on any string.
/// A symbol that no training input has differs from all of theirs. The symbol with the most votes wins, of
/// equals the first in the order of bytes. Distances that rounding does not tell apart are equal
/// (base/ties.hpp).
class PerPosition {
 public:
  /// m strings each. Outputs may be shorter or longer than their inputs: position p looks at input position
  /// p.
  /// throws  NumericalError where k is 0 or exceeds the number of stored positions, or the window is even;
  ///         std::invalid_argument for a string that cannot be cut (samples::cut)
  PerPosition(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
              const PerPositionOptions& options);

  /// The output of `length` symbols for one input. With a stop symbol `length` is not looked at: the output
  /// ends where the stop wins, and is longer than its input by no more symbols than a training output is.
  /// embedding_distances  m values || psi - phi_j ||^2, finite; all zero for windows alone
  /// random               drawn from by Ties::random only
  /// errors               m, of these distances; empty: base::kRoundingOfSums of each
  /// throws  NumericalError
  /// cost    O(length * positions * window)
  std::string decode(std::string_view input, std::size_t length, const arma::vec& embedding_distances,
                     base::Random& random, const arma::vec& errors = {}) const;

  /// The length where it is not known: the (lower) median length of the k outputs whose embeddings are
  /// nearest to psi, of equals the first ones stored.     [sec. 3.2: "predict the length ... before ... each
  /// element"] throws  NumericalError where k exceeds m
  std::size_t predicted_length(const arma::vec& embedding_distances, const arma::vec& errors = {}) const;

 private:
  using Symbols = std::vector<int>;  // numbers of symbols, and kPad around them

  Symbols padded(std::string_view input, std::size_t length) const;
  /// Of all stored positions.
  void fill_distances(const Symbols& query, std::size_t position, const arma::vec& embedding_distances,
                      std::vector<double>& distances) const;
  char32_t vote(const std::vector<double>& distances, const arma::vec& errors, base::Random& random) const;

  PerPositionOptions options_;
  samples::Alphabet input_alphabet_, output_alphabet_;
  std::vector<std::u32string> outputs_;
  std::size_t most_longer_ = 0;  // symbols that an output has more than its input
  std::vector<Symbols> inputs_;
  std::u32string symbols_;            // of all outputs, one after the other
  std::vector<std::size_t> strings_;  // that they are of
};

}  // namespace preimage::sequences
