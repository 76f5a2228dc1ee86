#include "preimage/linalg/gather.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

namespace preimage::linalg {

namespace {

/// Numbers begin, begin + 1, ... of a list.
struct Run {
  arma::uword begin, count;
};

std::vector<Run> runs_of(const arma::uvec& numbers) {
  std::vector<Run> runs;
  for (const arma::uword number : numbers) {
    if (runs.empty() || runs.back().begin + runs.back().count != number) runs.push_back({number, 0});
    ++runs.back().count;
  }
  return runs;
}

void require_below(arma::uword size, const arma::uvec& numbers, const char* what) {
  if (numbers.is_empty() || numbers.max() < size) return;
  throw std::out_of_range(fmt::format("{} {} of a matrix that has {}", what, numbers.max(), size));
}

/// Rows `rows` of the n columns whose numbers `column_of` gives.
template <class ColumnOf>
arma::mat some_of(const arma::mat& M, const arma::uvec& rows, arma::uword n, ColumnOf column_of) {
  require_below(M.n_rows, rows, "row");
  arma::mat some(rows.n_elem, n, arma::fill::none);
  if (some.is_empty()) return some;  // its columns have no address
  const std::vector<Run> runs = runs_of(rows);
  double* to = some.memptr();
  for (arma::uword j = 0; j < n; ++j) {
    const double* column = M.colptr(column_of(j));
    for (const Run& run : runs) to = std::copy_n(column + run.begin, run.count, to);
  }
  return some;
}

}  // namespace

arma::mat gathered(const arma::mat& M, const arma::uvec& rows, const arma::uvec& columns) {
  require_below(M.n_cols, columns, "column");
  return some_of(M, rows, columns.n_elem, [&](arma::uword j) { return columns[j]; });
}

arma::mat gathered_rows(const arma::mat& M, const arma::uvec& rows) {
  return some_of(M, rows, M.n_cols, [](arma::uword j) { return j; });
}

}  // namespace preimage::linalg
