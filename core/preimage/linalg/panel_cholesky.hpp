// A Cholesky factorisation of a matrix that may fill half of the memory: by panels of columns, each stored
// from its diagonal on, so that n = 60,000 takes 14.4 GB. What is finished can be kept outside, panel by
// panel.
#pragma once

#include <armadillo>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "preimage/linalg/symmetric_tiles.hpp"

namespace preimage::linalg {

/// Keeps finished panels, so that a factorisation that was cut short goes on from them.
class PanelKeeper {
 public:
  virtual ~PanelKeeper() = default;
  /// Called once, before any panel. Where what is kept is of another matrix, the keeper is to drop it.
  /// matrix  in words: size, width of the panels, and what the caller says of its entries
  /// bytes   of all panels together
  virtual void begin(const std::string& matrix, std::uint64_t bytes) = 0;
  /// Fills a panel as it was given to `put`. False where it has none, or a damaged one.
  virtual bool take(std::size_t panel, std::span<std::byte> values) = 0;
  /// Each panel that was computed, once, in order; from a thread of its own, while `take` is asked for the
  /// next one and it is computed. What it throws the factorisation throws.
  virtual void put(std::size_t panel, std::span<const std::byte> values) = 0;
};

/// How it is done; `threads` beside that of the keeper.
struct PanelOptions : TileOptions {
  PanelKeeper* keeper = nullptr;  // or none
  std::string matrix_words = {};  // what tells the matrix from others, for the keeper
  /// No eigenvalue of A is smaller, but for rounding: where that bounds the condition, it is not estimated.
  double least_eigenvalue = 0.0;
  /// Bytes that may be taken beside the factor, or by a second one; nothing: what the system has.
  std::optional<std::uint64_t> memory = {};
};

/// Numbers in the panels of an n x n matrix.
std::uint64_t panel_numbers(arma::uword n, arma::uword width = TileOptions().width);
/// Their bytes in double precision.
std::uint64_t panel_bytes(arma::uword n, arma::uword width = TileOptions().width);

/// A = L L' of a symmetric positive definite A. Left-looking: a panel is filled, reduced by all finished ones
/// (dsyrk, dgemm), its diagonal block factorised (dpotrf), the rest of it solved (dtrsm).
/// The work is cut into tiles that depend on n alone, and each is done by one thread with BLAS of one thread:
/// the same bits for any number of threads.
/// Number  double, or float: entries of A are rounded as each tile comes, and A is never whole in double
///         precision
template <class Number>
class PanelCholeskyOf {
 public:
  /// A        by its tiles; looked at until this returns
  /// options  keeper and what is known of A
  /// throws   NumericalError (an entry that is not finite as a Number, not positive definite, singular to
  ///          working precision); what A's blocks throw
  /// cost     half of A, and again where a bound does not answer the condition; n^3 / 3 flops; memory
  ///          panel_numbers, and per thread a tile
  PanelCholeskyOf(const SymmetricTiles& A, const PanelOptions& options);

  arma::uword size() const { return n_; }
  /// The certain reciprocal condition number (condition.hpp), or a bound above kFewDigits.
  double rcond() const { return rcond_; }
  /// A^-1 B.  B  n x q
  /// cost  2 n^2 q flops, the panels are read twice
  arma::Mat<Number> solve(arma::Mat<Number> B) const;

 private:
  /// (n - begin) x columns; what lies above the diagonal is no part of it.
  struct Panel {
    Panel(arma::uword first, arma::uword n, arma::uword columns)
        : begin(first), values(n - first, columns, arma::fill::none) {}
    arma::uword begin;  // its first row and column
    arma::Mat<Number> values;
  };
  void factorise(const SymmetricTiles& A, const PanelOptions& options);
  void compute(Panel& panel, const SymmetricTiles& A) const;
  void fill_and_reduce(Panel& panel, const arma::span& rows, const SymmetricTiles& A) const;
  void forward(arma::Mat<Number>& B) const;
  void backward(arma::Mat<Number>& B) const;
  double certain_condition(const SymmetricTiles& A, double least_eigenvalue) const;
  double scaled_norm(const arma::vec& root_diagonal, const SymmetricTiles& A) const;
  arma::vec diagonal() const;     // of A
  double smallest_pivot() const;  // min L_ii^2

  arma::uword n_;
  double rcond_ = 1.0;
  std::string what_;
  std::vector<Panel> panels_;
};

using PanelCholesky = PanelCholeskyOf<double>;
using SinglePanelCholesky = PanelCholeskyOf<float>;

}  // namespace preimage::linalg
