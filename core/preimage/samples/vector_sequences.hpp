// Samples that are sequences of vectors: a word as the sequence of its letters' images.
#pragma once

#include <armadillo>
#include <vector>

namespace preimage::samples {

// Where sequences that lie one after the other begin and end.

/// Sequence i has the elements begin(i) ... end(i) - 1 of a list; the first begins at 0, the next at its end.
/// A sequence may have no element.
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

/// Sample i is the rows rows.begin(i) ... rows.end(i) - 1 of `elements`, in order.
struct VectorSequences {
  arma::mat elements;  // N x d
  Offsets rows;        // N in all
};

/// The sequences of the given lengths, one after the other.
/// throws  std::invalid_argument where the lengths do not sum to the number of rows
VectorSequences sequences_of(arma::mat elements, const std::vector<arma::uword>& lengths);

inline std::size_t sample_count(const VectorSequences& sequences) {
  return sequences.rows.size();
}

/// Samples `samples`, in that order; any may come twice.
/// throws  std::invalid_argument for a number that is no sample's
VectorSequences select(const VectorSequences& sequences, const arma::uvec& samples);

/// throws  std::invalid_argument where the sequences do not have as many elements as there are rows
void require_sequences(const VectorSequences& sequences);

/// All n-grams of all samples: runs of n consecutive elements of one sample. A sample of L elements has
/// max(0, L - n + 1).
class Ngrams {
 public:
  /// `sequences` must outlive this. Requires n >= 1; throws as require_sequences
  /// cost  O(N), memory O(N)
  Ngrams(const VectorSequences& sequences, arma::uword n);

  arma::uword count() const { return start_.n_elem; }
  arma::uword sample(arma::uword gram) const { return sample_[gram]; }  // ascending
  arma::uword position(arma::uword gram) const {
    return start_(gram) - sequences_->rows.begin(sample_[gram]);
  }
  /// The vectors of n-grams begin ... end - 1, each its elements side by side: (end - begin) x n d.
  arma::mat rows(arma::uword begin, arma::uword end) const;

 private:
  const VectorSequences* sequences_;
  arma::uword n_;
  arma::uvec start_;                 // row of the first element
  std::vector<arma::uword> sample_;  // whose n-gram it is
};

}  // namespace preimage::samples
