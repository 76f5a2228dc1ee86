#include "preimage/regression/greedy_basis.hpp"

#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/kernel_ridge.hpp"
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

struct Toy {
  arma::mat K, Y;
};

Toy make_toy(arma::uword m = 40) {
  const arma::mat X = gaussian_matrix(m, 6, 71);
  return {arma::pow(1.0 + X * X.t(), 3), gaussian_matrix(m, 4, 72)};
}

/// The coefficients of the definition, by elimination.
arma::mat refitted(const Toy& toy, const arma::uvec& basis, double ridge) {
  const arma::mat K_S = toy.K.cols(basis);
  return arma::mat(arma::inv(K_S.t() * K_S + ridge * toy.K.submat(basis, basis))) * K_S.t() * toy.Y;
}

/// ||Y - K_*S alpha||^2 + ridge tr(alpha' K_SS alpha) at its minimum.
double objective(const Toy& toy, const arma::uvec& basis, double ridge) {
  const arma::mat alpha = refitted(toy, basis, ridge);
  const arma::mat residuals = toy.Y - toy.K.cols(basis) * alpha;
  return arma::accu(arma::square(residuals)) +
         ridge * arma::trace(alpha.t() * toy.K.submat(basis, basis) * alpha);
}

ResidualBasis residual_basis(const Toy& toy, double ridge) {
  return {toy.K, toy.K.diag(), toy.Y, ridge};
}

arma::uvec by_residual(const Toy& toy, arma::uword size, double ridge) {
  return residual_basis(toy, ridge).first(size);
}

arma::uvec by_drop(const Toy& toy, arma::uword size, double ridge) {
  return DropBasis(toy.K, toy.Y, ridge).first(size);
}

PivotBasis pivot_basis(const Toy& toy) {
  return PivotBasis(toy.K, toy.K.diag());
}

bool same(const arma::uvec& a, const arma::uvec& b) {
  return a.n_elem == b.n_elem && arma::all(a == b);
}

arma::uvec with(const arma::uvec& basis, arma::uword j) {
  return arma::join_cols(basis, arma::uvec{j});
}

/// A toy of 20 samples that all occur twice, with outputs that differ, or not.
Toy duplicated(bool outputs_differ = true) {
  Toy toy = make_toy(20);
  toy.K = arma::repmat(toy.K, 2, 2);
  toy.Y = outputs_differ ? gaussian_matrix(40, 4, 73) : arma::mat(arma::repmat(toy.Y, 2, 1));
  return toy;
}

}  // namespace

TEST_CASE("the growing regression has the residuals of a refit after every sample") {
  const Toy toy = make_toy();
  for (double ridge : {0.0, 0.01, 10.0}) {
    CAPTURE(ridge);
    BasisRegression regression(toy.K.diag(), toy.Y, 15, ridge);
    arma::uvec basis;
    for (arma::uword j = 0; j < 15; ++j) {
      basis = with(basis, 2 * j + 1);
      regression.append(basis.back(), toy.K.col(basis.back()));
      CHECK(is_close(regression.residuals(), toy.Y - toy.K.cols(basis) * refitted(toy, basis, ridge), 1e-8));
    }
  }
}

TEST_CASE("the greedy rule takes the largest residual of a refit, over all outputs, at every step") {
  const Toy toy = make_toy();
  for (double ridge : {0.01, 10.0}) {
    CAPTURE(ridge);
    const arma::uvec basis = by_residual(toy, 12, ridge);
    REQUIRE(basis.n_elem == 12);
    for (arma::uword n = 0; n < 12; ++n) {
      arma::mat residuals = toy.Y;
      const arma::uvec before = basis.head(n);
      if (n > 0) residuals -= toy.K.cols(before) * refitted(toy, before, ridge);
      arma::vec squared = arma::sum(arma::square(residuals), 1);
      squared.elem(before).fill(-1.0);
      CHECK(squared.index_max() == basis(n));
    }
  }
}

TEST_CASE("the matching-pursuit rule takes the sample whose refit has the smallest objective") {
  const Toy toy = make_toy();
  for (double ridge : {0.01, 10.0}) {
    CAPTURE(ridge);
    const arma::uvec basis = by_drop(toy, 10, ridge);
    REQUIRE(basis.n_elem == 10);
    for (arma::uword n = 0; n < 10; ++n) {
      arma::vec objectives(40, arma::fill::value(arma::datum::inf));
      const arma::uvec before = basis.head(n);
      for (arma::uword i = 0; i < 40; ++i) {
        if (!arma::any(before == i)) objectives(i) = objective(toy, with(before, i), ridge);
      }
      CHECK(objectives.index_min() == basis(n));
    }
  }
}

TEST_CASE("a basis that has grown is the one that was asked for at once, and a smaller one its beginning") {
  const Toy toy = make_toy(150);
  const auto check_growth = [](GrowingBasis& grown, GrowingBasis& at_once) {
    const arma::uvec whole = at_once.first(78);
    REQUIRE(whole.n_elem == 78);
    for (const arma::uword size : {5, 40, 33, 70, 78}) CHECK(same(grown.first(size), whole.head(size)));
  };
  ResidualBasis residual = residual_basis(toy, 0.1), other_residual = residual_basis(toy, 0.1);
  check_growth(residual, other_residual);
  DropBasis drop(toy.K, toy.Y, 0.1), other_drop(toy.K, toy.Y, 0.1);
  check_growth(drop, other_drop);
  PivotBasis pivots = pivot_basis(toy), other_pivots = pivot_basis(toy);
  check_growth(pivots, other_pivots);
  base::Random one(3), other(3);
  CHECK(same(random_basis(40, 5, one), random_basis(40, 11, other).head(5)));
}

TEST_CASE("each sample of a pivot basis is the one that the exact remainder has most of") {
  for (const Toy& toy : {make_toy(), duplicated()}) {
    arma::mat remainder = toy.K;
    for (const arma::uword pivot : pivot_basis(toy).first(12)) {
      CHECK(arma::vec(remainder.diag()).index_max() == pivot);
      remainder -= remainder.col(pivot) * remainder.row(pivot) / remainder(pivot, pivot);
    }
  }
}

TEST_CASE("of samples that occur twice, both rules take the first") {
  const Toy toy = duplicated(false);
  CHECK(arma::all(by_residual(toy, 20, 0.01) < 20));
  CHECK(arma::all(by_drop(toy, 20, 0.01) < 20));
}

TEST_CASE("duplicates of basis samples are passed over, and the basis ends where nothing else is left") {
  const Toy toy = duplicated();
  for (const arma::uvec& basis : {by_residual(toy, 40, 0.01), by_drop(toy, 40, 0.01)}) {
    arma::uvec originals = basis;
    originals.transform([](arma::uword i) { return i % 20; });
    CHECK(basis.n_elem == 20);
    CHECK(arma::uvec(arma::unique(originals)).n_elem == 20);
  }
}

TEST_CASE("a random basis is drawn without replacement from all samples") {
  base::Random random(5);
  const arma::uvec basis = random_basis(30, 30, random);
  CHECK(arma::all(arma::sort(basis) == arma::regspace<arma::uvec>(0, 29)));
  CHECK(arma::any(basis != arma::regspace<arma::uvec>(0, 29)));
  CHECK(thrown_message<NumericalError>([&] { random_basis(3, 4, random); }) ==
        "a basis of 4 out of 3 samples");
}

TEST_CASE("basis coefficients solve the normal equations; on all samples they are the ridge regression") {
  const Toy toy = make_toy();
  const arma::uvec basis = {3, 0, 17, 31, 8};
  const arma::mat K_S = toy.K.cols(basis);
  for (double ridge : {0.0, 0.01, 10.0}) {
    CAPTURE(ridge);
    const arma::mat alpha = basis_coefficients(K_S, basis, toy.Y, ridge);
    CHECK(is_close(K_S.t() * (K_S * alpha - toy.Y) + ridge * K_S.rows(basis) * alpha,
                   arma::mat(5, 4, arma::fill::zeros), 0.0, 1e-8 * arma::abs(K_S.t() * toy.Y).max()));
  }
  const arma::uvec all = arma::regspace<arma::uvec>(0, 39);
  CHECK(is_close(basis_coefficients(toy.K, all, toy.Y, 0.5),
                 ridge_dual_operator(toy.K, RidgeForm::plain, 0.5) * toy.Y, 1e-8));
}

TEST_CASE(
    "a basis that holds a sample twice fits as well as without it, and its second coefficient is zero") {
  const Toy toy = duplicated();
  const arma::uvec once = {4, 7, 11}, twice = {4, 7, 24, 11, 27};
  for (double ridge : {0.0, 0.01}) {
    const arma::mat expected = basis_coefficients(toy.K.cols(once), once, toy.Y, ridge);
    const arma::mat alpha = basis_coefficients(toy.K.cols(twice), twice, toy.Y, ridge);
    CHECK(is_close(alpha.rows(arma::uvec{0, 1, 3}), expected, 1e-12));
    CHECK(arma::all(arma::vectorise(alpha.rows(arma::uvec{2, 4})) == 0.0));
  }
}

TEST_CASE("a basis whose samples rounding cannot tell apart is said, and one that it can is not") {
  const arma::vec x = arma::linspace(0.0, 2.0, 40), rough = arma::sin(150.0 * x);
  for (const double g : {1e4, 0.5}) {
    FitQuality quality;
    basis_coefficients(testing::gaussian_gram(x, x, g), arma::regspace<arma::uvec>(0, 39), rough, 1e-10,
                       &quality);
    CHECK((quality.moved > 0.0) == (g < 1.0));
  }
}

TEST_CASE("the printed coefficients are K_SS^-1 K_S* Y and fit worse than least squares") {
  const Toy toy = make_toy();
  const arma::uvec basis = {3, 0, 17, 31, 8};
  const arma::mat K_S = toy.K.cols(basis);
  const arma::mat printed = printed_basis_coefficients(K_S, basis, toy.Y);
  CHECK(is_close(K_S.rows(basis) * printed, K_S.t() * toy.Y, 1e-10));
  const auto error = [&](const arma::mat& alpha) { return arma::norm(toy.Y - K_S * alpha, "fro"); };
  CHECK(error(printed) > error(basis_coefficients(K_S, basis, toy.Y, 0.0)));
}

TEST_CASE("a basis regression names what is wrong") {
  const Toy toy = make_toy();
  const arma::mat K_S = toy.K.head_cols(2);
  const auto error = [&](const arma::uvec& basis, const arma::mat& Y, double ridge) {
    return thrown_message<NumericalError>([&] { basis_coefficients(K_S, basis, Y, ridge); });
  };
  CHECK(error({0, 1}, toy.Y, -1.0) == "ridge is -1, expected >= 0");
  CHECK(error({0}, toy.Y, 1.0) == "a basis of 1 samples does not fit 40 x 2 Gram columns");
  CHECK(error({0, 40}, toy.Y, 1.0) == "a basis of 2 samples does not fit 40 x 2 Gram columns");
  CHECK(error({0, 1}, toy.Y.head_rows(3), 1.0) == "Gram columns of the basis: 40 rows, expected 3");
  const Toy twice = duplicated();
  const arma::uvec pair = {4, 24};
  CHECK(thrown_message<NumericalError>([&] {
          printed_basis_coefficients(twice.K.cols(pair), pair, twice.Y);
        }) == "Gram matrix of the basis is not positive definite to working precision; raise the ridge");
  CHECK(thrown_message<NumericalError>([&] { BasisRegression(toy.K.diag(), toy.Y, 3, -1.0); }) ==
        "ridge is -1, expected >= 0");
  CHECK(thrown_message<NumericalError>([&] { BasisRegression(toy.K.diag(), toy.Y.head_rows(3), 3, 1.0); }) ==
        "outputs: 3 rows, expected 40");
}

TEST_CASE("several threads may ask one basis: each gets what one alone gets") {
  const Toy toy = make_toy();
  const arma::uvec alone = by_residual(toy, 30, 0.1);
  ResidualBasis basis = residual_basis(toy, 0.1);
  std::vector<arma::uvec> found(6);
  std::vector<std::thread> threads;
  for (arma::uword i = 0; i < found.size(); ++i)
    threads.emplace_back([&, i] { found[i] = basis.first(5 + 5 * i); });
  for (std::thread& thread : threads) thread.join();
  for (arma::uword i = 0; i < found.size(); ++i) CHECK(same(found[i], alone.head(5 + 5 * i)));
}

}  // namespace preimage::regression
