#include "preimage/kernels/binary_vectors.hpp"

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "testing/toy_data.hpp"

namespace preimage::kernels {

namespace {

arma::mat random_bits(arma::uword n, arma::uword d, std::uint64_t seed) {
  return arma::conv_to<arma::mat>::from(testing::gaussian_matrix(n, d, seed) > 0.4);
}

bool same(const arma::mat& a, const arma::mat& b) {
  return arma::size(a) == arma::size(b) && arma::all(arma::vectorise(a == b));
}

}  // namespace

TEST_CASE("inner products of bits are exactly those of the matrix product, at any width and number of rows") {
  for (arma::uword d : {1, 7, 63, 64, 65, 128, 130, 256}) {
    for (arma::uword n : {1, 8, 13}) {
      CAPTURE(d);
      CAPTURE(n);
      const arma::mat a = random_bits(n, d, d), b = random_bits(9, d, d + 1);
      const auto products = binary_inner_products(a, b);
      REQUIRE(products);  // on every machine that is tested
      CHECK(same(*products, a * b.t()));
    }
  }
}

TEST_CASE("anything but 0 and 1 is left to the matrix product") {
  const arma::mat a = random_bits(5, 70, 3);
  for (double other : {-1.0, 0.5, 2.0, arma::datum::nan}) {
    arma::mat b = a;
    b(4, 69) = other;
    CHECK_FALSE(binary_inner_products(a, b));
    CHECK_FALSE(binary_inner_products(b, a));
  }
  CHECK_FALSE(binary_inner_products(a, a.head_cols(69)));
}

TEST_CASE("the polynomial kernel of bits equals that of the same numbers beside one that is no bit") {
  const arma::mat bits = random_bits(20, 128, 5);
  arma::mat numbers = arma::join_cols(bits, arma::mat(1, 128, arma::fill::value(0.5)));
  for (const long degree : {1, 2, 3, 6}) {
    const PolynomialKernel kernel(degree, 1.0);
    CHECK(same(kernel.gram(bits), kernel.gram(numbers).submat(0, 0, 19, 19)));
  }
}

TEST_CASE("the Gaussian kernel of bits has the bits of that of the same numbers beside one that is no bit") {
  const arma::mat bits = random_bits(20, 130, 6);
  const arma::mat numbers = arma::join_cols(bits, arma::mat(1, 130, arma::fill::value(0.5)));
  for (const double sigma : {0.1, 2.0, 40.0, 1e-200}) {
    const GaussianKernel kernel(sigma);
    CHECK(same(kernel.gram(bits), kernel.gram(numbers).submat(0, 0, 19, 19)));
    CHECK(same(kernel.cross_gram(bits.head_rows(7), bits.tail_rows(9)),
               kernel.gram(bits).submat(0, 11, 6, 19)));
  }
}

}  // namespace preimage::kernels
