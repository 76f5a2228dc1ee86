#include "preimage/outputs/output_sketch.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::outputs {

using testing::gaussian_matrix;
using testing::is_close;

namespace {

kernels::Points gaussian_points(const arma::mat& Y) {
  return kernels::Points::of<kernels::Vectors>(std::make_shared<const kernels::GaussianKernel>(1.5),
                                               std::make_shared<const kernels::Vectors>(Y));
}

const OutputSketch kSketches[] = {{SketchKind::subsample, 7, 20.0, 1},
                                  {SketchKind::p_sparsified_gaussian, 7, 5.0, 1},
                                  {SketchKind::p_sparsified_rademacher, 7, 2.0, 1}};

}  // namespace

TEST_CASE("coordinates and expansion are those of the projection on the span") {
  const arma::mat Y = gaussian_matrix(40, 3, 31);
  const kernels::Points y = gaussian_points(Y);
  const arma::mat L = y.gram();
  for (const OutputSketch& sketch : kSketches) {
    const arma::mat S(sketch_matrix(sketch, 40));
    const SketchedOutputs found = sketched_outputs(sketch, y);
    // Weights of the projection of each phi(y_i), by elimination.
    const arma::mat weights = arma::solve(arma::mat(S * L * S.t()), arma::mat(S * L)).t() * S;
    CHECK(is_close(arma::mat(found.coordinates * found.expansion), weights, 1e-9));
    CHECK(is_close(arma::mat(found.coordinates * found.coordinates.t()), arma::mat(weights * L * weights.t()),
                   1e-9));
    const arma::vec left = L.diag() - arma::sum(arma::square(found.coordinates), 1);
    CHECK(is_close(arma::square(found.residual_norm), left, 1e-9));
  }
}

TEST_CASE("a sketch of all outputs loses nothing, and equal outputs count once") {
  const arma::mat Y = gaussian_matrix(12, 3, 32);
  const kernels::Points y = gaussian_points(arma::join_cols(Y, Y));
  const SketchedOutputs found = sketched_outputs({SketchKind::subsample, 24, 0.0, 1}, y);
  CHECK(found.coordinates.n_cols == 12);
  CHECK(found.residual_norm.max() < 1e-6);
  CHECK(is_close(arma::mat(found.coordinates * found.coordinates.t()), y.gram(), 1e-10));
}

TEST_CASE("rows hold what they are said to hold, and the same seed gives the same sketch") {
  const arma::mat dense(sketch_matrix({SketchKind::p_sparsified_rademacher, 300, 4.0, 5}, 100));
  CHECK(std::abs(arma::accu(arma::abs(dense)) / 300.0 - 4.0) < 0.4);
  CHECK(arma::abs(dense).max() == 1.0);
  CHECK(arma::sum(arma::abs(dense), 1).min() > 0.0);
  for (const OutputSketch& sketch : kSketches) {
    const arma::mat first(sketch_matrix(sketch, 30)), second(sketch_matrix(sketch, 30));
    CHECK(arma::accu(arma::abs(first - second)) == 0.0);
  }
}

TEST_CASE("what cannot be sketched is refused") {
  CHECK_THROWS_AS(sketch_matrix({SketchKind::subsample, 31, 0.0, 1}, 30), std::invalid_argument);
  CHECK_THROWS_AS(sketched_outputs(kSketches[0], kernels::Points::given(arma::mat(9, 9, arma::fill::zeros))),
                  NumericalError);
  arma::mat poisoned(9, 9, arma::fill::eye);
  poisoned(3, 4) = arma::datum::nan;
  CHECK_THROWS_AS(sketched_outputs({SketchKind::subsample, 9, 0.0, 1}, kernels::Points::given(poisoned)),
                  NumericalError);
}

}  // namespace preimage::outputs
