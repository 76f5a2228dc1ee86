#include "preimage/outputs/kernel_pca.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::outputs {

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

arma::mat toy_gram(arma::uword n = 15) {
  const arma::mat Y = gaussian_matrix(n, 3, 21);
  return gaussian_gram(Y, Y, 0.4);
}

/// H L H with H = I - 11'/m.
arma::mat centred(const arma::mat& L) {
  const arma::uword m = L.n_rows;
  const arma::mat H = arma::eye(m, m) - arma::mat(m, m, arma::fill::value(1.0 / static_cast<double>(m)));
  return H * L * H;
}

}  // namespace

TEST_CASE("all coordinates reproduce the centred Gram matrix") {
  const arma::mat L = toy_gram();
  const KernelPca pca(L, {});
  CHECK(pca.coordinates().n_cols == 14);  // centring takes one direction away
  CHECK(pca.eigenvalues().is_sorted("descend"));
  CHECK(is_close(pca.coordinates() * pca.coordinates().t(), centred(L), 1e-12));
}

TEST_CASE("components are cut by count, by fraction, or by the harder of both") {
  const arma::mat L = toy_gram();
  const arma::vec values = KernelPca(L, {}).eigenvalues();
  const double between = 0.5 * (values(2) + values(3)) / values(0);  // keeps 3
  const auto kept = [&](const ComponentCut& cut) { return KernelPca(L, cut).eigenvalues().n_elem; };
  CHECK(kept({5, {}}) == 5);
  CHECK(kept({{}, between}) == 3);
  CHECK(kept({5, between}) == 3);
  CHECK(kept({2, between}) == 2);
  CHECK(kept({1000, {}}) == 14);
  CHECK(kept({{}, 0.999999}) == 1);
  const auto refusal = [&](const ComponentCut& cut) {
    return thrown_message<NumericalError>([&] { kept(cut); });
  };
  CHECK(refusal({0, {}}) == "kernel PCA: 0 directions, expected at least 1");
  for (const double share : {1.0, 2.0, -0.1, arma::datum::nan})
    CHECK(refusal({{}, share}).starts_with("kernel PCA: directions above "));
  CHECK(is_close(KernelPca(L, {5, {}}).coordinates(), KernelPca(L, {}).coordinates().head_cols(5), 1e-12));
  CHECK(ComponentCut{}.keeps_all());
  CHECK_FALSE(ComponentCut{5, {}}.keeps_all());
  CHECK_FALSE(ComponentCut{{}, 0.01}.keeps_all());
}

TEST_CASE("a share keeps an eigenspace whole or drops it, whatever rounding does to its eigenvalues") {
  // One class of 100 samples and four of one: the eigenvalues are 100 and four times 1, the share of 1/100.
  constexpr arma::uword n = 104;
  arma::mat one_hot(n, 5, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) one_hot(i, i < 100 ? 0 : i - 99) = 1.0;
  const auto kept = [](const arma::mat& L, double share) {
    return KernelPca(L, {{}, share}, Centring::none).eigenvalues().n_elem;
  };
  for (unsigned seed = 0; seed < 20; ++seed) {
    const arma::uvec order = arma::stable_sort_index(gaussian_matrix(n, 1, seed));
    const arma::mat L = one_hot.rows(order) * one_hot.rows(order).t() / (3.0 + seed);
    CAPTURE(seed);
    CHECK(kept(L, 0.0099) == 5);
    CHECK(kept(L, 0.01) == 1);
    CHECK(kept(L, 0.0101) == 1);
  }
}

TEST_CASE("projecting the training samples gives their coordinates") {
  const arma::mat L = toy_gram();
  for (const ComponentCut& cut : {ComponentCut{}, ComponentCut{4, {}}}) {
    const KernelPca pca(L, cut);
    CHECK(is_close(pca.project(L), pca.coordinates(), 1e-11));
  }
}

TEST_CASE("the projector is symmetric, idempotent and kills the mean") {
  const KernelPca pca(toy_gram(), {4, {}});
  const arma::mat P = pca.projector();
  CHECK(is_close(P, P.t(), 1e-14));
  CHECK(is_close(P * P, P, 1e-12));
  CHECK(is_close(arma::trace(P), 4.0, 1e-12));
  CHECK(is_close(arma::sum(P, 1), arma::vec(15, arma::fill::zeros), 0.0, 1e-12));
  CHECK(is_close(P * pca.coordinates(), pca.coordinates(), 1e-12));
}

TEST_CASE("with a linear kernel it is principal component analysis, up to sign") {
  const arma::mat Y = gaussian_matrix(20, 4, 22) * arma::diagmat(arma::vec{3.0, 2.0, 1.0, 0.5});
  const arma::mat Y_test = gaussian_matrix(6, 4, 23);
  const arma::rowvec mean = arma::mean(Y, 0);
  arma::mat U;
  arma::vec s;
  arma::mat V;
  REQUIRE(arma::svd_econ(U, s, V, arma::mat(Y.each_row() - mean)));

  const KernelPca pca(Y * Y.t(), {});
  CHECK(is_close(pca.eigenvalues(), arma::square(s), 1e-10));
  const arma::mat scores = U * arma::diagmat(s);
  const arma::rowvec signs = arma::sign(arma::sum(scores % pca.coordinates(), 0));
  CHECK(is_close(pca.coordinates(), scores.each_row() % signs, 1e-10));
  const arma::mat test_scores = (Y_test.each_row() - mean) * V;
  CHECK(is_close(pca.project(Y_test * Y.t()), test_scores.each_row() % signs, 1e-10));
}

TEST_CASE("all components reconstruct the training points, and new ones of the same span") {
  const arma::mat Y = gaussian_matrix(9, 4, 24);
  const arma::mat Y_test = gaussian_matrix(3, 4, 25);
  for (Centring centring : {Centring::training_mean, Centring::none}) {
    const KernelPca pca(Y * Y.t(), {}, centring);
    const arma::rowvec mean =
        centring == Centring::none ? arma::rowvec(4, arma::fill::zeros) : arma::rowvec(arma::mean(Y, 0));
    const arma::mat centred_Y = Y.each_row() - mean;
    const arma::mat back = pca.expansion(pca.coordinates()) * centred_Y;
    CHECK(is_close(back.each_row() + mean, Y, 1e-10, 1e-12));
    const arma::mat test_back = pca.expansion(pca.project(Y_test * Y.t())) * centred_Y;
    CHECK(is_close(test_back.each_row() + mean, Y_test, 1e-10, 1e-12));
  }
}

TEST_CASE("without centring the coordinates reproduce the Gram matrix itself") {
  const arma::mat L = toy_gram();
  const KernelPca pca(L, {}, Centring::none);
  CHECK(is_close(arma::mat(pca.coordinates() * pca.coordinates().t()), L, 1e-10, 1e-12));
  CHECK(is_close(pca.project(L), pca.coordinates(), 1e-9, 1e-10));
}

TEST_CASE("equal outputs have no direction, also where centring them leaves rounding") {
  const std::string message = "kernel PCA: all outputs are the same point in feature space";
  for (double value : {0.5, 0.3, 1e6 / 7.0}) {
    for (arma::uword m : {1, 3, 7, 30}) {
      CAPTURE(value);
      CAPTURE(m);
      const arma::mat L(m, m, arma::fill::value(value));
      CHECK(thrown_message<NumericalError>([&] { KernelPca(L, {}); }) == message);
    }
  }
  CHECK(thrown_message<NumericalError>([] { KernelPca(arma::mat(3, 3, arma::fill::zeros), {}); }) == message);
  CHECK(thrown_message<NumericalError>([] { KernelPca(arma::mat(), {}); }) == "kernel PCA of no samples");
}

TEST_CASE(
    "coordinates are known to the rounding of the matrix over the gap to the directions that are left out") {
  const arma::mat Q = arma::orth(gaussian_matrix(12, 12, 4)), noise = gaussian_matrix(12, 12, 5);
  const auto distances = [](const arma::mat& Z) {
    arma::mat found(Z.n_rows, Z.n_rows);
    for (arma::uword j = 0; j < Z.n_rows; ++j)
      for (arma::uword i = 0; i < Z.n_rows; ++i) found(i, j) = arma::norm(Z.row(i) - Z.row(j));
    return found;
  };
  for (const double gap : {0.5, 1e-3, 1e-6, 1e-9}) {
    CAPTURE(gap);
    arma::vec values(12, arma::fill::value(0.1));
    values.head(4) = arma::vec{3.0, 2.0, 1.0 + gap, 1.0};
    const arma::mat L = arma::symmatu(Q * arma::diagmat(values) * Q.t());
    const arma::mat moved = L + 1e-16 * arma::symmatu(noise);  // as another order of its sums would
    const KernelPca pca(L, {3, {}}, Centring::none);
    const double difference = arma::abs(distances(pca.coordinates()) -
                                        distances(KernelPca(moved, {3, {}}, Centring::none).coordinates()))
                                  .max();
    CHECK_FALSE(pca.cuts_equal_eigenvalues());
    CHECK(difference <= 2.0 * pca.coordinate_error());
    CHECK(pca.coordinate_error() <= 1e4 * difference);
  }
}

TEST_CASE("a cut through equal eigenvalues is told from one between others, and its band is finite") {
  const arma::mat L = arma::diagmat(arma::vec{2.0, 1.0, 1.0, 0.5});
  const auto cut_at = [&](arma::uword count) { return KernelPca(L, {count, {}}, Centring::none); };
  CHECK_FALSE(cut_at(1).cuts_equal_eigenvalues());
  CHECK(cut_at(2).cuts_equal_eigenvalues());
  CHECK(cut_at(2).coordinate_error() < 1e-14);
  CHECK_FALSE(cut_at(3).cuts_equal_eigenvalues());
  CHECK_FALSE(cut_at(4).cuts_equal_eigenvalues());
  CHECK_FALSE(cut_at(9).cuts_equal_eigenvalues());
}

}  // namespace preimage::outputs
