#include "preimage/kernels/indicator_kernels.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/testing_label_sets.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

using preimage::testing::indicators;
using preimage::testing::is_close;
namespace kernels = preimage::kernels;

namespace {

/// Of labels -2 to 4; the first is empty.
kernels::LabelSets random_sets(std::size_t n, std::uint64_t seed) {
  preimage::base::Random random(seed);
  kernels::LabelSets sets = preimage::testing::random_label_sets(n, -2, 7, random);
  sets[0].clear();
  return sets;
}

const kernels::LabelSets kSets = random_sets(23, 1), kOthers = random_sets(11, 2);

}  // namespace

TEST_CASE("kernels of label sets are those of their vectors of 0 and 1") {
  const arma::mat a = indicators(kSets, -2, 7), b = indicators(kOthers, -2, 7);
  const kernels::IndicatorLinearKernel linear;
  CHECK(arma::approx_equal(linear.cross_gram(kSets, kOthers), a * b.t(), "absdiff", 0.0));
  CHECK(arma::approx_equal(linear.diagonal(kSets), arma::sum(a, 1), "absdiff", 0.0));
  for (const double sigma : {0.3, 1.0, 1000.0}) {
    const kernels::IndicatorGaussianKernel gaussian(sigma);
    const kernels::GaussianKernel oracle(sigma);
    CHECK(is_close(gaussian.cross_gram(kSets, kOthers), oracle.cross_gram(a, b), 1e-15));
    CHECK(is_close(gaussian.gram(kSets), oracle.gram(a), 1e-15));
  }
}

TEST_CASE("the linear kernel of label sets is twice the label set kernel; its features are ones") {
  CHECK(is_close(kernels::IndicatorLinearKernel().gram(kSets), 2.0 * kernels::LabelSetKernel().gram(kSets),
                 0.0));
  CHECK(is_close(*kernels::IndicatorLinearKernel().features({{4, 2}, {}, {9}}),
                 arma::mat{{1.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}, 0.0));
}

TEST_CASE("the Gaussian of label sets is one over the label set kernel, whose distances are halved") {
  const kernels::GaussianOverKernel<kernels::LabelSets> over(std::make_unique<kernels::LabelSetKernel>(),
                                                             1.5 / std::sqrt(2.0));
  CHECK(is_close(kernels::IndicatorGaussianKernel(1.5).gram(kSets), over.gram(kSets), 1e-14));
}

TEST_CASE("no samples, and a sigma that is none") {
  CHECK(kernels::IndicatorGaussianKernel(1.0).cross_gram({}, kSets).n_cols == kSets.size());
  CHECK(kernels::IndicatorGaussianKernel(1.0).cross_gram({{}}, {{}})(0, 0) == 1.0);
  CHECK_THROWS_AS(kernels::IndicatorGaussianKernel(0.0), preimage::NumericalError);
}

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
