#include "preimage/kernels/polynomial_set_kernel.hpp"

#include <cmath>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "preimage/samples/testing_sequences.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using preimage::NumericalError;
using preimage::testing::is_close;
using preimage::testing::thrown_message;

namespace preimage::kernels {

namespace {

using Form = PolynomialSetKernel::Form;

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

TEST_CASE("monomials and their weights expand the polynomial kernel") {
  const arma::rowvec u = {0.5, -2.0, 3.0}, v = {1.5, 0.25, -1.0};
  for (const long degree : {1, 2, 3, 4, 5}) {
    for (const double offset : {0.0, 1.0, 0.7}) {
      arma::vec f(static_cast<arma::uword>(monomial_count(3, degree))), g = f;
      sum_monomials(u, degree, f.memptr());
      sum_monomials(v, degree, g.memptr());
      const double expected = std::pow(arma::dot(u, v) + offset, static_cast<double>(degree));
      CHECK(is_close(arma::dot(monomial_weights(3, degree, offset), f % g), expected, 1e-11, 1e-12));
    }
  }
  CHECK(monomial_count(128, 2) == 8385.0);
  CHECK(monomial_count(128, 3) == 366145.0);
  CHECK(same(monomial_weights(2, 2, 3.0), arma::vec{9.0, 6.0, 6.0, 1.0, 2.0, 1.0}));
  arma::vec sums(6);
  sum_monomials({{2.0, 3.0}, {1.0, 5.0}}, 2, sums.memptr());
  CHECK(same(sums, arma::vec{2.0, 3.0, 8.0, 5.0, 11.0, 34.0}));
}

TEST_CASE("pairs and features both have the values of eq. (15)") {
  const samples::VectorSequences a = samples::gaussian_sequences({3, 0, 6, 1}, 3, 1),
                                 b = samples::gaussian_sequences({2, 5, 4}, 3, 2);
  for (const arma::uword n : {1, 2, 3}) {
    for (const long degree : {1, 2, 3}) {
      for (const double offset : {0.0, 1.0, 0.4}) {
        arma::mat expected(4, 3);
        for (arma::uword s = 0; s < 4; ++s) {
          for (arma::uword t = 0; t < 3; ++t) expected(s, t) = by_definition(a, s, b, t, n, degree, offset);
        }
        for (const Form form : {Form::automatic, Form::pairs, Form::features}) {
          const PolynomialSetKernel kernel(n, degree, offset, form);
          CHECK(is_close(kernel.cross_gram(a, b), expected, 1e-12));
          CHECK(is_close(kernel.diagonal(a), kernel.gram(a).diag(), 1e-12));
        }
        const PolynomialSetKernel kernel(n, degree, offset, Form::features);
        const arma::mat features = kernel.features(a).value();
        CHECK(is_close(features * features.t(), kernel.gram(a), 1e-12));
      }
    }
  }
}

TEST_CASE("on bits both forms give the same bits, normalised too") {
  const samples::VectorSequences a = samples::bit_sequences({3, 9, 1, 0, 12}, 40, 3);
  for (const long degree : {1, 2, 3}) {
    const auto pairs = [&] { return std::make_unique<PolynomialSetKernel>(1, degree, 1.0, Form::pairs); };
    const auto features = [&] {
      return std::make_unique<PolynomialSetKernel>(1, degree, 1.0, Form::features);
    };
    CHECK(same(pairs()->gram(a), features()->gram(a)));
    CHECK(same(NormalisedKernel<samples::VectorSequences>(pairs()).gram(a),
               NormalisedKernel<samples::VectorSequences>(features()).gram(a)));
  }
}

TEST_CASE("the Gram matrix of many words is that of all pairs, whether half of it was mirrored or not") {
  std::vector<arma::uword> lengths;
  for (arma::uword i = 0; i < 1100; ++i)
    lengths.push_back(i % 4);  // more words than are computed at a time, some empty
  const samples::VectorSequences bits = samples::bit_sequences(lengths, 20, 8),
                                 reals = samples::gaussian_sequences(lengths, 3, 8);
  for (const double offset : {1.0, 0.3}) {
    const PolynomialSetKernel kernel(1, 2, offset, Form::pairs);
    for (const samples::VectorSequences& a : {bits, reals}) {
      const arma::mat K = kernel.gram(a);
      CHECK(K.is_symmetric());
      CHECK(is_close(K, kernel.cross_gram(a, a), 1e-13));
    }
  }
  const PolynomialSetKernel whole(1, 2, 1.0, Form::pairs);
  CHECK(same(whole.gram(bits), whole.cross_gram(bits, bits)));
  CHECK(whole.gram(samples::bit_sequences({}, 20, 8)).is_empty());
}

TEST_CASE("the form is chosen by counting") {
  const auto uses_features = [](const samples::VectorSequences& a, long degree) {
    return PolynomialSetKernel(1, degree, 1.0).features(a).has_value();
  };
  const std::vector<arma::uword> words(40, 8);
  CHECK(uses_features(samples::bit_sequences(words, 128, 4), 1));        // 102,400 x 16 against 4,160 x 129
  CHECK_FALSE(uses_features(samples::bit_sequences(words, 128, 4), 2));  // against 4,160 x 8,385
  CHECK(uses_features(samples::gaussian_sequences({1000, 1000}, 10, 4), 2));  // 4e6 x 18 against 8,004 x 66
  CHECK_FALSE(uses_features(samples::gaussian_sequences({3, 3}, 10, 4), 2));  // 36 x 18 against 28 x 66
  CHECK_FALSE(
      uses_features(samples::gaussian_sequences({1000, 1000}, 60, 4), 7));  // above the limit of memory
}

TEST_CASE("an n-gram order above every length leaves zeros in both forms") {
  const samples::VectorSequences a = samples::gaussian_sequences({1, 2, 0}, 3, 5);
  for (const Form form : {Form::pairs, Form::features}) {
    const PolynomialSetKernel kernel(3, 2, 1.0, form);
    CHECK(same(kernel.gram(a), arma::mat(3, 3, arma::fill::zeros)));
    CHECK(same(kernel.diagonal(a), arma::vec(3, arma::fill::zeros)));
  }
}

TEST_CASE("polynomial set kernels refuse bad parameters, other widths and too many features") {
  const samples::VectorSequences a = samples::gaussian_sequences({2, 1}, 128, 6);
  CHECK(thrown_message<NumericalError>([] { PolynomialSetKernel(0, 2, 1.0); }) ==
        "set kernel: n-grams of order 0, expected >= 1");
  CHECK(thrown_message<NumericalError>([] { PolynomialSetKernel(1, 0, 1.0); }) ==
        "polynomial kernel: degree is 0, expected >= 1");
  CHECK(thrown_message<NumericalError>([&] { PolynomialSetKernel(1, 5, 1.0, Form::features).gram(a); }) ==
        "polynomial set kernel: 321402081 features of 4 samples, at most 16777216 numbers");
  CHECK(thrown_message<std::invalid_argument>([&] {
          PolynomialSetKernel(1, 2, 1.0).cross_gram(a, samples::gaussian_sequences({2}, 4, 7));
        }) == "vectors of different width: 128 and 4 features");
}

}  // namespace preimage::kernels
