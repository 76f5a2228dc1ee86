#include "preimage/linalg/whole_distances.hpp"

#include <algorithm>
#include <cmath>

#include "preimage/base/target_clones.hpp"
#include "preimage/linalg/block_blas.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/symmetric.hpp"

namespace preimage::linalg {

namespace {

constexpr double kLargestSum = 0x1p24;       // up to it single precision holds every whole number
constexpr double kWidest = 2048.0;           // of a coordinate: with less than 16 at once nothing is gained
constexpr arma::uword kColumns = 512;        // of the result, whose inner products stay in the cache
constexpr double kRoundsToWhole = 0x1.8p52;  // a double near it has no digits behind the point
constexpr double kLargestWhole = 0x1p51;     // up to it, in either direction, the test below is right

/// Of numbers up to kLargestWhole.
PREIMAGE_AVX2_CLONES bool are_whole(const double* values, arma::uword count) {
  arma::uword broken = 0;
  for (arma::uword i = 0; i < count; ++i) {
    const double whole = (values[i] + kRoundsToWhole) - kRoundsToWhole;
    broken += whole == values[i] ? 0 : 1;
  }
  return broken == 0;
}

/// Where coordinates are measured from, and how many are multiplied at once: 0 where single precision will not do.
struct Frame {
  arma::rowvec origin;
  arma::uword at_once = 0;
};

Frame frame_of(const arma::mat& A, const arma::mat& B) {
  Frame frame{arma::rowvec(A.n_cols)};
  double farthest = 1.0;
  for (arma::uword f = 0; f < A.n_cols; ++f) {
    if (!are_whole(A.colptr(f), A.n_rows) || !are_whole(B.colptr(f), B.n_rows)) return frame;
    const auto [A_low, A_high] = std::minmax_element(A.begin_col(f), A.end_col(f));
    const auto [B_low, B_high] = std::minmax_element(B.begin_col(f), B.end_col(f));
    const double low = std::min(*A_low, *B_low), high = std::max(*A_high, *B_high);
    if (!(low >= -kLargestWhole && high <= kLargestWhole && high - low <= kWidest)) return frame;
    frame.origin(f) = std::floor(0.5 * low + 0.5 * high);
    farthest = std::max(farthest, high - frame.origin(f));
  }
  frame.at_once = static_cast<arma::uword>(kLargestSum / (farthest * farthest));
  return frame;
}

/// X - origin, exactly, and its squared norms.
struct Moved {
  arma::fmat rows;
  arma::vec norms;
};

Moved moved_to(const arma::mat& X, const arma::rowvec& origin) {
  Moved moved{arma::fmat(X.n_rows, X.n_cols, arma::fill::none), arma::vec(X.n_rows, arma::fill::zeros)};
  for (arma::uword f = 0; f < X.n_cols; ++f) {
    const double* from = X.colptr(f);
    float* to = moved.rows.colptr(f);
    double* norms = moved.norms.memptr();
    for (arma::uword i = 0; i < X.n_rows; ++i) {
      const double value = from[i] - origin.at(f);
      to[i] = static_cast<float>(value);
      norms[i] += value * value;
    }
  }
  return moved;
}

PREIMAGE_AVX2_CLONES void begin_distances(double* column, const float* products, const double* A_norms,
                                          double B_norm, arma::uword count) {
  for (arma::uword i = 0; i < count; ++i)
    column[i] = A_norms[i] + B_norm - 2.0 * static_cast<double>(products[i]);
}

PREIMAGE_AVX2_CLONES void go_on_with_distances(double* column, const float* products, arma::uword count) {
  for (arma::uword i = 0; i < count; ++i) column[i] -= 2.0 * static_cast<double>(products[i]);
}

}  // namespace

std::optional<arma::mat> squared_distances_of_whole_numbers(const arma::mat& A, const arma::mat& B) {
  require_same_width(A, B);
  if (A.is_empty() || B.is_empty()) return std::nullopt;
  const Frame frame = frame_of(A, B);
  if (frame.at_once == 0) return std::nullopt;
  const bool is_one = &A == &B;  // then half of the entries are mirrored
  const Moved a = moved_to(A, frame.origin), other = is_one ? Moved() : moved_to(B, frame.origin);
  const Moved& b = is_one ? a : other;
  arma::mat distances(A.n_rows, B.n_rows, arma::fill::none);
  arma::fmat products;
  for (arma::uword begin = 0; begin < B.n_rows; begin += kColumns) {
    const arma::uword top = is_one ? begin : 0;
    products.set_size(A.n_rows - top, std::min(kColumns, B.n_rows - begin));
    for (arma::uword f = 0; f < A.n_cols; f += frame.at_once) {
      multiply_by_transposed({products.n_rows, products.n_cols, std::min(frame.at_once, A.n_cols - f)},
                             a.rows.colptr(f) + top, A.n_rows, b.rows.colptr(f) + begin, B.n_rows,
                             products.memptr());
      for (arma::uword j = 0; j < products.n_cols; ++j) {
        double* column = distances.colptr(begin + j) + top;
        if (f == 0)
          begin_distances(column, products.colptr(j), a.norms.memptr() + top, b.norms(begin + j),
                          products.n_rows);
        else
          go_on_with_distances(column, products.colptr(j), products.n_rows);
      }
    }
  }
  if (is_one) mirror_lower(distances);
  return distances;
}

}  // namespace preimage::linalg
