#include "preimage/kernels/polynomial_set_kernel.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/samples/testing_sequences.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace preimage::kernels {

namespace {

bool same(const arma::mat& a, const arma::mat& b) {
  return arma::approx_equal(a, b, "absdiff", 0.0);
}

/// Eq. (15) as it is printed, number by number.
double by_definition(const samples::VectorSequences& a, arma::uword s, const samples::VectorSequences& b,
                     arma::uword t, arma::uword n, long degree, double offset) {
  double sum = 0.0;
  for (arma::uword i = a.rows.begin(s); i + n <= a.rows.end(s); ++i) {
    for (arma::uword j = b.rows.begin(t); j + n <= b.rows.end(t); ++j) {
      double product = offset;
      for (arma::uword k = 0; k < n; ++k) product += arma::dot(a.elements.row(i + k), b.elements.row(j + k));
      sum += std::pow(product, static_cast<double>(degree));
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("the kernel has the values of eq. (15)") {
  const samples::VectorSequences a = samples::gaussian_sequences({3, 0, 6, 1}, 3, 1),
                                 b = samples::gaussian_sequences({2, 5, 4}, 3, 2);
  for (const arma::uword n : {1, 2, 3}) {
    for (const long degree : {1, 2, 3}) {
      for (const double offset : {0.0, 1.0, 0.4}) {
        arma::mat expected(4, 3);
        for (arma::uword s = 0; s < 4; ++s) {
          for (arma::uword t = 0; t < 3; ++t) expected(s, t) = by_definition(a, s, b, t, n, degree, offset);
        }
        const PolynomialSetKernel kernel(n, degree, offset);
        CHECK(is_close(kernel.cross_gram(a, b), expected, 1e-12));
        CHECK(is_close(kernel.diagonal(a), kernel.gram(a).diag(), 1e-12));
      }
    }
  }
}

TEST_CASE("the Gram matrix of many words is that of all pairs, whether half of it was mirrored or not") {
  std::vector<arma::uword> lengths;
  for (arma::uword i = 0; i < 1100; ++i)
    lengths.push_back(i % 4);  // more words than are computed at a time, some empty
  const samples::VectorSequences bits = samples::bit_sequences(lengths, 20, 8),
                                 reals = samples::gaussian_sequences(lengths, 3, 8);
  for (const double offset : {1.0, 0.3}) {
    const PolynomialSetKernel kernel(1, 2, offset);
    for (const samples::VectorSequences& a : {bits, reals}) {
      const arma::mat K = kernel.gram(a);
      CHECK(K.is_symmetric());
      CHECK(is_close(K, kernel.cross_gram(a, a), 1e-13));
    }
  }
  const PolynomialSetKernel whole(1, 2, 1.0);
  CHECK(same(whole.gram(bits), whole.cross_gram(bits, bits)));
  CHECK(whole.gram(samples::bit_sequences({}, 20, 8)).is_empty());
}

TEST_CASE("an n-gram order above every length leaves zeros") {
  const samples::VectorSequences a = samples::gaussian_sequences({1, 2, 0}, 3, 5);
  const PolynomialSetKernel kernel(3, 2, 1.0);
  CHECK(same(kernel.gram(a), arma::mat(3, 3, arma::fill::zeros)));
  CHECK(same(kernel.diagonal(a), arma::vec(3, arma::fill::zeros)));
}

TEST_CASE("polynomial set kernels refuse bad parameters and other widths") {
  const samples::VectorSequences a = samples::gaussian_sequences({2, 1}, 128, 6);
  CHECK(thrown_message<NumericalError>([] { PolynomialSetKernel(0, 2, 1.0); }) ==
        "set kernel: n-grams of order 0, expected >= 1");
  CHECK(thrown_message<NumericalError>([] { PolynomialSetKernel(1, 0, 1.0); }) ==
        "polynomial kernel: degree is 0, expected >= 1");
  CHECK(thrown_message<std::invalid_argument>([&] {
          PolynomialSetKernel(1, 2, 1.0).cross_gram(a, samples::gaussian_sequences({2}, 4, 7));
        }) == "vectors of different width: 128 and 4 features");
}

}  // namespace preimage::kernels
