// A symmetric matrix that is known by blocks on and below its diagonal, and is never whole.
#pragma once

#include <armadillo>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace preimage::linalg {

/// Rows x columns of a symmetric A, both ends included; asked only for blocks on and below the diagonal, of
/// which what lies above it is not looked at. Must be a pure function, which several threads may call at a
/// time.
using SymmetricBlock = std::function<arma::mat(const arma::span& rows, const arma::span& columns)>;

/// `width` and `rows` decide the last digits, the rest decides none.
struct TileOptions {
  arma::uword width = 768;  // columns of a panel
  arma::uword rows = 2048;  // of a tile, which one thread computes
  std::size_t threads = 1;
  bool holds = false;  // tiles that were asked for: 8 bytes for each entry on and below the diagonal
};

/// A in panels of columns, each from its diagonal on, and these in tiles that depend on n alone.
class SymmetricTiles {
 public:
  /// n >= 1;  what  of messages
  /// throws  std::invalid_argument (n, width, rows or threads 0)
  SymmetricTiles(arma::uword n, SymmetricBlock block, const TileOptions& options, std::string what);

  arma::uword size() const { return n_; }
  const TileOptions& options() const { return options_; }
  const std::string& what() const { return what_; }
  /// Columns of the panel that begins there.
  arma::span panel(arma::uword begin) const;
  /// Rows of its tiles: its diagonal block, then `rows` each, and smaller ones at the end, so that threads
  /// end together.
  std::vector<arma::span> tiles(const arma::span& panel) const;
  /// A block, a tile where it is to be held. Several threads may ask.
  /// throws  NumericalError (another shape than was asked for); what `block` throws
  std::shared_ptr<const arma::mat> block(const arma::span& rows, const arma::span& columns) const;

  /// A X, summed in one order: the same bits for any number of threads.
  /// X  n x q
  /// cost  half of A where it is not held, 2 n^2 q flops
  arma::mat times(const arma::mat& X) const;

 private:
  /// Its memory is laid out before the first tile is computed: what stays would otherwise lie between what a
  /// tile takes for a while, and the next one would find no hole of its size.
  struct HeldTile {
    HeldTile(arma::uword n_rows, arma::uword n_cols) : values(n_rows, n_cols, arma::fill::none) {}
    std::once_flag asked;
    arma::mat values;
  };
  arma::mat computed(const arma::span& rows, const arma::span& columns) const;

  arma::uword n_;
  SymmetricBlock block_;
  TileOptions options_;
  std::string what_;
  mutable std::map<std::array<arma::uword, 4>, HeldTile> held_;  // by first and last row and column
};

}  // namespace preimage::linalg
