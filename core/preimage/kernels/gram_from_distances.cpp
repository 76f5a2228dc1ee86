#include "preimage/kernels/gram_from_distances.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::kernels {

namespace {

constexpr double kRounding = 1e-10;

void require_distances(const arma::mat& D) {
  if (!D.is_square())
    throw std::invalid_argument(fmt::format("distances: {} x {} is not square", D.n_rows, D.n_cols));
  const double largest = D.is_empty() ? 0.0 : D.max();
  for (arma::uword j = 0; j < D.n_cols; ++j) {
    for (arma::uword i = 0; i < D.n_rows; ++i) {
      if (!std::isfinite(D(i, j)) || D(i, j) < 0.0) {
        throw std::invalid_argument(
            fmt::format("distances: entry ({}, {}) is {}, expected a finite number >= 0", i, j, D(i, j)));
      }
      if (i == j && D(i, j) != 0.0) {
        throw std::invalid_argument(
            fmt::format("distances: entry ({}, {}) is {}, expected 0 on the diagonal", i, j, D(i, j)));
      }
      if (std::abs(D(i, j) - D(j, i)) > kRounding * largest) {
        throw std::invalid_argument(
            fmt::format("distances: not symmetric, entry ({}, {}) is {} but ({}, {}) is {}", i, j, D(i, j), j,
                        i, D(j, i)));
      }
    }
  }
}

arma::vec origin_weights(const arma::vec& c, arma::uword m) {
  if (c.is_empty()) return arma::vec(m, arma::fill::ones) / static_cast<double>(m);
  if (c.n_elem != m) {
    throw std::invalid_argument(fmt::format("distances: {} origin weights for {} samples", c.n_elem, m));
  }
  const double total = arma::accu(c);
  if (!(std::abs(total - 1.0) <= kRounding)) {
    throw std::invalid_argument(fmt::format("distances: the origin weights sum to {}, expected 1", total));
  }
  return c;
}

arma::mat positive_part(const arma::mat& gram, NonEuclidean non_euclidean) {
  const linalg::EigenDecomposition eigen = linalg::symmetric_eigen(gram, "Gram matrix of the distances");
  const double smallest = eigen.values.min();
  const double largest = arma::abs(eigen.values).max();
  if (smallest >= -kRounding * largest) return gram;
  if (non_euclidean == NonEuclidean::refuse) {
    throw NumericalError(fmt::format(
        "distances: not Euclidean, the smallest eigenvalue of their Gram matrix is {:.6g} (largest "
        "{:.6g})",
        smallest, eigen.values.max()));
  }
  const arma::vec kept = arma::clamp(eigen.values, 0.0, largest);
  return arma::symmatu(eigen.vectors * arma::diagmat(kept) * eigen.vectors.t());
}

}  // namespace

arma::mat gram_from_distances(const arma::mat& D, const arma::vec& c, NonEuclidean non_euclidean) {
  require_distances(D);
  if (D.is_empty()) return D;
  const arma::mat squares = arma::square(arma::symmatu(D));
  const arma::vec weights = origin_weights(c, D.n_rows);
  const arma::vec to_origin = squares * weights;
  const double spread = arma::dot(weights, to_origin);
  arma::mat gram(arma::size(D));
  for (arma::uword j = 0; j < D.n_cols; ++j) {
    for (arma::uword i = 0; i < D.n_rows; ++i) {
      gram(i, j) = -0.5 * (squares(i, j) - (to_origin(i) + to_origin(j)) + spread);
    }
  }
  return positive_part(gram, non_euclidean);
}

NewFromDistances new_from_distances(const arma::mat& new_distances, const arma::mat& D) {
  if (!D.is_square() || new_distances.n_cols != D.n_cols || !new_distances.is_finite() ||
      arma::any(arma::vectorise(new_distances) < 0.0))
    throw std::invalid_argument(
        fmt::format("distances of new samples: expected {} finite numbers >= 0 of each", D.n_cols));
  const arma::mat squares = arma::square(new_distances);
  const arma::rowvec to_origin = arma::mean(arma::square(arma::symmatu(D)), 0);
  const double spread = arma::mean(to_origin);
  NewFromDistances result{-0.5 * squares, arma::mean(squares, 1) - 0.5 * spread};
  result.values.each_col() += 0.5 * (arma::mean(squares, 1) - spread);
  result.values.each_row() += 0.5 * to_origin;
  return result;
}

}  // namespace preimage::kernels
