#include "preimage/regression/hard_margin.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace preimage::regression {

namespace {

constexpr double kRoundingOfRows = std::numeric_limits<float>::epsilon() / 2.0;

}  // namespace

HardMarginSolver::HardMarginSolver(const arma::mat& K, const arma::vec& diagonal, double tolerance)
    : K_(K, diagonal),
      scale_(smo::scale_to_float(std::max(K.diag().max(), diagonal.max()))),
      stride_(smo::whole_blocks(K.n_rows)),
      rows_(K.n_rows * stride_, 0.0F),
      diagonal_(stride_, 1.0),
      tolerance_(tolerance) {
  for (arma::uword i = 0; i < K.n_rows; ++i) {
    float* const row = rows_.data() + i * stride_;
    for (arma::uword j = 0; j < K.n_rows; ++j) row[j] = static_cast<float>(K_(j, i) * scale_);
    diagonal_[i] = K_.diagonal(i) * scale_;
    row[i] = static_cast<float>(diagonal_[i]);
  }
}

DualFunction HardMarginSolver::train(const std::vector<int>& signs) const {
  const std::vector<double> y(signs.begin(), signs.end());
  std::vector<double> linear(y.size());
  std::transform(y.begin(), y.end(), linear.begin(), [](double sign) { return -sign; });
  smo::Duals duals(y, linear, std::numeric_limits<double>::infinity());
  const double largest = *std::max_element(diagonal_.begin(), diagonal_.begin() + K_.size());
  const auto may_be_wrong = [&] {  // rows are rounded: by how much a gradient may be off
    const double sum = std::accumulate(duals.alpha.begin(), duals.alpha.end(), 0.0);
    return duals.was_not_convex || !(kRoundingOfRows * largest * sum < tolerance_ / 4.0);
  };
  const arma::uword patience = 100000 + 100 * K_.size();
  const bool is_solved = smo::solve(
      duals, [&](arma::uword i, int) { return rows_.data() + i * stride_; }, diagonal_, tolerance_,
      [&](arma::uword step) { return step >= patience && may_be_wrong(); });
  return finish(K_, duals, scale_, is_solved && !may_be_wrong(), tolerance_);
}

}  // namespace preimage::regression
