#include "preimage/linalg/packed_symmetric.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/four_doubles.hpp"
#include "preimage/base/target_clones.hpp"

namespace preimage::linalg {

namespace {

constexpr arma::uword kSide = 64, kTileSize = kSide * kSide;

/// FourDoubles sums at a time. Entry e of a tile's row takes part in sum e mod 4 of that row, and the row's share of a tile is
/// (s_0 + s_1) + (s_2 + s_3): whether the row is read along the tile or across it.
constexpr arma::uword kSums = 4;
using base::FourDoubles;

arma::uword tiles_along(arma::uword size) {
  return (size + kSide - 1) / kSide;
}

/// Of tile (i, j), j <= i.
arma::uword tile_offset(arma::uword i, arma::uword j) {
  return (i * (i + 1) / 2 + j) * kTileSize;
}

bool all_are_floats(const arma::mat& K) {
  return std::all_of(K.begin(), K.end(),
                     [](double value) { return static_cast<double>(static_cast<float>(value)) == value; });
}

template <class Number>
std::vector<Number> packed(const arma::mat& K) {
  const arma::uword n = K.n_rows, along = tiles_along(n);
  std::vector<Number> tiles(along * (along + 1) / 2 * kTileSize);
  for (arma::uword column = 0; column < n; ++column) {
    for (arma::uword row = column / kSide * kSide; row < n; ++row) {
      // Tiles on the diagonal are whole.
      const double value = row >= column ? K(row, column) : K(column, row);
      tiles[tile_offset(row / kSide, column / kSide) + column % kSide * kSide + row % kSide] =
          static_cast<Number>(value);
    }
  }
  return tiles;
}

/// y += tile x, each row's sums over its columns.
template <class Number>
[[gnu::always_inline]] inline void add_rows(const Number* tile, const double* x, double* y) {
  for (arma::uword row = 0; row < kSide; row += 2 * kSums) {
    FourDoubles upper[kSums] = {}, bottom[kSums] = {};
    for (arma::uword column = 0; column < kSide; column += kSums) {
      for (arma::uword s = 0; s < kSums; ++s) {
        FourDoubles first, second;
        base::load_four(tile + (column + s) * kSide + row, first);
        base::load_four(tile + (column + s) * kSide + row + kSums, second);
        upper[s] += first * x[column + s];
        bottom[s] += second * x[column + s];
      }
    }
    const FourDoubles shares[2] = {(upper[0] + upper[1]) + (upper[2] + upper[3]),
                                   (bottom[0] + bottom[1]) + (bottom[2] + bottom[3])};
    for (arma::uword r = 0; r < 2 * kSums; ++r) y[row + r] += shares[r / kSums][r % kSums];
  }
}

/// y += tile' x: a column of the tile is a row of the matrix.
template <class Number>
[[gnu::always_inline]] inline void add_columns(const Number* tile, const double* x, double* y) {
  for (arma::uword column = 0; column < kSide; column += kSums) {
    FourDoubles sums[kSums] = {};
    for (arma::uword row = 0; row < kSide; row += kSums) {
      FourDoubles factors, values;
      base::load_four(x + row, factors);
      for (arma::uword c = 0; c < kSums; ++c) {
        base::load_four(tile + (column + c) * kSide + row, values);
        sums[c] += values * factors;
      }
    }
    for (arma::uword c = 0; c < kSums; ++c)
      y[column + c] += (sums[c][0] + sums[c][1]) + (sums[c][2] + sums[c][3]);
  }
}

/// A row meets the tiles from left to right: those on its own line when that is come to, those below the diagonal later.
template <class Number>
[[gnu::always_inline]] inline void add_product(const Number* tiles, arma::uword along, const double* x,
                                               double* y) {
  for (arma::uword i = 0; i < along; ++i) {
    for (arma::uword j = 0; j <= i; ++j, tiles += kTileSize) {
      add_rows(tiles, x + j * kSide, y + i * kSide);
      if (j < i) add_columns(tiles, x + i * kSide, y + j * kSide);
    }
  }
}

PREIMAGE_AVX2_CLONES void add_product_of_floats(const float* tiles, arma::uword along, const double* x,
                                                double* y) {
  add_product(tiles, along, x, y);
}

PREIMAGE_AVX2_CLONES void add_product_of_doubles(const double* tiles, arma::uword along, const double* x,
                                                 double* y) {
  add_product(tiles, along, x, y);
}

}  // namespace

PackedSymmetric::PackedSymmetric(const arma::mat& K) : size_(K.n_rows) {
  if (!K.is_square())
    throw NumericalError(fmt::format("packed matrix: {} x {}, expected a square", K.n_rows, K.n_cols));
  if (all_are_floats(K)) {
    tiles_ = packed<float>(K);
  } else {
    tiles_ = packed<double>(K);
  }
}

arma::vec PackedSymmetric::column(arma::uword j) const {
  arma::vec values(size_);
  const arma::uword own = j / kSide;
  std::visit(
      [&](const auto& tiles) {
        for (arma::uword i = 0; i < size_; ++i) {
          const arma::uword other = i / kSide;
          const arma::uword entry = other >= own ? tile_offset(other, own) + j % kSide * kSide + i % kSide
                                                 : tile_offset(own, other) + i % kSide * kSide + j % kSide;
          values(i) = tiles[entry];
        }
      },
      tiles_);
  return values;
}

arma::vec PackedSymmetric::product(const arma::vec& x) const {
  if (x.n_elem != size_)
    throw NumericalError(fmt::format("packed matrix of {} rows times {} values", size_, x.n_elem));
  const arma::uword along = tiles_along(size_);
  arma::vec padded(along * kSide, arma::fill::zeros), result(along * kSide, arma::fill::zeros);
  std::copy(x.begin(), x.end(), padded.begin());
  if (const auto* floats = std::get_if<std::vector<float>>(&tiles_)) {
    add_product_of_floats(floats->data(), along, padded.memptr(), result.memptr());
  } else {
    add_product_of_doubles(std::get<std::vector<double>>(tiles_).data(), along, padded.memptr(),
                           result.memptr());
  }
  result.resize(size_);
  return result;
}

}  // namespace preimage::linalg
