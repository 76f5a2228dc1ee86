#include "preimage/kernels/set_kernel.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"

namespace preimage::kernels {

namespace {

constexpr arma::uword kRows = 1024;
constexpr arma::uword kColumns = 512;

/// Neighbouring rows of a block that are n-grams of one sample, at rising positions.
struct Run {
  arma::uword begin, end, sample, position;
};

std::vector<Run> runs_of(const samples::Ngrams& ngrams, arma::uword begin, arma::uword end) {
  std::vector<Run> runs;
  for (arma::uword gram = begin; gram < end; ++gram) {
    if (runs.empty() || runs.back().sample != ngrams.sample(gram)) {
      runs.push_back({gram - begin, gram - begin, ngrams.sample(gram), ngrams.position(gram)});
    }
    ++runs.back().end;
  }
  return runs;
}

arma::uword positions_of(const samples::Ngrams& ngrams) {
  arma::uword positions = 1;
  for (arma::uword gram = 0; gram < ngrams.count(); ++gram) {
    positions = std::max(positions, ngrams.position(gram) + 1);
  }
  return positions;
}

/// p(i - j) at i - j + columns - 1, for positions i < rows and j < columns.
arma::vec position_factors(arma::uword rows, arma::uword columns, const std::optional<double>& bandwidth) {
  if (!bandwidth) return arma::vec(rows + columns - 1, arma::fill::ones);
  const arma::vec differences =
      arma::regspace(-(static_cast<double>(columns) - 1.0), static_cast<double>(rows) - 1.0);
  return linalg::gaussian_of_squared_distances(arma::square(differences), *bandwidth);
}

/// column[i] += sum over the rows r of each sample i of factors(position of r) values[r]
void add_runs(const std::vector<Run>& runs, const double* values, const double* factors, double* column) {
  for (const Run& run : runs) {
    const double* factor = factors + run.position;
    double sum = 0.0;
    for (arma::uword r = run.begin; r < run.end; ++r) sum += *factor++ * values[r];
    column[run.sample] += sum;
  }
}

}  // namespace

SetKernel::SetKernel(KernelPtr<Vectors> base, arma::uword n, std::optional<double> position_bandwidth)
    : base_(std::move(base)), n_(n), position_bandwidth_(position_bandwidth) {
  if (n < 1) throw NumericalError("set kernel: n-grams of order 0, expected >= 1");
  if (position_bandwidth && !(*position_bandwidth > 0.0)) {
    throw NumericalError(
        fmt::format("set kernel: bandwidth of positions is {}, expected > 0", *position_bandwidth));
  }
}

arma::mat SetKernel::cross_gram(const samples::VectorSequences& a, const samples::VectorSequences& b) const {
  const samples::Ngrams rows(a, n_), columns(b, n_);
  linalg::require_same_width(a.elements, b.elements);
  const arma::uword column_positions = positions_of(columns);
  const arma::vec factors = position_factors(positions_of(rows), column_positions, position_bandwidth_);
  arma::mat sums(sample_count(a), sample_count(b), arma::fill::zeros);
  for (arma::uword row = 0; row < rows.count(); row += kRows) {
    const arma::uword row_end = std::min(row + kRows, rows.count());
    const arma::mat left = rows.rows(row, row_end);
    const std::vector<Run> runs = runs_of(rows, row, row_end);
    for (arma::uword column = 0; column < columns.count(); column += kColumns) {
      const arma::uword column_end = std::min(column + kColumns, columns.count());
      const arma::mat block = base_->cross_gram(left, columns.rows(column, column_end));
      for (arma::uword gram = column; gram < column_end; ++gram) {
        const double* shifted = factors.memptr() + (column_positions - 1 - columns.position(gram));
        add_runs(runs, block.colptr(gram - column), shifted, sums.colptr(columns.sample(gram)));
      }
    }
  }
  return sums;
}

arma::vec SetKernel::diagonal(const samples::VectorSequences& a) const {
  samples::require_sequences(a);
  arma::vec squared_norms(sample_count(a));
  for (arma::uword i = 0; i < squared_norms.n_elem; ++i) {
    const samples::VectorSequences one = samples::select(a, {i});
    squared_norms(i) = cross_gram(one, one)(0, 0);
  }
  return squared_norms;
}

}  // namespace preimage::kernels
