#include "preimage/linalg/distances.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::linalg {

namespace {

constexpr arma::uword kBlock = 128;  // rows of A whose coordinates stay in the cache for all of B

/// Adds to out[i], i < count, the squared distances of rows begin + i of A to row j of B. Independent
/// sums side by side: the compiler vectorises them without touching the order of any (and without
/// contraction, see CMakeLists.txt), so that every instruction set gives the same bits.
PREIMAGE_AVX2_CLONES void add_squared_distances(const arma::mat& A, arma::uword begin, arma::uword count,
                                                const arma::mat& B, arma::uword j, double* out) {
  for (arma::uword f = 0; f < A.n_cols; ++f) {
    const double* column = A.colptr(f) + begin;
    const double other = B.at(j, f);
    for (arma::uword i = 0; i < count; ++i) {
      const double difference = column[i] - other;
      out[i] += difference * difference;
    }
  }
}

// ------------------------------------------------------------------------------------ by a matrix product

constexpr arma::uword kNarrow = 16;       // up to this width the differences are as fast as a product
constexpr double kRemains = 1.0 / 128.0;  // of |a|^2 + |b|^2: where less is left, too many digits cancelled

/// What both matrices are measured from: a value of the data, so that whole numbers stay whole numbers.
arma::rowvec smallest_values(const arma::mat& A, const arma::mat& B) {
  return arma::min(arma::rowvec(arma::min(A, 0)), arma::rowvec(arma::min(B, 0)));
}

/// Of a difference of `sum` and twice an inner product; or it is no number.
inline bool has_lost_digits(double distance, double sum) {
  return !(distance >= kRemains * sum);
}

/// Turns inner products of such rows into squared distances; of how many of column j too many digits are
/// lost.
PREIMAGE_AVX2_CLONES
arma::uword make_distances(double* column, const double* A_norms, arma::uword count, double B_norm) {
  arma::uword lost = 0;
  for (arma::uword i = 0; i < count; ++i) {
    const double sum = A_norms[i] + B_norm, distance = sum - 2.0 * column[i];
    column[i] = distance;
    lost += has_lost_digits(distance, sum) ? 1 : 0;
  }
  return lost;
}

/// The same, and which they are.
std::vector<arma::uword> distances_of_column(double* column, const arma::vec& A_norms, double B_norm) {
  std::vector<arma::uword> lost;
  if (make_distances(column, A_norms.memptr(), A_norms.n_elem, B_norm) == 0) return lost;
  for (arma::uword i = 0; i < A_norms.n_elem; ++i) {
    if (has_lost_digits(column[i], A_norms.at(i) + B_norm)) lost.push_back(i);
  }
  return lost;
}

/// Entries (rows, j) from the differences of A and B.
void replace_by_differences(const arma::mat& A, const arma::mat& B, arma::uword j,
                            const std::vector<arma::uword>& rows, double* column) {
  constexpr std::size_t kFew = 8;  // rows of one coordinate lie far apart: many at once are cheaper
  if (rows.size() <= kFew) {
    for (const arma::uword i : rows) {
      column[i] = 0.0;
      add_squared_distances(A, i, 1, B, j, column + i);
    }
    return;
  }
  std::vector<double> all(A.n_rows, 0.0);
  add_squared_distances(A, 0, A.n_rows, B, j, all.data());
  for (const arma::uword i : rows) column[i] = all[i];
}

}  // namespace

void require_same_width(const arma::mat& A, const arma::mat& B) {
  if (A.n_cols == B.n_cols) return;
  throw std::invalid_argument(
      fmt::format("vectors of different width: {} and {} features", A.n_cols, B.n_cols));
}

arma::mat squared_euclidean_distances(const arma::mat& A, const arma::mat& B) {
  require_same_width(A, B);
  arma::mat distances(A.n_rows, B.n_rows, arma::fill::zeros);
  for (arma::uword begin = 0; begin < A.n_rows; begin += kBlock) {
    const arma::uword count = std::min(kBlock, A.n_rows - begin);
    for (arma::uword j = 0; j < B.n_rows; ++j)
      add_squared_distances(A, begin, count, B, j, distances.colptr(j) + begin);
  }
  return distances;
}

arma::mat squared_euclidean_distances(const arma::mat& A) {
  constexpr arma::uword kTile =
      32;  // a block's rows above the diagonal are computed in vain, so blocks are small
  arma::mat distances(A.n_rows, A.n_rows, arma::fill::zeros);
  for (arma::uword begin = 0; begin < A.n_rows; begin += kTile) {
    const arma::uword count = std::min(kTile, A.n_rows - begin);
    for (arma::uword j = 0; j < begin + count; ++j)
      add_squared_distances(A, begin, count, A, j, distances.colptr(j) + begin);
  }
  mirror_lower(distances);
  return distances;
}

arma::mat squared_distances_by_product(const arma::mat& A, const arma::mat& B) {
  require_same_width(A, B);
  const bool is_one = &A == &B;
  if (A.n_cols <= kNarrow || A.is_empty() || B.is_empty()) {
    return is_one ? squared_euclidean_distances(A) : squared_euclidean_distances(A, B);
  }
  const arma::rowvec origin = smallest_values(A, B);
  const arma::mat A_moved = A.each_row() - origin;
  const arma::mat B_moved = is_one ? arma::mat() : arma::mat(B.each_row() - origin);
  // Of one matrix with itself it is exactly symmetric, for half the work.
  arma::mat distances = is_one ? arma::mat(A_moved * A_moved.t()) : arma::mat(A_moved * B_moved.t());
  const arma::vec A_norms = is_one ? arma::vec(distances.diag()) : arma::sum(arma::square(A_moved), 1);
  const arma::vec B_norms = is_one ? A_norms : arma::sum(arma::square(B_moved), 1);
  for (arma::uword j = 0; j < B.n_rows; ++j) {
    double* column = distances.colptr(j);
    std::vector<arma::uword> lost = distances_of_column(column, A_norms, B_norms(j));
    if (is_one && !std::isnan(column[j])) {
      column[j] = 0.0;
      std::erase(lost, j);
    }
    replace_by_differences(A, B, j, lost, column);
  }
  return distances;
}

namespace {

/// Of each row, in which every coordinate counts as far as scaling rounds it.
arma::vec rounded_lengths(const arma::mat& rows, const arma::rowvec& centre, const arma::rowvec& spread) {
  arma::mat near = arma::abs(rows.each_row() - centre);
  near.each_row() += spread;
  return arma::sqrt(arma::sum(arma::square(arma::min(arma::abs(rows), near)), 1));
}

}  // namespace

arma::mat distance_errors(const arma::mat& A, const arma::mat& B, const arma::mat& squared) {
  require_same_width(A, B);
  if (squared.is_empty()) return squared;
  constexpr double kEps = std::numeric_limits<double>::epsilon();
  const arma::rowvec origin = arma::min(B, 0);
  const arma::vec a = arma::sum(arma::square(A.each_row() - origin), 1);
  const arma::vec b = arma::sum(arma::square(B.each_row() - origin), 1);
  const arma::rowvec centre = arma::mean(B, 0), spread = arma::stddev(B, 1, 0);
  const arma::vec a_lengths = rounded_lengths(A, centre, spread),
                  b_lengths = rounded_lengths(B, centre, spread);
  const double by_differences = 0.5 * (static_cast<double>(A.n_cols) + 3.0) * kEps;
  arma::mat errors(arma::size(squared), arma::fill::none);
  for (arma::uword j = 0; j < squared.n_cols; ++j) {
    for (arma::uword i = 0; i < squared.n_rows; ++i) {
      const double of_sum = A.n_cols <= kNarrow
                                ? by_differences * squared(i, j)
                                : base::kRoundingOfSums * std::min(a(i) + b(j), squared(i, j) / kRemains);
      errors(i, j) = of_sum + 4.0 * kEps * std::sqrt(squared(i, j)) * (a_lengths(i) + b_lengths(j));
    }
  }
  return errors;
}

}  // namespace preimage::linalg
