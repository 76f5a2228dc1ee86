#include "preimage/outputs/output_sketch.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/linalg/incomplete_cholesky.hpp"
#include "preimage/linalg/triangular.hpp"

namespace preimage::outputs {

namespace {

constexpr arma::uword kRows = 1024;  // of kernel values at a time

arma::sp_mat subsampled(arma::uword p, arma::uword n, base::Random& random) {
  if (p > n)
    throw std::invalid_argument(
        fmt::format("an output sketch of {} out of {} training outputs, expected at most {}", p, n, n));
  const std::vector<std::size_t> order = random.permutation(n);
  arma::sp_mat S(p, n);
  for (arma::uword k = 0; k < p; ++k) S(k, order[k]) = 1.0;
  return S;
}

/// Row by row; one without an entry is drawn again.
arma::sp_mat sparsified(const OutputSketch& sketch, arma::uword n, base::Random& random) {
  if (!(sketch.density > 0.0))
    throw std::invalid_argument(
        fmt::format("an output sketch of density {}, expected more than 0", sketch.density));
  const double share = std::min(1.0, sketch.density / static_cast<double>(n));
  arma::sp_mat S(sketch.size, n);
  for (arma::uword k = 0; k < sketch.size; ++k) {
    bool is_empty = true;
    while (is_empty) {
      for (arma::uword i = 0; i < n; ++i) {
        if (!(random.uniform() < share)) continue;
        const bool is_gaussian = sketch.kind == SketchKind::p_sparsified_gaussian;
        S(k, i) = is_gaussian ? random.gaussian() : (random.below(2) == 0 ? 1.0 : -1.0);
        is_empty = false;
      }
    }
  }
  return S;
}

/// L S', n x p, by blocks of rows of L.
arma::mat sketched_gram(const kernels::Points& y, const arma::sp_mat& S) {
  const arma::uword n = y.size();
  std::vector<arma::uword> used;
  for (arma::uword i = 0; i < n; ++i) {
    if (S.col(i).n_nonzero > 0) used.push_back(i);
  }
  const arma::uvec columns(used);
  arma::mat dense(columns.n_elem, S.n_rows);
  for (arma::uword c = 0; c < columns.n_elem; ++c) dense.row(c) = arma::mat(S.col(columns(c))).t();
  const kernels::Points anew = y.without_held_gram(), some = anew.subset(columns);
  arma::mat result(n, S.n_rows);
  for (arma::uword begin = 0; begin < n; begin += kRows) {
    const auto rows = arma::regspace<arma::uvec>(begin, std::min(begin + kRows, n) - 1);
    result.rows(begin, rows.back()) = anew.subset(rows).cross_gram(some) * dense;
  }
  return result;
}

SketchedOutputs computed(const OutputSketch& sketch, const kernels::Points& y) {
  const arma::sp_mat S = sketch_matrix(sketch, y.size());
  SketchedOutputs result;
  result.coordinates = sketched_gram(y, S);
  const arma::mat own = S * result.coordinates;
  const linalg::IndependentCholesky R =
      linalg::independent_cholesky(0.5 * (own + own.t()), "Gram matrix of the output sketch");
  if (R.kept.is_empty()) throw NumericalError("Gram matrix of the output sketch: nothing but zeros");
  result.coordinates = result.coordinates.cols(R.kept);
  linalg::solve_lower_from_right(R.L, result.coordinates);
  result.expansion = arma::mat(S).rows(R.kept);
  linalg::solve_lower(R.L, result.expansion);
  const arma::vec left = y.squared_norms() - arma::sum(arma::square(result.coordinates), 1);
  result.residual_norm = arma::sqrt(arma::clamp(left, 0.0, arma::datum::inf));
  return result;
}

}  // namespace

arma::sp_mat sketch_matrix(const OutputSketch& sketch, arma::uword n) {
  base::Random random(sketch.seed);
  if (sketch.kind == SketchKind::subsample) return subsampled(sketch.size, n, random);
  return sparsified(sketch, n, random);
}

SketchedOutputs sketched_outputs(const OutputSketch& sketch, const kernels::Points& y,
                                 const regression::KeptArrays& kept) {
  SketchedOutputs result = kept.is_loading() ? SketchedOutputs() : computed(sketch, y);
  const arma::uword n = y.size();
  kept.field("sketch.coordinates", regression::Shape::up_to(n, n), result.coordinates);
  kept.field("sketch.beside", {n, 1}, result.residual_norm);
  kept.field("sketch.expansion", {result.coordinates.n_cols, n}, result.expansion);
  return result;
}

}  // namespace preimage::outputs
