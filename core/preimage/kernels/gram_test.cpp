#include "preimage/kernels/gram.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::kernels {

namespace {

using testing::is_close;
using testing::thrown_message;

const arma::mat& toy_vectors() {
  static const arma::mat X = testing::gaussian_matrix(6, 3, 5);
  return X;
}

/// Of a linear kernel, computed block by block; `computed` counts the blocks of distances.
Gram by_block(std::atomic<int>& computed) {
  Gram::Source source;
  source.n_rows = source.n_columns = 6;
  source.values = [](const arma::uvec& r, const arma::uvec& c) -> arma::mat {
    return toy_vectors().rows(r) * toy_vectors().rows(c).t();
  };
  source.squared_distances = [&computed](const arma::uvec& r, const arma::uvec& c) {
    ++computed;
    return linalg::squared_euclidean_distances(toy_vectors().rows(r), toy_vectors().rows(c));
  };
  return Gram(source);
}

}  // namespace

TEST_CASE("held and computed, a Gram matrix has the same blocks, distances and diagonal") {
  const arma::mat X = toy_vectors(), K = X * X.t(), D = linalg::squared_euclidean_distances(X);
  std::atomic<int> computed = 0;
  const Gram held{K}, by_blocks = by_block(computed);
  const arma::uvec rows = {4, 0, 4}, columns = {1, 5};
  for (const Gram& gram : {held, by_blocks}) {
    CHECK(gram.n_rows() == 6);
    CHECK(gram.n_columns() == 6);
    CHECK(is_close(gram.all(), K, 1e-14));
    CHECK(is_close(gram.all_squared_distances(), D, 0.0, 1e-13));
    CHECK(is_close(gram.diagonal(), arma::vec(K.diag()), 1e-14));
    CHECK(is_close(gram.block(rows, columns), arma::mat(K.submat(rows, columns)), 1e-14));
    CHECK(is_close(gram.block(arma::span(1, 3), arma::span(5, 5)), arma::mat(K.submat(1, 5, 3, 5)), 1e-14));
    CHECK(arma::size(gram.block(arma::uvec(), columns)) == arma::size(0, 2));
    const Gram some = gram.subset(rows, columns);
    CHECK(some.n_rows() == 3);
    CHECK(some.n_columns() == 2);
    CHECK(is_close(some.all(), arma::mat(K.submat(rows, columns)), 1e-14));
    CHECK(is_close(some.subset(arma::uvec{1}, arma::uvec{1, 0}).all_squared_distances(),
                   arma::mat(D.submat(arma::uvec{0}, arma::uvec{5, 1})), 0.0, 1e-13));
    CHECK(is_close(gram.subset(rows, rows).diagonal(), arma::vec(arma::vec(K.diag()).elem(rows)), 1e-14));
    CHECK_THROWS_AS(some.diagonal(), std::invalid_argument);
  }
}

TEST_CASE("a Gaussian is one of the squared distances, the same bits for any block; its diagonal is 1") {
  std::atomic<int> computed = 0;
  const Gram K = by_block(computed);
  const arma::mat D = K.all_squared_distances();
  for (const double sigma : {0.5, 2.0}) {
    for (const Gram& gaussian : {K.gaussian(sigma), K.with_held_distances().gaussian(sigma)}) {
      const arma::mat whole = gaussian.all();
      CHECK(is_close(whole, linalg::gaussian_of_squared_distances(D, sigma), 0.0));
      CHECK(gaussian.block(arma::uvec{4}, arma::uvec{2})(0, 0) == whole(4, 2));
      CHECK(arma::all(gaussian.diagonal() == 1.0));
      CHECK(is_close(gaussian.all_squared_distances(), 2.0 - 2.0 * whole, 0.0, 1e-15));
    }
  }
}

TEST_CASE("distances that are not exactly symmetric make a Gaussian that is as little") {
  arma::mat D = linalg::squared_euclidean_distances(toy_vectors());
  D(4, 2) += 0.25;
  Gram::Source source;
  source.n_rows = source.n_columns = 6;
  source.squared_distances = [&](const arma::uvec& r, const arma::uvec& c) -> arma::mat {
    return D.submat(r, c);
  };
  CHECK(is_close(Gram(source).gaussian(1.0).all(), linalg::gaussian_of_squared_distances(D, 1.0), 0.0));
}

TEST_CASE("held distances are computed once, with the first that are read, by however many threads") {
  std::atomic<int> computed = 0;
  const Gram held = by_block(computed).with_held_distances();
  CHECK(computed == 0);
  const arma::mat expected = linalg::squared_euclidean_distances(toy_vectors());
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      if (is_close(held.all_squared_distances(), expected, 0.0, 1e-13)) ++right;
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(right == 4);
  CHECK(computed == 1);
}

TEST_CASE("no samples, a kernel's block of another shape and norms that are not there are errors") {
  CHECK(Gram().n_rows() == 0);
  CHECK(thrown_message<std::invalid_argument>([] { Gram().block(arma::uvec{0}, arma::uvec{0}); }) ==
        "no kernel was given for these samples");
  Gram::Source wrong;
  wrong.n_rows = wrong.n_columns = 3;
  wrong.values = [](const arma::uvec&, const arma::uvec&) { return arma::mat(2, 5); };
  CHECK(thrown_message<NumericalError>([&] { Gram(wrong).all(); }) ==
        "Gram matrix: a block is 2 x 5, expected 3 x 3");
  CHECK_THROWS_AS(Gram(arma::mat(2, 3)).all_squared_distances(), std::invalid_argument);
  CHECK_THROWS_AS(Gram(arma::mat(2, 3)).block(arma::uvec{2}, arma::uvec{0}), std::out_of_range);
}

}  // namespace preimage::kernels
