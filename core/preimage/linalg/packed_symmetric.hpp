// A symmetric matrix that is multiplied by one vector after another: half of it is kept, so that half is read.
#pragma once

#include <armadillo>
#include <variant>
#include <vector>

namespace preimage::linalg {

/// The lower triangle of a symmetric matrix, in tiles of 64 x 64 numbers: as float where every entry is one (kernels
/// that count: whole numbers up to 2^24), as double otherwise. The products have the same bits either way.
class PackedSymmetric {
 public:
  PackedSymmetric() = default;  // 0 x 0
  /// K  n x n symmetric; its lower triangle is read
  /// throws  NumericalError (not square)
  /// memory  2 n^2 bytes as float, 4 n^2 as double
  explicit PackedSymmetric(const arma::mat& K);

  arma::uword size() const { return size_; }
  bool is_float() const { return std::holds_alternative<std::vector<float>>(tiles_); }
  /// Column j of K.  cost  n numbers
  arma::vec column(arma::uword j) const;
  /// K x. Equal rows of K give equal bits, wherever they stand: every row is summed in the same order, the same for every
  /// instruction set.
  /// x  n values;  cost  2 n^2 flops, n^2 / 2 numbers read
  arma::vec product(const arma::vec& x) const;

 private:
  arma::uword size_ = 0;
  std::variant<std::vector<float>, std::vector<double>> tiles_;  // (0, 0), (1, 0), (1, 1), (2, 0), ...
};

}  // namespace preimage::linalg
