#include "preimage/regression/refined_ridge.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "preimage/base/available_memory.hpp"
#include "preimage/base/error.hpp"
#include "preimage/linalg/conjugate_gradients.hpp"

namespace preimage::regression {

namespace {

constexpr arma::uword kSamplesPerOutput = 64;
constexpr std::uint64_t kHeldTiles = std::uint64_t{5} << 30;  // bytes; of 36,000 samples
constexpr arma::uword kMostIterations = 30;                   // an eighth each: 1e-27
constexpr double kRoundingOfResiduals = 8.0 * std::numeric_limits<double>::epsilon();

arma::rowvec column_lengths(const arma::mat& M) {
  return arma::sqrt(arma::sum(arma::square(M), 0));
}

/// Columns of length 1 are in the range of single precision, whatever they come from.
arma::mat solve_in_single(const linalg::SinglePanelCholesky& factor, arma::mat B) {
  arma::rowvec lengths = column_lengths(B);
  lengths.replace(0.0, 1.0);
  B.each_row() /= lengths;
  arma::mat X = arma::conv_to<arma::mat>::from(factor.solve(arma::conv_to<arma::fmat>::from(B)));
  X.each_row() %= lengths;
  return X;
}

}  // namespace

bool holds_tiles(arma::uword n, const std::optional<std::uint64_t>& memory) {
  const std::uint64_t bytes = linalg::panel_bytes(n);
  return bytes <= kHeldTiles && !base::too_little_memory(bytes + refined_bytes(n), memory);
}

std::uint64_t refined_bytes(arma::uword n) {
  return linalg::panel_numbers(n) * sizeof(float);
}

bool can_be_refined(const arma::vec& diagonal, arma::uword n_outputs, double ridge) {
  constexpr double kUnit = 1.0 / (1 << 24);
  const arma::uword n = diagonal.n_elem;
  return n >= kRefinedFrom && n_outputs * kSamplesPerOutput <= n &&
         ridge >= 16.0 * std::sqrt(static_cast<double>(n)) * kUnit * diagonal.max();
}

std::optional<RefinedSolution> refined_solution(const linalg::SymmetricTiles& A, const arma::mat& Y,
                                                const arma::vec& diagonal,
                                                const linalg::PanelOptions& options) {
  std::shared_ptr<const linalg::SinglePanelCholesky> factor;
  try {
    factor = std::make_shared<const linalg::SinglePanelCholesky>(A, options);
  } catch (const NumericalError&) {  // in double precision it is told why, where that fails, too
    return std::nullopt;
  }
  const auto solve = [factor](const arma::mat& B) { return solve_in_single(*factor, B); };
  const arma::vec root = arma::sqrt(diagonal);
  const arma::rowvec of_outputs = column_lengths(Y);
  const auto is_solved = [&](const linalg::ConjugateGradients& now) {
    return arma::all(column_lengths(now.residual) <=
                     kRoundingOfResiduals *
                         (arma::norm(root) * column_lengths(now.X.each_col() % root) + of_outputs));
  };
  linalg::ConjugateGradients found = linalg::conjugate_gradients(
      [&A](const arma::mat& V) { return A.times(V); }, solve, Y,
      [&](const linalg::ConjugateGradients& now) { return is_solved(now) || !now.residual.is_finite(); },
      kMostIterations);
  if (!is_solved(found)) return std::nullopt;
  return RefinedSolution{std::move(found.X), found.iterations, factor->rcond(), solve};
}

}  // namespace preimage::regression
