// Kernel values between samples: what regression, decoders and models read of a kernel.
#pragma once

#include <armadillo>
#include <functional>
#include <memory>
#include <optional>

namespace preimage::kernels {

/// throws  MemoryError where as many kernel values take more than 1 GiB and would not fit, before they are
///         allocated
void require_gram_memory(arma::uword rows, arma::uword columns);

/// throws  std::invalid_argument: samples without a kernel were asked for kernel values
[[noreturn]] void fail_without_kernel();

/// The n x m matrix of k(x_i, z_j), and of the squared distances between their points, read block by block:
/// held, or computed where a block is asked for. A data set costs nothing for what no method reads, and may
/// have more samples than a matrix of all pairs would fit in memory. A value. Copies share what is held; the
/// first that asks computes it, once, however many threads ask at a time.
class Gram {
 public:
  /// |rows| x |columns|. A pure function, which several threads may call at a time.
  using Block = std::function<arma::mat(const arma::uvec& rows, const arma::uvec& columns)>;

  Gram() = default;  // of no samples

  /// Held. Of a square one, squared distances are K_ii + K_jj - 2 K_ij.
  explicit Gram(arma::mat values);

  /// What a Gram matrix is computed from.
  struct Source {
    arma::uword n_rows = 0, n_columns = 0;
    Block values;
    Block squared_distances = {};              // or of values, where it is square
    std::function<arma::vec()> diagonal = {};  // n values, of a square one; or of values
  };
  explicit Gram(Source source);

  arma::uword n_rows() const { return rows_ ? rows_->n_elem : n_rows_; }
  arma::uword n_columns() const { return columns_ ? columns_->n_elem : n_columns_; }

  /// |rows| x |columns|.
  /// throws  std::invalid_argument where there are no samples, std::out_of_range for a number that is none of
  ///         theirs; NumericalError where a kernel returns a block of another shape; MemoryError for a block
  ///         of more than 1 GiB that would not fit
  arma::mat block(const arma::uvec& rows, const arma::uvec& columns) const;
  /// The same of consecutive ones, both ends included.
  arma::mat block(const arma::span& rows, const arma::span& columns) const;
  arma::mat squared_distances(const arma::uvec& rows, const arma::uvec& columns) const;
  /// memory  n m numbers
  arma::mat all() const;
  arma::mat all_squared_distances() const;
  /// k(x_i, x_i), n values.
  /// throws  std::invalid_argument where rows and columns are not the same samples
  arma::vec diagonal() const;

  /// Rows `rows` and columns `columns`, in that order.
  Gram subset(const arma::uvec& rows, const arma::uvec& columns) const;

  /// k(x, z) = exp(-d^2(x, z) / (2 sigma^2)) of these squared distances; exactly symmetric where they are.
  Gram gaussian(double sigma) const;

  /// The same with all squared distances held from the first block of them on: for several bandwidths.
  Gram with_held_distances() const;

 private:
  struct State;
  arma::uvec all_rows() const;
  arma::uvec all_columns() const;
  const State& state() const;

  std::shared_ptr<const State> state_;
  std::optional<arma::uvec> rows_, columns_;  // of the state's; or all
  arma::uword n_rows_ = 0, n_columns_ = 0;
};

}  // namespace preimage::kernels
