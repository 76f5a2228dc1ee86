#include "preimage/regression/kernel_ridge.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

/// (A + ridge I)^-1 by Gaussian elimination, whatever A is.
arma::mat inverse(arma::mat A, double ridge) {
  A.diag() += ridge;
  return arma::inv(A);
}

/// 60 points around 10 centres in 16 dimensions, scaled so that squared distances range about a median of 1:
/// then the bandwidths 1e-3 .. 1e3 run from "all alike" to "all alone".
arma::mat clustered_inputs() {
  const arma::mat centres = gaussian_matrix(10, 16, 11);
  const arma::mat noise = gaussian_matrix(60, 16, 12);
  return (arma::repmat(centres, 6, 1) + 0.4 * noise) / 6.0;
}

}  // namespace

TEST_CASE("both forms of the ridge smoother equal their formulas") {
  const arma::mat X = gaussian_matrix(20, 4, 1);
  const arma::mat K = gaussian_gram(X, X, 0.3);
  for (double ridge : {1e-3, 0.1, 10.0}) {
    CAPTURE(ridge);
    CHECK(is_close(ridge_dual_operator(K, RidgeForm::plain, ridge), inverse(K, ridge), 1e-11));
    CHECK(is_close(ridge_dual_operator(K, RidgeForm::squared, ridge), inverse(K.t() * K, ridge) * K.t(),
                   1e-10));
  }
}

TEST_CASE("the steps from the least squares problem to its solution hold for the ridge") {
  // Cortes, Mohri and Weston 2005, proof of proposition 2.1: M_X is N1 x m, M_Y is N2 x m, W is N2 x N1.
  const arma::mat M_X = gaussian_matrix(4, 9, 21), M_Y = gaussian_matrix(3, 9, 22);
  const double gamma = 0.3;
  const auto problem = [&](const arma::mat& W) {  // (2), sample by sample and entry by entry
    double sum = 0.0;
    for (arma::uword i = 0; i < M_X.n_cols; ++i) {
      for (arma::uword f = 0; f < M_Y.n_rows; ++f) {
        double predicted = 0.0;
        for (arma::uword k = 0; k < M_X.n_rows; ++k) predicted += W(f, k) * M_X(k, i);
        sum += (predicted - M_Y(f, i)) * (predicted - M_Y(f, i));
      }
    }
    for (const double w : W) sum += gamma * w * w;
    return sum;
  };
  const auto in_matrices = [&](const arma::mat& W) {  // (4)
    return std::pow(arma::norm(W * M_X - M_Y, "fro"), 2) + gamma * std::pow(arma::norm(W, "fro"), 2);
  };
  const auto derivative = [&](const arma::mat& W) -> arma::mat {  // (5)
    return 2.0 * (W * M_X - M_Y) * M_X.t() + 2.0 * gamma * W;
  };
  const arma::mat W = gaussian_matrix(3, 4, 23);
  CHECK(is_close(in_matrices(W), problem(W), 1e-13));
  for (arma::uword e = 0; e < W.n_elem; ++e) {  // of a quadratic central differences are exact
    arma::mat step(3, 4, arma::fill::zeros);
    step(e) = 0.5;
    CHECK(is_close(derivative(W)(e), problem(W + step) - problem(W - step), 1e-12, 1e-12));
  }
  // (6): the normal equations W (M_X M_X' + gamma I) = M_Y M_X', by elimination, without a kernel.
  arma::mat A = M_X * M_X.t(), rest = M_Y * M_X.t();
  A.diag() += gamma;
  for (arma::uword k = 0; k < 4; ++k) {
    rest.col(k) /= A(k, k);
    A.col(k) /= A(k, k);
    for (arma::uword j = 0; j < 4; ++j) {
      if (j == k) continue;
      rest.col(j) -= A(k, j) * rest.col(k);
      A.col(j) -= A(k, j) * A.col(k);
    }
  }
  const arma::mat solution = rest;
  CHECK(arma::abs(derivative(solution)).max() < 1e-12);
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    CHECK(problem(solution) < problem(solution + 0.01 * gaussian_matrix(3, 4, 100 + seed)));
  const arma::mat ours = M_Y * ridge_dual_operator(M_X.t() * M_X, RidgeForm::plain, gamma) * M_X.t();  // (3)
  CHECK(is_close(ours, solution, 1e-11, 1e-12));
}

TEST_CASE("one eigendecomposition serves the squared form for a list of ridges") {
  const arma::mat X = gaussian_matrix(20, 5, 2);
  const arma::mat K = X * X.t();  // rank 5: needs its ridge
  const SquaredRidgePath path(input_gram_matrix(K));
  for (double ridge : {1e-3, 0.1, 1.0, 10.0}) {
    CAPTURE(ridge);
    // What elimination gives is known to eps |K|^2 / ridge, 1e-8 at the smallest ridge.
    CHECK(is_close(path.smoother(ridge), inverse(K.t() * K, ridge) * K.t(), std::max(1e-10, 1e-11 / ridge)));
  }
}

TEST_CASE("without a ridge the squared form of a regular matrix is its inverse") {
  const arma::mat X = gaussian_matrix(8, 3, 3);
  const arma::mat K = gaussian_gram(X, X, 2.0);
  CHECK(is_close(SquaredRidgePath(input_gram_matrix(K)).smoother(0.0), arma::inv(K), 1e-9));
}

TEST_CASE("without a ridge samples that occur twice are refused, by every route") {
  arma::uword accepted = 0, sets = 0;
  for (const arma::uword n : {3, 10, 30, 80}) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      arma::mat X = gaussian_matrix(n, 2, 900 + seed);
      X.row(n - 1) = X.row(seed % (n - 1));
      const arma::mat line = arma::join_rows(X, gaussian_matrix(n, n, 990 + seed));
      arma::mat Z = line;
      Z.row(n - 1) = Z.row(seed % (n - 1));
      for (const arma::mat& K :
           {gaussian_gram(X, X, 2.0), gaussian_gram(X, X, 200.0), arma::mat(Z * Z.t())}) {
        ++sets;
        const arma::mat Y(n, 1, arma::fill::ones);
        const auto throws = [](const auto& solve) {
          return !thrown_message<NumericalError>(solve).starts_with("(");
        };
        accepted += throws([&] { ridge_dual_operator(K, RidgeForm::plain, 0.0); }) ? 0 : 1;
        accepted += throws([&] { HeldOutRidge(K, Y, {1, n - 1}).predictions(0.0); }) ? 0 : 1;
        accepted += throws([&] { fit_ridge(kernels::Gram(K), Y, 0.0); }) ? 0 : 1;
      }
    }
  }
  CHECK(sets == 360);
  CHECK(accepted == 0);
}

TEST_CASE("a ridge below the rounding of the Gram matrix is refused by held-out folds as by the fit") {
  const arma::mat Z = gaussian_matrix(400, 4, 14), y = gaussian_matrix(400, 1, 15);
  for (const double ridge : {1e-14, 1e-11, 1e-6}) {  // the fold's own equations, 4 x 4, are regular
    CAPTURE(ridge);
    const auto fit = [&] { ridge_dual_operator(Z * Z.t(), RidgeForm::plain, ridge); };
    const auto folds = [&] { HeldOutRidge(Z * Z.t(), y, {200, 200}).predictions(ridge); };
    CHECK(thrown_message<NumericalError>(fit).starts_with("input") == (ridge == 1e-14));
    CHECK(thrown_message<NumericalError>(folds).starts_with("input") == (ridge == 1e-14));
  }
}

TEST_CASE("a small ridge on few directions is solved, and says that digits are lost") {
  const arma::mat X = gaussian_matrix(100, 4, 16), K = X * X.t();
  double rcond = 0.0;
  ridge_dual_operator(input_gram_matrix(K), RidgeForm::plain, 1e-12, &rcond);
  CHECK(rcond < linalg::kFewDigits);
  ridge_dual_operator(input_gram_matrix(K), RidgeForm::plain, 1e-3, &rcond);
  CHECK(rcond > linalg::kFewDigits);
  ridge_dual_operator(input_gram_matrix(K), RidgeForm::squared, 1e-21, &rcond);
  CHECK(rcond < linalg::kFewDigits);
  ridge_dual_operator(input_gram_matrix(arma::diagmat(arma::vec{4.0, 1.0, 3.0})), RidgeForm::squared, 9.0,
                      &rcond);
  CHECK(is_close(rcond, std::sqrt(10.0) / 5.0, 1e-14));  // that of (K'K + ridge I)^1/2, as K has it
}

TEST_CASE("a negative ridge is refused by both forms") {
  const arma::mat K(3, 3, arma::fill::eye);
  for (const RidgeForm form : {RidgeForm::plain, RidgeForm::squared})
    CHECK(thrown_message<NumericalError>([&] { ridge_dual_operator(K, form, -1e-3); }) ==
          "ridge is -0.001, expected >= 0");
}

TEST_CASE("a singular or damaged Gram matrix is an error in both forms") {
  const arma::mat ones(3, 3, arma::fill::ones);
  // Its small eigenvalues come out as rounding noise, not as zeros.
  const arma::mat X = gaussian_matrix(20, 5, 2);
  CHECK(thrown_message<NumericalError>([&] { ridge_dual_operator(X * X.t(), RidgeForm::squared, 0.0); }) ==
        "K'K + 0 I is not positive definite to working precision; raise the ridge");
  arma::mat broken = ones;
  broken(2, 1) = arma::datum::nan;
  for (RidgeForm form : {RidgeForm::plain, RidgeForm::squared}) {
    CHECK(thrown_message<NumericalError>([&] { ridge_dual_operator(broken, form, 1.0); }) ==
          "input Gram matrix: entry (2, 1) is nan, not a finite number");
  }
}

TEST_CASE("held-out weights equal refits over the grid of NIPS 2002, Table 2") {
  const arma::mat X = clustered_inputs();
  const arma::uvec order = arma::sort_index(gaussian_matrix(60, 1, 13).col(0));
  const arma::uvec held_out = order.head(12);
  const arma::uvec rest = order.tail(48);
  for (double g : {1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1000.0}) {
    const arma::mat K = gaussian_gram(X, X, g);
    const arma::mat K_FT = K.submat(held_out, rest);
    for (double ridge : {1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0}) {
      CAPTURE(g);
      CAPTURE(ridge);
      const arma::mat refitted = K_FT * inverse(K.submat(rest, rest), ridge);
      const arma::mat weights =
          held_out_weights(ridge_dual_operator(K, RidgeForm::plain, ridge), held_out, rest);
      CHECK(is_close(weights, refitted, 0.0, 1e-10));
    }
  }
}

TEST_CASE("held-out weights fail where the held-out block is no positive definite matrix") {
  const arma::mat G = -1.0 * arma::mat(4, 4, arma::fill::eye);
  CHECK(thrown_message<NumericalError>([&] {
          held_out_weights(G, {0, 1}, {2, 3});
        }) ==
        "held-out block of (K + ridge I)^-1 is not positive definite to working precision; raise the ridge");
}

TEST_CASE("weights for centred outputs sum to 1 and equal centring by hand") {
  const arma::mat weights = gaussian_matrix(7, 12, 4);
  const arma::mat Y = gaussian_matrix(12, 3, 5);
  const arma::mat shifted = with_centred_outputs(weights);
  CHECK(is_close(arma::sum(shifted, 1), arma::vec(7, arma::fill::ones), 1e-12));
  const arma::rowvec mean = arma::mean(Y, 0);
  arma::mat by_hand = weights * (Y.each_row() - mean);
  by_hand.each_row() += mean;
  CHECK(is_close(shifted * Y, by_hand, 1e-12));
}

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::refitted_without;
using testing::thrown_message;

namespace {

void check_against_refits(const arma::mat& K, const arma::mat& Y, const std::vector<arma::uword>& sizes,
                          double ridge) {
  CAPTURE(ridge);
  const std::vector<arma::mat> predictions = HeldOutRidge(K, Y, sizes).predictions(ridge);
  arma::uword begin = 0;
  for (std::size_t f = 0; f < sizes.size(); ++f) {
    CAPTURE(f);
    CHECK(is_close(predictions[f], refitted_without(K, Y, ridge, begin, begin + sizes[f] - 1), 1e-8));
    begin += sizes[f];
  }
}

}  // namespace

TEST_CASE("held-out predictions equal refits for folds of several sizes over a grid of kernels and ridges") {
  const arma::mat X = gaussian_matrix(110, 6, 21) / 4.0;
  const arma::mat Y = gaussian_matrix(110, 3, 22) + 2.0;   // far from centred
  const std::vector<arma::uword> sizes = {30, 1, 52, 27};  // less and more than a block of the factor
  for (double g : {1e-3, 0.1, 1.0, 1000.0}) {
    const arma::mat K = gaussian_gram(X, X, g);
    HeldOutRidge held_out(K, Y, sizes);
    for (double ridge : {1e-4, 0.1, 10.0}) {
      CAPTURE(g);
      CAPTURE(ridge);
      const std::vector<arma::mat> predictions = held_out.predictions(ridge);
      REQUIRE(predictions.size() == sizes.size());
      arma::uword begin = 0;
      for (std::size_t f = 0; f < sizes.size(); ++f) {
        CAPTURE(f);
        CHECK(is_close(predictions[f], refitted_without(K, Y, ridge, begin, begin + sizes[f] - 1), 1e-9));
        begin += sizes[f];
      }
    }
  }
}

TEST_CASE(
    "samples that resemble each other little are predicted by a series, to the last digits of a refit") {
  const arma::uword m = 400;
  const std::vector<arma::uword> sizes = {90, 1, 199, 110};
  const arma::mat noise = gaussian_matrix(m, m, 25);
  const arma::mat Y = gaussian_matrix(m, 2, 26) + 1.0;
  const arma::vec diagonal =
      1.0 + arma::square(gaussian_matrix(m, 1, 27));  // no two samples are equally long
  for (double size : {1e-2, 1e-5, 1e-9, 1e-20}) {     // of an entry beside the diagonal
    CAPTURE(size);
    arma::mat K = size / static_cast<double>(m) * (noise + noise.t());
    K.diag() = diagonal;
    HeldOutRidge held_out(K, Y, sizes);
    for (double ridge : {0.0, 0.3}) {
      CAPTURE(ridge);
      REQUIRE(held_out.further_terms(ridge).has_value());
      const std::vector<arma::mat> predictions = held_out.predictions(ridge);
      arma::uword begin = 0;
      for (std::size_t f = 0; f < sizes.size(); ++f) {
        const arma::mat slow = refitted_without(K, Y, ridge, begin, begin + sizes[f] - 1);
        CHECK(arma::abs(predictions[f] - slow).max() <= 1e-14);
        begin += sizes[f];
      }
    }
  }
}

TEST_CASE("the series is taken where it ends soon, and nowhere else") {
  const arma::uword m = 400;
  const arma::mat Y(m, 20, arma::fill::ones);
  const auto terms = [&](double c, double ridge) {  // each row's entries beside the diagonal sum to c
    arma::mat K(m, m, arma::fill::value(c / static_cast<double>(m - 1)));
    K.diag().fill(1.0);
    return HeldOutRidge(K, Y, {200, 200}).further_terms(ridge);
  };
  CHECK(terms(0.0, 0.0) == 0);
  CHECK(terms(1e-17, 0.0) == 0);
  CHECK(terms(1e-9, 0.0) == 1);
  CHECK(terms(1e-9, 9.0) == 1);
  CHECK(terms(1e-4, 0.0) == 3);
  CHECK(terms(1e-4, 99.0) == 2);
  CHECK(!terms(0.4, 0.0));  // many terms cost more than the factor
  CHECK(!terms(0.9, 0.0));
  CHECK(!terms(2.0, 0.0));
  arma::mat empty(m, m, arma::fill::zeros);
  CHECK(!HeldOutRidge(empty, Y, {200, 200}).further_terms(0.0));
  CHECK(HeldOutRidge(empty, Y, {200, 200}).further_terms(0.1) == 0);
}

TEST_CASE("a held-out output takes no part in its own prediction, not even by rounding") {
  const arma::mat X = gaussian_matrix(60, 4, 23);
  const arma::mat Y = gaussian_matrix(60, 2, 24);
  arma::mat poisoned = Y;
  poisoned.rows(20, 39).fill(arma::datum::nan);
  for (double g : {0.1, 1000.0}) {
    CAPTURE(g);
    const arma::mat K = gaussian_gram(X, X, g);
    const arma::mat before = HeldOutRidge(K, Y, {20, 20, 20}).predictions(1e-3)[1];
    const arma::mat after = HeldOutRidge(K, poisoned, {20, 20, 20}).predictions(1e-3)[1];
    CHECK(arma::all(arma::vectorise(before == after)));
  }
}

TEST_CASE("held-out predictions of Gram matrices of low rank equal refits") {
  const arma::mat Y = gaussian_matrix(400, 3, 32) + 2.0;
  for (const double origin : {0.0, 30.0}) {
    CAPTURE(origin);
    const arma::mat X = gaussian_matrix(400, 20, 31) + origin;
    // far from the origin a refit with a small ridge is off by more than 1e-8 itself
    for (const double ridge : {origin == 0.0 ? 1e-3 : 10.0, 100.0})
      check_against_refits(X * X.t(), Y, {90, 1, 199, 110}, ridge);
  }
  const arma::mat line = gaussian_matrix(400, 1, 33), few = gaussian_matrix(10, 5, 35);
  arma::mat repeated(400, 5);
  for (arma::uword i = 0; i < 400; ++i) repeated.row(i) = few.row(i % 10);
  for (const arma::mat& K : {gaussian_gram(line, line, 1e-3), gaussian_gram(repeated, repeated, 0.5)}) {
    for (const double ridge : {1e-2, 1.0}) check_against_refits(K, Y, {100, 100, 100, 100}, ridge);
  }
}

TEST_CASE("one sample alone is left out as well") {
  const arma::mat X = gaussian_matrix(256, 4, 36);
  check_against_refits(X * X.t(), gaussian_matrix(256, 1, 37), std::vector<arma::uword>(256, 1), 0.1);
}

TEST_CASE("a symmetric matrix that is no kernel's is solved where the ridge makes it positive definite") {
  arma::vec y(256, arma::fill::ones);
  y.tail(128) *= -1.0;
  check_against_refits(4.0 - y * y.t(), gaussian_matrix(256, 2, 46), {128, 128}, 1000.0);
}

TEST_CASE("one far value hides nothing of the other samples") {
  const arma::mat Y = gaussian_matrix(400, 2, 49);
  for (const arma::uword d : {10U, 100U}) {
    arma::mat X = gaussian_matrix(400, d, 47);
    X(0, 0) = 1e8;
    for (const double ridge : {1.0, 100.0}) {
      CAPTURE(d);
      CAPTURE(ridge);
      const std::vector<arma::mat> predictions =
          HeldOutRidge(X * X.t(), Y, {100, 100, 100, 100}).predictions(ridge);
      for (arma::uword f = 0; f < 4; ++f) {
        CAPTURE(f);
        // In feature space, d x d: the far sample is no row of it where it is held out, and decides its own
        // coordinate elsewhere.
        arma::uvec rest = arma::regspace<arma::uvec>(0, 399);
        rest.shed_rows(100 * f, 100 * f + 99);
        const arma::mat X_T = X.rows(rest), Y_T = Y.rows(rest);
        const arma::rowvec mean = arma::mean(Y_T, 0);
        arma::mat A = X_T.t() * X_T;
        A.diag() += ridge;
        arma::mat expected = X.rows(100 * f, 100 * f + 99) *
                             arma::solve(A, X_T.t() * (Y_T.each_row() - mean), arma::solve_opts::equilibrate);
        expected.each_row() += mean;
        const arma::uword first = f == 0 ? 1 : 0;  // the far sample itself is predicted with its own size
        CHECK(is_close(predictions[f].tail_rows(100 - first), expected.tail_rows(100 - first), 1e-6));
      }
    }
  }
}

TEST_CASE("samples that resemble nothing else are predicted by the exact mean of the others") {
  const arma::mat K(6, 6, arma::fill::eye);
  const arma::mat Y = arma::vec{1.0, 2.0, 3.0, 4.0, 6.0, 8.0};
  const std::vector<arma::mat> predictions = HeldOutRidge(K, Y, {2, 4}).predictions(0.3);
  CHECK(arma::all(arma::vectorise(predictions[0] == 5.25)));
  CHECK(arma::all(arma::vectorise(predictions[1] == 1.5)));
}

TEST_CASE("held-out ridge refuses damaged or singular Gram matrices and folds that do not fit") {
  const arma::mat ones(3, 3, arma::fill::ones);
  const arma::mat Y(3, 1, arma::fill::ones);
  CHECK(thrown_message<NumericalError>([&] {
          HeldOutRidge(ones, Y, {1, 2}).predictions(0.0);
        }) == "input Gram matrix + 0 I is not positive definite to working precision; raise the ridge");
  arma::mat broken = ones;
  broken(2, 1) = arma::datum::nan;
  CHECK(thrown_message<NumericalError>([&] {
          HeldOutRidge(broken, Y, {1, 2});
        }) == "input Gram matrix: entry (2, 1) is nan, not a finite number");
  broken(2, 1) = 0.5;
  CHECK(thrown_message<NumericalError>([&] {
          HeldOutRidge(broken, Y, {1, 2});
        }) == "input Gram matrix: not symmetric, entry (2, 1) is 0.5 but (1, 2) is 1");
  for (const std::vector<arma::uword>& sizes : {std::vector<arma::uword>{1, 1}, {3}, {3, 0}}) {
    const arma::uword sum = sizes.front() + (sizes.size() > 1 ? sizes.back() : 0);
    CHECK(thrown_message<NumericalError>([&] { HeldOutRidge(ones, Y, sizes); }) ==
          "held-out folds of " + std::to_string(sum) + " samples in all do not cut 3 samples, 3 outputs");
  }
}

}  // namespace preimage::regression
