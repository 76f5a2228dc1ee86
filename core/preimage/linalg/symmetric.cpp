#include "preimage/linalg/symmetric.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/cpu.hpp"
#include "preimage/base/error.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/linalg/triangular.hpp"

namespace preimage::linalg {

namespace {

constexpr arma::uword kTile = 32;  // rows and columns of a block whose mirror image stays in the cache, too

/// The largest size of an entry; NaN or infinite where one of them is. Eight at a time, which do not wait for
/// each other.
PREIMAGE_AVX2_CLONES
double largest_size(const double* values, arma::uword n) {
  base::FourDoubles most[2] = {}, damaged[2] = {};  // damaged: 0, or NaN
  arma::uword i = 0;
  for (; i + 8 <= n; i += 8) {
    for (arma::uword k = 0; k < 2; ++k) {
      base::FourDoubles value;
      base::load_four(values + i + 4 * k, value);
      damaged[k] += value - value;
      value = value < 0.0 ? -value : value;
      most[k] = most[k] < value ? value : most[k];
    }
  }
  double largest = 0.0, lost = 0.0;
  for (arma::uword lane = 0; lane < 4; ++lane) {
    largest = std::max(largest, std::max(most[0][lane], most[1][lane]));
    lost += damaged[0][lane] + damaged[1][lane];
  }
  for (; i < n; ++i) {
    largest = std::max(largest, std::abs(values[i]));
    lost += values[i] - values[i];
  }
  return largest + lost;
}

/// calls use(i, j) for the entries below the diagonal, tile by tile
template <class Use>
void for_each_below_diagonal(arma::uword n, const Use& use) {
  for (arma::uword first_column = 0; first_column < n; first_column += kTile) {
    for (arma::uword first_row = first_column; first_row < n; first_row += kTile) {
      const arma::uword rows = std::min(first_row + kTile, n), columns = std::min(first_column + kTile, n);
      for (arma::uword j = first_column; j < columns; ++j) {
        for (arma::uword i = std::max(first_row, j + 1); i < rows; ++i) use(i, j);
      }
    }
  }
}

/// The first in the order of columns.
[[noreturn]] void fail_not_symmetric(const arma::mat& matrix, double tolerance, const std::string& what) {
  for (arma::uword j = 0; j < matrix.n_cols; ++j) {
    for (arma::uword i = j + 1; i < matrix.n_rows; ++i) {
      if (std::abs(matrix(i, j) - matrix(j, i)) > tolerance) {
        throw NumericalError(fmt::format("{}: not symmetric, entry ({}, {}) is {} but ({}, {}) is {}", what,
                                         i, j, matrix(i, j), j, i, matrix(j, i)));
      }
    }
  }
  throw std::logic_error(what + ": an entry that was not symmetric is now");
}

}  // namespace

double largest_size(const arma::mat& matrix) {
  return largest_size(matrix.memptr(), matrix.n_elem);
}

void require_finite(const arma::mat& matrix, const std::string& what) {
  if (std::isfinite(largest_size(matrix))) return;
  for (arma::uword j = 0; j < matrix.n_cols; ++j) {
    for (arma::uword i = 0; i < matrix.n_rows; ++i) {
      if (!std::isfinite(matrix(i, j))) {
        throw NumericalError(
            fmt::format("{}: entry ({}, {}) is {}, not a finite number", what, i, j, matrix(i, j)));
      }
    }
  }
}

void require_symmetric(const arma::mat& matrix, const std::string& what) {
  if (!matrix.is_square()) {
    throw NumericalError(fmt::format("{}: {} x {} is not square", what, matrix.n_rows, matrix.n_cols));
  }
  require_finite(matrix, what);
  const double tolerance = 1e-10 * largest_size(matrix);
  double worst = 0.0;
  for_each_below_diagonal(matrix.n_rows, [&](arma::uword i, arma::uword j) {
    const double difference = std::abs(matrix.at(i, j) - matrix.at(j, i));
    worst = difference > worst ? difference : worst;
  });
  if (worst > tolerance) fail_not_symmetric(matrix, tolerance, what);
}

bool is_exactly_symmetric(const arma::mat& matrix) {
  if (!matrix.is_square() || matrix.has_nan()) return false;
  bool equal = true;
  for_each_below_diagonal(matrix.n_rows, [&](arma::uword i, arma::uword j) {
    equal = equal && matrix.at(i, j) == matrix.at(j, i);
  });
  return equal;
}

void mirror_lower(arma::mat& matrix) {
  for_each_below_diagonal(matrix.n_rows,
                          [&](arma::uword i, arma::uword j) { matrix.at(j, i) = matrix.at(i, j); });
}

void mirror_upper(arma::mat& matrix) {
  for_each_below_diagonal(matrix.n_rows,
                          [&](arma::uword i, arma::uword j) { matrix.at(i, j) = matrix.at(j, i); });
}

EigenDecomposition symmetric_eigen(const SymmetricMatrix& matrix) {
  EigenDecomposition result;
  arma::vec ascending;
  arma::mat vectors;
  if (!arma::eig_sym(ascending, vectors, arma::symmatu(matrix.values()))) {
    throw NumericalError(matrix.what() + ": the eigendecomposition did not converge");
  }
  result.values = arma::reverse(ascending);
  result.vectors = arma::fliplr(vectors);
  return result;
}

bool is_positive_definite(const SymmetricMatrix& matrix, double shift) {
  arma::mat shifted = matrix.values(), factor;
  shifted.diag() += shift;
  return arma::chol(factor, arma::symmatu(shifted));
}

arma::mat regularised_inverse(const SymmetricMatrix& matrix, double ridge, double* rcond) {
  arma::mat inverse = matrix.values();  // from here on in place: one matrix beside the given one
  mirror_upper(inverse);
  if (inverse.is_empty()) return inverse;
  inverse.diag() += ridge;
  const std::string what = fmt::format("{} + {} I", matrix.what(), ridge);
  const double certain = factorise_regular(inverse, ridge, what);
  if (rcond != nullptr) *rcond = certain;
  char lower = 'L';
  auto n = static_cast<arma::blas_int>(inverse.n_rows);
  arma::blas_int info = 0;
  arma::lapack::potri(&lower, &n, inverse.memptr(), &n, &info);
  if (info != 0) fail_not_regular(what);
  mirror_lower(inverse);
  return inverse;
}

arma::mat solve_square(const arma::mat& matrix, const arma::mat& right, const std::string& what) {
  require_finite(matrix, what);
  require_finite(right, what + " (right-hand side)");
  arma::mat solution;
  if (!matrix.is_square() || matrix.n_rows != right.n_rows) {
    throw NumericalError(
        fmt::format("{}: {} x {} with {} right-hand rows", what, matrix.n_rows, matrix.n_cols, right.n_rows));
  }
  if (!arma::solve(solution, matrix, right, arma::solve_opts::no_approx)) {
    throw NumericalError(what + ": singular to working precision");
  }
  return solution;
}

arma::mat centre_gram(const arma::mat& K) {
  const arma::mat centred = centre_cross_gram(K, K);
  return 0.5 * (centred + centred.t());
}

arma::mat centre_cross_gram(const arma::mat& K_test_train, const arma::mat& K_train) {
  const arma::rowvec train_means = arma::mean(K_train, 0);
  arma::mat centred = K_test_train;
  centred.each_col() -= arma::vec(arma::mean(K_test_train, 1));
  centred.each_row() -= train_means;
  return centred + arma::mean(train_means);
}

}  // namespace preimage::linalg
