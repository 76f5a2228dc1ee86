#include "preimage/linalg/gather.hpp"

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

void copy_runs(const std::vector<Run>& runs, const double* from, double* to) {
  for (const Run& run : runs) {
    const double* source = from + run.begin;
    for (arma::uword i = 0; i < run.count; ++i) to[i] = source[i];
    to += run.count;
  }
}

}  // namespace

arma::mat gathered(const arma::mat& M, const arma::uvec& rows, const arma::uvec& columns) {
  require_below(M.n_rows, rows, "row");
  require_below(M.n_cols, columns, "column");
  arma::mat some(rows.n_elem, columns.n_elem, arma::fill::none);
  if (some.is_empty()) return some;  // its columns have no address
  const std::vector<Run> runs = runs_of(rows);
  for (arma::uword j = 0; j < columns.n_elem; ++j) copy_runs(runs, M.colptr(columns[j]), some.colptr(j));
  return some;
}

arma::mat gathered_rows(const arma::mat& M, const arma::uvec& rows) {
  require_below(M.n_rows, rows, "row");
  arma::mat some(rows.n_elem, M.n_cols, arma::fill::none);
  if (some.is_empty()) return some;
  const std::vector<Run> runs = runs_of(rows);
  for (arma::uword j = 0; j < M.n_cols; ++j) copy_runs(runs, M.colptr(j), some.colptr(j));
  return some;
}

}  // namespace preimage::linalg
