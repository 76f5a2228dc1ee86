#include "preimage/kernels/set_kernel.hpp"

#include <cmath>
#include <limits>
#include <memory>

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

constexpr double kNoBandwidth = std::numeric_limits<double>::infinity();

arma::rowvec concatenation(const samples::VectorSequences& a, arma::uword first, arma::uword n) {
  return arma::vectorise(a.elements.rows(first, first + n - 1), 1);
}

/// The definition, pair of n-grams by pair of n-grams.
arma::mat by_definition(const Kernel<Vectors>& base, const samples::VectorSequences& a,
                        const samples::VectorSequences& b, arma::uword n, double tau) {
  arma::mat sums(sample_count(a), sample_count(b), arma::fill::zeros);
  for (arma::uword s = 0; s < sums.n_rows; ++s) {
    for (arma::uword t = 0; t < sums.n_cols; ++t) {
      for (arma::uword i = 0; a.rows.begin(s) + i + n <= a.rows.end(s); ++i) {
        for (arma::uword j = 0; b.rows.begin(t) + j + n <= b.rows.end(t); ++j) {
          const double value = base.cross_gram(concatenation(a, a.rows.begin(s) + i, n),
                                               concatenation(b, b.rows.begin(t) + j, n))(0, 0);
          const double distance = static_cast<double>(i) - static_cast<double>(j);
          sums(s, t) += value * std::exp(-distance * distance / (2.0 * tau * tau));
        }
      }
    }
  }
  return sums;
}

/// sizes that do not fit the blocks: more elements than one has, samples across their borders
samples::VectorSequences many_bits(arma::uword samples, std::uint64_t seed) {
  std::vector<arma::uword> lengths;
  for (arma::uword i = 0; i < samples; ++i) lengths.push_back(i % 13);
  return samples::bit_sequences(lengths, 9, seed);
}

}  // namespace

TEST_CASE("the set kernel has the values of its definition") {
  const samples::VectorSequences a = samples::gaussian_sequences({3, 0, 7, 1, 2}, 4, 1),
                                 b = samples::gaussian_sequences({5, 1, 4}, 4, 2);
  for (const arma::uword n : {1, 2, 3}) {
    for (const double tau : {0.3, 1.0, kNoBandwidth}) {
      CAPTURE(n);
      CAPTURE(tau);
      const SetKernel gaussian(std::make_unique<GaussianKernel>(1.5), n, tau);
      CHECK(is_close(gaussian.cross_gram(a, b), by_definition(GaussianKernel(1.5), a, b, n, tau), 1e-14));
      const SetKernel cubic(std::make_unique<PolynomialKernel>(3, 1.0), n, tau);
      CHECK(is_close(cubic.cross_gram(a, b), by_definition(PolynomialKernel(3, 1.0), a, b, n, tau), 1e-13));
      CHECK(is_close(cubic.diagonal(a), cubic.gram(a).diag(), 1e-14));
    }
  }
}

TEST_CASE("without bandwidth positions do not matter: the same as with an infinite one") {
  const samples::VectorSequences a = samples::gaussian_sequences({3, 6, 2}, 4, 1);
  const arma::mat without = SetKernel(std::make_unique<LinearKernel>()).gram(a);
  const arma::mat infinite = SetKernel(std::make_unique<LinearKernel>(), 1, kNoBandwidth).gram(a);
  CHECK(arma::approx_equal(without, infinite, "absdiff", 0.0));
  CHECK_FALSE(is_close(SetKernel(std::make_unique<LinearKernel>(), 1, 1.0).gram(a), without, 0.1));
}

TEST_CASE("blocks do not change sums: whole numbers, exactly") {
  const samples::VectorSequences a = many_bits(300, 3), b = many_bits(170, 4);
  const SetKernel kernel(std::make_unique<PolynomialKernel>(2, 1.0));
  const arma::mat whole = kernel.cross_gram(a, b);
  arma::mat parts(300, 170);
  for (arma::uword i = 0; i < 300; i += 20) {
    const samples::VectorSequences rows = samples::select(a, arma::regspace<arma::uvec>(i, i + 19));
    for (arma::uword j = 0; j < 170; j += 17) {
      const samples::VectorSequences columns = samples::select(b, arma::regspace<arma::uvec>(j, j + 16));
      parts.submat(i, j, i + 19, j + 16) = kernel.cross_gram(rows, columns);
    }
  }
  CHECK(arma::approx_equal(whole, parts, "absdiff", 0.0));
  CHECK(whole.max() > 100.0);
}

TEST_CASE("a sequence longer than a block") {
  const samples::VectorSequences a = samples::bit_sequences({2100, 3}, 2, 5),
                                 b = samples::bit_sequences({4, 700}, 2, 6);
  const SetKernel kernel(std::make_unique<GaussianKernel>(1.0), 1, 50.0);
  const arma::mat distances = arma::square(arma::repmat(arma::regspace(0, 2099), 1, 700) -
                                           arma::repmat(arma::regspace<arma::rowvec>(0, 699), 2100, 1));
  const arma::mat base =
      GaussianKernel(1.0).cross_gram(a.elements.head_rows(2100), b.elements.tail_rows(700));
  const double expected = arma::accu(base % arma::exp(-distances / 5000.0));
  CHECK(is_close(kernel.cross_gram(a, b)(0, 1), expected, 1e-12));
}

TEST_CASE("a sequence shorter than n has kernel 0 with all and itself, normalised too") {
  const samples::VectorSequences a = samples::gaussian_sequences({1, 3, 0}, 4, 7);
  const auto kernel = [](arma::uword n) {
    return std::make_unique<SetKernel>(std::make_unique<GaussianKernel>(1.0), n);
  };
  const arma::mat gram = kernel(2)->gram(a);
  CHECK(gram(1, 1) > 0.0);
  CHECK(arma::accu(gram != 0.0) == 1);
  const NormalisedKernel<samples::VectorSequences> normalised(kernel(2));
  CHECK(arma::approx_equal(normalised.gram(a), arma::diagmat(arma::vec{0.0, 1.0, 0.0}), "absdiff", 0.0));
  CHECK(arma::approx_equal(normalised.diagonal(a), arma::vec{0.0, 1.0, 0.0}, "absdiff", 0.0));
  CHECK(arma::abs(kernel(4)->gram(a)).max() == 0.0);
  CHECK(arma::abs(NormalisedKernel<samples::VectorSequences>(kernel(4)).gram(a)).max() == 0.0);
  CHECK(arma::size(kernel(1)->cross_gram(a, samples::select(a, {}))) == arma::SizeMat(3, 0));
}

TEST_CASE("set kernels refuse other widths, bad parameters and what is no list of sequences") {
  const SetKernel kernel(std::make_unique<LinearKernel>());
  const samples::VectorSequences a = samples::gaussian_sequences({2}, 3, 8);
  CHECK(thrown_message<std::invalid_argument>([&] {
          kernel.cross_gram(a, samples::gaussian_sequences({0}, 4, 9));
        }) == "vectors of different width: 3 and 4 features");
  CHECK(thrown_message<std::invalid_argument>([&] {
          kernel.diagonal({a.elements, samples::Offsets({1})});
        }) == "sequences of vectors: lengths sum to 1, expected the number of rows, 2");
  CHECK(thrown_message<NumericalError>([] { SetKernel(std::make_unique<LinearKernel>(), 0); }) ==
        "set kernel: n-grams of order 0, expected >= 1");
  CHECK(thrown_message<NumericalError>([] { SetKernel(std::make_unique<LinearKernel>(), 1, 0.0); }) ==
        "set kernel: bandwidth of positions is 0, expected > 0");
}

}  // namespace preimage::kernels
