#include "preimage/kernels/pair_matrix.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::kernels {

namespace {

arma::mat example() {
  const arma::mat X = testing::gaussian_matrix(6, 3, 5);
  return X * X.t();
}

}  // namespace

TEST_CASE("held, on demand and by block, a Gram matrix has the same blocks") {
  const arma::mat K = example();
  const auto block = [&](const arma::uvec& rows, const arma::uvec& columns) {
    return arma::mat(K.submat(rows, columns));
  };
  const PairMatrix held(K);
  const PairMatrix on_demand = PairMatrix::on_demand(K.diag(), [&] { return K; });
  const PairMatrix by_block = PairMatrix::by_block(K.diag(), block);
  const arma::uvec rows = {4, 0, 4}, columns = {1, 5};
  for (const PairMatrix* gram : {&held, &on_demand, &by_block}) {
    CHECK(gram->size() == 6);
    CHECK(testing::is_close(gram->diag(), arma::vec(K.diag()), 0.0));
    CHECK(testing::is_close(gram->submat(rows, columns), arma::mat(K.submat(rows, columns)), 0.0));
    CHECK(testing::is_close(gram->all(), K, 0.0));
    CHECK((*gram)(2, 3) == K(2, 3));
    CHECK(arma::size(gram->submat(arma::uvec(), columns)) == arma::size(0, 2));
  }
  CHECK(PairMatrix().size() == 0);
  CHECK(PairMatrix().all().is_empty());
}

TEST_CASE("on demand, the whole is computed once, at the first look, and copies share it") {
  int computed = 0;
  const PairMatrix gram = PairMatrix::on_demand(example().diag(), [&] {
    ++computed;
    return example();
  });
  const PairMatrix copy = gram;
  CHECK(gram.diag().n_elem == 6);
  CHECK(computed == 0);
  gram.submat(arma::uvec{0}, arma::uvec{1});
  copy.submat(arma::uvec{2}, arma::uvec{3});
  CHECK(computed == 1);
}

TEST_CASE("a block that is held is computed once, and everything else as before") {
  const arma::mat K = example();
  int computed = 0;
  const PairMatrix gram =
      PairMatrix::by_block(K.diag(), [&](const arma::uvec& rows, const arma::uvec& columns) {
        ++computed;
        return arma::mat(K.submat(rows, columns));
      });
  const PairMatrix held = gram.with_held(arma::uvec{5, 1, 2});
  const arma::uvec inside = {2, 5}, also_inside = {1}, outside = {0, 1};
  CHECK(computed == 0);
  CHECK(testing::is_close(held.submat(inside, also_inside), arma::mat(K.submat(inside, also_inside)), 0.0));
  CHECK(testing::is_close(held.submat(also_inside, inside), arma::mat(K.submat(also_inside, inside)), 0.0));
  CHECK(computed == 1);
  CHECK(testing::is_close(held.submat(outside, inside), arma::mat(K.submat(outside, inside)), 0.0));
  CHECK(computed == 2);
  CHECK(testing::is_close(held.diag(), arma::vec(K.diag()), 0.0));
}

TEST_CASE("looks are counted over all copies, and a copy knows what lost its digits") {
  const PairMatrix plain(example());
  CHECK_FALSE(plain.lost_digits());
  const PairMatrix gram = plain.with_lost_digits([] { return arma::uvec{0, 1, 0, 0, 0, 1}; });
  const PairMatrix held = gram.with_held(arma::uvec{0, 1});
  CHECK(gram.looks() == 0);
  held.submat(arma::uvec{0}, arma::uvec{1});
  plain.submat(arma::uvec{3}, arma::uvec{4});
  CHECK(gram.looks() == 2);
  CHECK(arma::accu(held.lost_digits().value()) == 2);
  CHECK(gram.looks() == 2);
}

TEST_CASE("a Gram matrix is square; one that a problem does not have says so") {
  CHECK(testing::thrown_message<NumericalError>([] { PairMatrix gram(arma::mat(2, 3)); }) ==
        "Gram matrix: 2 x 3, expected a square matrix");
  CHECK(testing::thrown_message<std::invalid_argument>([] {
          PairMatrix().submat(arma::uvec{0}, arma::uvec{0});
        }) == "a learner asks for a kernel that this experiment does not have");
}

}  // namespace preimage::kernels
