#include "preimage/samples/vector_sequences.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/linalg/gather.hpp"

namespace preimage::samples {

VectorSequences sequences_of(arma::mat elements, const std::vector<arma::uword>& lengths) {
  VectorSequences sequences{std::move(elements), Offsets(lengths)};
  require_sequences(sequences);
  return sequences;
}

VectorSequences select(const VectorSequences& sequences, const arma::uvec& samples) {
  require_sequences(sequences);
  VectorSequences selected;
  std::vector<arma::uword> rows;
  for (const arma::uword sample : samples) {
    if (sample >= sequences.rows.size()) {
      throw std::invalid_argument(
          fmt::format("sequences of vectors: no sample {}, there are {}", sample, sequences.rows.size()));
    }
    for (arma::uword row = sequences.rows.begin(sample); row < sequences.rows.end(sample); ++row)
      rows.push_back(row);
    selected.rows.append(sequences.rows.length(sample));
  }
  selected.elements = linalg::gathered_rows(sequences.elements, arma::uvec(rows));
  return selected;
}

void require_sequences(const VectorSequences& sequences) {
  if (sequences.rows.total() == sequences.elements.n_rows) return;
  throw std::invalid_argument(
      fmt::format("sequences of vectors: lengths sum to {}, expected the number of rows, {}",
                  sequences.rows.total(), sequences.elements.n_rows));
}

Ngrams::Ngrams(const VectorSequences& sequences, arma::uword n) : sequences_(&sequences), n_(n) {
  require_sequences(sequences);
  std::vector<arma::uword> starts;
  for (arma::uword i = 0; i < sequences.rows.size(); ++i) {
    for (arma::uword row = sequences.rows.begin(i); row + n <= sequences.rows.end(i); ++row) {
      starts.push_back(row);
      sample_.push_back(i);
    }
  }
  start_ = arma::uvec(starts);
}

arma::mat Ngrams::rows(arma::uword begin, arma::uword end) const {
  const arma::uword width = sequences_->elements.n_cols;
  arma::mat rows(end - begin, n_ * width);
  if (rows.is_empty()) return rows;
  const arma::uvec starts = start_.subvec(begin, end - 1);
  for (arma::uword k = 0; k < n_; ++k) {
    rows.cols(k * width, (k + 1) * width - 1) = linalg::gathered_rows(sequences_->elements, starts + k);
  }
  return rows;
}

}  // namespace preimage::samples
