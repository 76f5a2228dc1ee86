#include "preimage/linalg/block.hpp"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace linalg = preimage::linalg;
using arma::span;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;

TEST_CASE("products with a block equal those with its copy") {
  const arma::mat matrix = gaussian_matrix(40, 30, 41), B = gaussian_matrix(30, 7, 42);
  const std::vector<std::pair<span, span>> blocks = {{span(0, 39), span(0, 29)},
                                                     {span(5, 5), span(0, 29)},
                                                     {span(3, 31), span(11, 11)},
                                                     {span(39, 39), span(29, 29)},
                                                     {span(7, 20), span(4, 25)}};
  for (const auto& block : blocks) {
    const linalg::Block A(matrix, block.first, block.second);
    const arma::mat copy = matrix(block.first, block.second);
    CHECK(is_close(linalg::product(A, B.head_rows(copy.n_cols)), copy * B.head_rows(copy.n_cols), 1e-14));
    const arma::mat C = gaussian_matrix(copy.n_rows, 3, 43);
    CHECK(is_close(linalg::transposed_product(A, C), copy.t() * C, 1e-14));
    arma::mat target = gaussian_matrix(copy.n_cols, copy.n_cols, 44);
    const arma::mat before = target;
    linalg::add_gram_lower(target, A);
    CHECK(is_close(arma::trimatl(target), arma::trimatl(before + copy.t() * copy), 1e-14));
    const arma::mat above = target - before - arma::trimatl(target - before);
    CHECK(arma::abs(above).max() == 0.0);
  }
}
