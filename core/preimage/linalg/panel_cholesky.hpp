// A Cholesky factorisation of a matrix that may fill half of the memory: by panels of columns, each stored
// from its diagonal on, so that n = 60,000 takes 14.4 GB. What is finished can be kept outside, panel by
// panel.
#pragma once

#include <armadillo>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace preimage::linalg {

/// Keeps finished panels, so that a factorisation that was cut short goes on from them.
class PanelKeeper {
 public:
  virtual ~PanelKeeper() = default;
  /// Called once, before any panel. Where what is kept is of another matrix, the keeper is to drop it.
  /// matrix  in words: size, width of the panels, and what the caller says of its entries
  /// bytes   of all panels together
  virtual void begin(const std::string& matrix, std::uint64_t bytes) = 0;
  /// Fills the `count` numbers of a panel as they were given to `put`. False where it has none, or a damaged
  /// one.
  virtual bool take(std::size_t panel, double* values, std::size_t count) = 0;
  /// Each panel that was computed, once, in order; from a thread of its own, while `take` is asked for the
  /// next one and it is computed. What it throws the factorisation throws.
  virtual void put(std::size_t panel, const double* values, std::size_t count) = 0;
};

/// How it is done: `width` and `rows` decide the last digits, the rest decides none.
struct PanelOptions {
  arma::uword width = 768;        // columns of a panel
  arma::uword rows = 2048;        // of a tile, which one thread computes
  std::size_t threads = 1;        // beside that of the keeper
  PanelKeeper* keeper = nullptr;  // or none
  std::string matrix_words = {};  // what tells the matrix from others, for the keeper
  /// No eigenvalue of A is smaller, but for rounding: where that bounds the condition, it is not estimated.
  double least_eigenvalue = 0.0;
};

/// Bytes of the panels of an n x n matrix.
std::uint64_t panel_bytes(arma::uword n, arma::uword width = PanelOptions().width);

/// A = L L' of a symmetric positive definite A. Left-looking: a panel is filled, reduced by all finished ones
/// (dsyrk, dgemm), its diagonal block factorised (dpotrf), the rest of it solved (dtrsm).
/// The work is cut into tiles that depend on n alone, and each is done by one thread with BLAS of one thread:
/// the same bits for any number of threads.
class PanelCholesky {
 public:
  /// Rows x columns of A, both ends included; asked only for blocks on and below the diagonal, of which what
  /// lies above it is not looked at. Must be a pure function, which several threads may call at a time.
  using Block = std::function<arma::mat(const arma::span& rows, const arma::span& columns)>;

  /// n >= 1;  what  of messages
  /// throws   std::invalid_argument (n, width or rows 0); NumericalError (a block of another shape, an entry
  ///          that is not finite, not positive definite, singular to working precision); what `block` throws
  /// cost     half of A, and again where a bound does not answer the condition; n^3 / 3 flops; memory
  ///          panel_bytes, and per thread a tile
  PanelCholesky(arma::uword n, const Block& block, const PanelOptions& options, const std::string& what);

  arma::uword size() const { return n_; }
  /// The certain reciprocal condition number (condition.hpp), or a bound above kFewDigits.
  double rcond() const { return rcond_; }
  /// A^-1 B.  B  n x q;  cost  2 n^2 q flops, the panels are read twice
  arma::mat solve(arma::mat B) const;

 private:
  struct Panel {
    arma::uword begin;  // its first row and column
    arma::mat values;   // (n - begin) x columns; what lies above the diagonal is no part of it
  };
  void factorise(const Block& block, const PanelOptions& options);
  void compute(Panel& panel, const Block& block, const PanelOptions& options) const;
  void fill_and_reduce(Panel& panel, const arma::span& rows, const Block& block) const;
  void forward(arma::mat& B) const;
  void backward(arma::mat& B) const;
  double certain_condition(const Block& block, const PanelOptions& options) const;
  double scaled_norm(const arma::vec& root_diagonal, const Block& block, const PanelOptions& options) const;
  arma::vec diagonal() const;     // of A
  double smallest_pivot() const;  // min L_ii^2

  arma::uword n_;
  double rcond_ = 1.0;
  std::string what_;
  std::vector<Panel> panels_;
};

}  // namespace preimage::linalg
