// Where sequences that lie one after the other begin and end.
#pragma once

#include <armadillo>
#include <vector>

namespace preimage::samples {

/// Sequence i has the elements begin(i) ... end(i) - 1 of a list; the first begins at 0, the next at its end. A
/// sequence may have no element.
class Offsets {
 public:
  Offsets() = default;  // of no sequence
  explicit Offsets(const std::vector<arma::uword>& lengths) {
    for (const arma::uword length : lengths) append(length);
  }
  /// One more sequence, behind the others.
  void append(arma::uword length) { begin_.push_back(total() + length); }

  arma::uword size() const { return begin_.size() - 1; }  // sequences
  arma::uword total() const { return begin_.back(); }     // elements
  arma::uword begin(arma::uword sequence) const { return begin_[sequence]; }
  arma::uword end(arma::uword sequence) const { return begin_[sequence + 1]; }
  arma::uword length(arma::uword sequence) const { return end(sequence) - begin(sequence); }
  /// Rows of a sequence with one element at least.
  arma::span span(arma::uword sequence) const { return arma::span(begin(sequence), end(sequence) - 1); }
  bool operator==(const Offsets& other) const { return begin_ == other.begin_; }

 private:
  std::vector<arma::uword> begin_ = {0};  // of each, and the end of the last
};

}  // namespace preimage::samples
