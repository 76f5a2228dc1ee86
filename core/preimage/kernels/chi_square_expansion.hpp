// Scores of very many histograms (the windows of an image) against one chi-square expansion.
#pragma once

#include <cstddef>
#include <vector>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// score(h) = sum_i c_i k(h_i, h) = sum_b g_b(h_b),  g_b(v) = sum_i c_i 2 h_ib v / (h_ib + v):
/// the kernel is additive, so whoever needs g_b at the same few values again and again tabulates it, and a
/// histogram costs a look-up per filled bin whatever the number of h_i [Maji, Berg and Malik 2008].
class ChiSquareExpansion {
 public:
  /// support  n x d histograms;  coefficients  n
  /// throws   std::invalid_argument where support holds no histograms, NumericalError where the coefficients are not n
  ///          finite numbers
  ChiSquareExpansion(const Vectors& support, const arma::vec& coefficients);

  std::size_t n_bins() const { return begins_.size() - 1; }
  /// sum_i |c_i|
  double sum_of_sizes() const { return sum_of_sizes_; }

  /// g_b(value). Requires bin < d, value >= 0.
  /// cost  O(h_i in which the bin is filled)
  double term(std::size_t bin, double value) const;

 private:
  struct Entry {
    double value, coefficient;
  };
  std::vector<Entry> entries_;       // where neither is 0, bin by bin
  std::vector<std::size_t> begins_;  // of each bin, and the end of the last
  double sum_of_sizes_;
};

}  // namespace preimage::kernels
