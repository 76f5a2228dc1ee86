#include "preimage/linalg/gather.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::linalg {

TEST_CASE("gathered rows and columns are those of Armadillo's lists") {
  const arma::mat M = testing::gaussian_matrix(20, 7, 5);
  for (const arma::uvec& rows :
       {arma::uvec{}, arma::uvec{3}, arma::uvec{4, 5, 6, 12, 13, 0, 19}, arma::uvec{7, 7, 7, 8},
        arma::uvec{9, 8, 7}, arma::uvec(arma::regspace<arma::uvec>(0, 19))}) {
    CHECK(arma::approx_equal(gathered_rows(M, rows), arma::mat(M.rows(rows)), "absdiff", 0.0));
    for (const arma::uvec& columns : {arma::uvec{}, arma::uvec{6, 0, 6}, arma::uvec{1, 2, 3}})
      CHECK(
          arma::approx_equal(gathered(M, rows, columns), arma::mat(M.submat(rows, columns)), "absdiff", 0.0));
  }
  CHECK(gathered_rows(arma::mat(), arma::uvec()).is_empty());
}

TEST_CASE("a row or column that is not there is refused") {
  const arma::mat M(3, 2, arma::fill::zeros);
  CHECK(testing::thrown_message<std::out_of_range>([&] {
          gathered_rows(M, {0, 3});
        }) == "row 3 of a matrix that has 3");
  CHECK(testing::thrown_message<std::out_of_range>([&] { gathered(M, {0}, {2}); }) ==
        "column 2 of a matrix that has 2");
}

}  // namespace preimage::linalg
