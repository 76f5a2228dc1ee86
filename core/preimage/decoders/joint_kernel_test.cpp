// Regression followed by candidate search against the classifiers that score pairs of an input and an output
// by a joint kernel: "the equations are identical if the joint feature space is defined via K_XY((x, y), (x',
// y')) = K_X(x, x') K_Y(y, y') when the output feature space data has norm one".
//                                                               [Cortes, Mohri and Weston 2005, footnote 3]
#include <doctest/doctest.h>

#include "preimage/decoders/candidate_decoder.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "testing/toy_data.hpp"

namespace preimage::decoders {

namespace {

using testing::gaussian_matrix;

constexpr arma::uword kTrain = 20, kTest = 60, kCandidates = 12;
constexpr double kRidge = 0.1;

struct Toy {
  arma::mat K, K_test_train;      // of the inputs
  arma::mat outputs, candidates;  // in output feature space
};

/// The candidates are the training outputs' own and others.
Toy make_toy() {
  const arma::mat X = gaussian_matrix(kTrain, 3, 1), Z = gaussian_matrix(kTest, 3, 2);
  const arma::mat outputs = gaussian_matrix(kTrain, 4, 3);
  return {X * X.t() + 1.0, Z * X.t() + 1.0, outputs,
          arma::join_cols(outputs.head_rows(5), gaussian_matrix(kCandidates - 5, 4, 4))};
}

Toy with_norms(Toy toy, double norm) {
  toy.outputs = norm * arma::normalise(toy.outputs, 2, 1);
  toy.candidates = norm * arma::normalise(toy.candidates, 2, 1);
  return toy;
}

/// argmin_y K_Y(y, y) - 2 K_Y^y' (K_X + ridge I)^-1 K_X^x
arma::uvec by_regression(const Toy& toy) {
  const arma::mat weights =
      toy.K_test_train * regression::ridge_dual_operator(toy.K, regression::RidgeForm::plain, kRidge);
  return nearest_by_coordinates(weights * toy.outputs, toy.candidates,
                                arma::uvec(kCandidates, arma::fill::ones))
      .positions;
}

/// argmax_y w . Phi_XY(x, y), w = sum_ij alpha_ij Phi_XY(x_i, y_j), alpha = (K_X + ridge I)^-1, in explicit
/// sums over the joint kernel of all pairs.   [eq. (13)]
arma::uvec by_joint_kernel(const Toy& toy) {
  const arma::mat alpha = regression::ridge_dual_operator(toy.K, regression::RidgeForm::plain, kRidge);
  const arma::mat K_Y = toy.outputs * toy.candidates.t();
  arma::mat scores(kTest, kCandidates, arma::fill::zeros);
  for (arma::uword x = 0; x < kTest; ++x) {
    for (arma::uword y = 0; y < kCandidates; ++y) {
      for (arma::uword i = 0; i < kTrain; ++i) {
        for (arma::uword j = 0; j < kTrain; ++j) {
          const double K_XY = toy.K_test_train(x, i) * K_Y(j, y);
          scores(x, y) += alpha(i, j) * K_XY;
        }
      }
    }
  }
  return arma::index_max(scores, 1);
}

}  // namespace

TEST_CASE(
    "with outputs of norm one, or any one norm, candidate search takes what the joint kernel scores "
    "highest") {
  for (const double norm : {1.0, 3.0}) {
    const Toy toy = with_norms(make_toy(), norm);
    const arma::uvec regression = by_regression(toy);
    CHECK(arma::all(regression == by_joint_kernel(toy)));
    CHECK(arma::uvec(arma::unique(regression)).n_elem > 5);  // different answers, not one for all
  }
}

TEST_CASE("with outputs of different norms it does not: long candidates score high and lie far away") {
  const Toy toy = make_toy();
  const arma::uvec regression = by_regression(toy), joint = by_joint_kernel(toy);
  CHECK(arma::accu(regression != joint) > kTest / 4);
  const arma::vec norms = arma::sum(arma::square(toy.candidates), 1);
  CHECK(arma::mean(arma::vec(norms(joint))) > arma::mean(arma::vec(norms(regression))));
}

}  // namespace preimage::decoders
