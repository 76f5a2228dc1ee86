#pragma once

#include <armadillo>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

namespace preimage::kernels {

/// A square matrix of kernel values (or distances) between the n samples of a data set, read block by block:
/// either held, or computed where it is asked for. So a data set costs nothing for what no learner looks at,
/// and may have more samples than a matrix of all pairs would fit in memory. Copies share what they hold.
class PairMatrix {
 public:
  /// |rows| x |columns|. Must be a pure function.
  using Block = std::function<arma::mat(const arma::uvec& rows, const arma::uvec& columns)>;

  PairMatrix() = default;  // of no samples
  /// Held. Requires a square matrix (NumericalError).
  template <class T>
  PairMatrix(const arma::Base<double, T>& values)  // NOLINT: a matrix is one already
      : PairMatrix(held(arma::mat(values.get_ref()))) {}

  /// A matrix that is never held: each call of submat computes its block anew.
  /// diagonal  n values
  static PairMatrix by_block(arma::vec diagonal, Block block);
  /// A matrix that is computed as a whole with the first block that is asked for, and held from then on.
  /// diagonal  n values
  static PairMatrix on_demand(arma::vec diagonal, std::function<arma::mat()> whole);

  /// The same matrix, which also knows which samples' rows have lost their digits to rounding
  /// (kernels/lost_digits.hpp). `lost` is called after the matrix was computed, if ever.
  PairMatrix with_lost_digits(std::function<arma::uvec()> lost) const;

  /// The same matrix with the block of `samples` against themselves held from the first look into it on, for
  /// whoever looks into it again and again (the inner folds of a training set).
  PairMatrix with_held(const arma::uvec& samples) const;

  arma::uword size() const { return diagonal_.n_elem; }
  /// How often anybody has looked into it, its copies or what was made of it.
  std::size_t looks() const { return *looks_; }
  /// n entries, 0 or 1; nothing where nobody told.
  std::optional<arma::uvec> lost_digits() const;
  const arma::vec& diag() const { return diagonal_; }
  /// throws std::invalid_argument where there are no samples
  arma::mat submat(const arma::uvec& rows, const arma::uvec& columns) const;
  double operator()(arma::uword row, arma::uword column) const;
  /// All pairs.
  /// cost  a copy, or what the block function takes; memory n^2
  arma::mat all() const;

 private:
  static PairMatrix held(arma::mat values);

  arma::vec diagonal_;
  Block block_;
  std::function<arma::uvec()> lost_digits_;
  /// Several threads may look at blocks that are computed anew.
  std::shared_ptr<std::atomic<std::size_t>> looks_ = std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace preimage::kernels
