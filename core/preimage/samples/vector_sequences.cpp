#include "preimage/samples/vector_sequences.hpp"

#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::samples {

VectorSequences sequences_of(arma::mat elements, const std::vector<arma::uword>& lengths) {
  VectorSequences sequences;
  for (const arma::uword length : lengths) sequences.first.push_back(sequences.first.back() + length);
  if (sequences.first.back() != elements.n_rows) {
    throw DataError(fmt::format("sequences of vectors: lengths sum to {}, expected the number of rows, {}",
                                sequences.first.back(), elements.n_rows));
  }
  sequences.elements = std::move(elements);
  return sequences;
}

VectorSequences select(const VectorSequences& sequences, const arma::uvec& samples) {
  require_sequences(sequences);
  VectorSequences selected;
  std::vector<arma::uword> rows;
  for (const arma::uword sample : samples) {
    if (sample + 1 >= sequences.first.size()) {
      throw DataError(fmt::format("sequences of vectors: no sample {}, there are {}", sample,
                                  sequences.first.size() - 1));
    }
    for (arma::uword row = sequences.first[sample]; row < sequences.first[sample + 1]; ++row) {
      rows.push_back(row);
    }
    selected.first.push_back(rows.size());
  }
  selected.elements = sequences.elements.rows(arma::uvec(rows));
  return selected;
}

void require_sequences(const VectorSequences& sequences) {
  const std::vector<arma::uword>& first = sequences.first;
  if (first.empty() || first.front() != 0 || first.back() != sequences.elements.n_rows) {
    throw DataError(fmt::format("sequences of vectors: rows {} to {}, expected 0 to {}",
                                first.empty() ? 0 : first.front(), first.empty() ? 0 : first.back(),
                                sequences.elements.n_rows));
  }
  for (std::size_t i = 0; i + 1 < first.size(); ++i) {
    if (first[i] <= first[i + 1]) continue;
    throw DataError(fmt::format("sequences of vectors: sample {} begins at row {}, the next one at {}", i,
                                first[i], first[i + 1]));
  }
}

Ngrams::Ngrams(const VectorSequences& sequences, arma::uword n) : sequences_(&sequences), n_(n) {
  require_sequences(sequences);
  std::vector<arma::uword> starts;
  for (std::size_t i = 0; i + 1 < sequences.first.size(); ++i) {
    for (arma::uword row = sequences.first[i]; row + n <= sequences.first[i + 1]; ++row) {
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
    rows.cols(k * width, (k + 1) * width - 1) = sequences_->elements.rows(starts + k);
  }
  return rows;
}

}  // namespace preimage::samples
