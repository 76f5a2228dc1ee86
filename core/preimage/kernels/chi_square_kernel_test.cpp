#include "preimage/kernels/chi_square_kernel.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/testing_histograms.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using preimage::testing::is_close;
using preimage::testing::sparse_histograms;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;

namespace {

/// Pair by pair and bin by bin, straight from the definition.
arma::mat by_definition(const arma::mat& a, const arma::mat& b) {
  arma::mat values(a.n_rows, b.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < a.n_rows; ++i) {
    for (arma::uword j = 0; j < b.n_rows; ++j) {
      for (arma::uword f = 0; f < a.n_cols; ++f) {
        if (a(i, f) > 0.0 && b(j, f) > 0.0) values(i, j) += 2.0 / (1.0 / a(i, f) + 1.0 / b(j, f));
      }
    }
  }
  return values;
}

}  // namespace

TEST_CASE("the chi-square kernel has the values of its definition, in every block") {
  const kernels::ChiSquareKernel kernel;
  const arma::mat a = sparse_histograms(300, 40, 1);  // more rows than one block
  const arma::mat b = sparse_histograms(7, 40, 2);
  CHECK(is_close(kernel.cross_gram(a, b), by_definition(a, b), 1e-14));
  CHECK(is_close(kernel.cross_gram(b, a), by_definition(b, a), 1e-14));
  CHECK(is_close(kernel.diagonal(b), by_definition(b, b).diag(), 1e-14));
  CHECK(arma::approx_equal(kernel.cross_gram(a, b), kernel.cross_gram(b, a).t(), "absdiff", 0.0));
  CHECK(kernel.cross_gram(arma::mat{{1.0, 0.0, 2.0}}, arma::mat{{3.0, 4.0, 0.0}})(0, 0) == 1.5);
  CHECK(kernel.cross_gram(arma::mat(1, 3, arma::fill::zeros), b.cols(0, 2)).max() == 0.0);
  CHECK(kernels::chi_square_term(0.0, 0.0) == 0.0);
}

TEST_CASE("the Gaussian over it is the exponential chi-square kernel") {
  const arma::mat X = sparse_histograms(12, 9, 3);
  const arma::mat gram =
      kernels::GaussianOverKernel<kernels::Vectors>(std::make_unique<kernels::ChiSquareKernel>(), 0.7)
          .gram(X);
  for (arma::uword i = 0; i < 12; ++i) {
    for (arma::uword j = 0; j < 12; ++j) {
      double distance = 0.0;
      for (arma::uword f = 0; f < 9; ++f) {
        const double sum = X(i, f) + X(j, f);
        if (sum > 0.0) distance += std::pow(X(i, f) - X(j, f), 2) / sum;
      }
      CHECK(is_close(gram(i, j), std::exp(-distance / (2.0 * 0.7 * 0.7)), 1e-13));
    }
  }
}

TEST_CASE("the chi-square kernel refuses what is no histogram") {
  const kernels::ChiSquareKernel kernel;
  const arma::mat a(2, 3, arma::fill::ones);
  arma::mat b = a;
  const auto message = [&] {
    return thrown_message<std::invalid_argument>([&] { kernel.cross_gram(a, b); });
  };
  b(1, 2) = -0.5;
  CHECK(message() == "histograms: bin 2 of sample 1 is -0.5, expected a finite number >= 0");
  CHECK(thrown_message<std::invalid_argument>([&] { kernel.diagonal(b); }) == message());
  b(1, 2) = arma::datum::nan;
  CHECK(message() == "histograms: bin 2 of sample 1 is nan, expected a finite number >= 0");
  b(0, 1) = arma::datum::inf;
  CHECK(message() == "histograms: bin 1 of sample 0 is inf, expected a finite number >= 0");
  b.set_size(2, 4);
  CHECK(message() == "vectors of different width: 3 and 4 features");
}

using preimage::NumericalError;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::sparse_histograms;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;

TEST_CASE("terms of all bins sum to the score of the kernel expansion") {
  const arma::mat support = sparse_histograms(30, 25, 1);
  const arma::mat windows = sparse_histograms(200, 25, 2);
  arma::vec coefficients = gaussian_matrix(30, 1, 3).col(0);
  coefficients(4) = 0.0;
  const arma::vec direct = kernels::ChiSquareKernel().cross_gram(windows, support) * coefficients;
  const kernels::ChiSquareExpansion expansion(support, coefficients);
  CHECK(expansion.n_bins() == 25);
  for (arma::uword t = 0; t < windows.n_rows; ++t) {
    double score = 0.0;
    for (std::size_t bin = 0; bin < 25; ++bin) score += expansion.term(bin, windows(t, bin));
    CHECK(is_close(score, direct(t), 0.0, 1e-13));
  }
}

TEST_CASE("terms by hand: a bin that nobody fills, and an empty one, are 0") {
  const kernels::ChiSquareExpansion expansion({{0.5, 0.0, 0.0}, {0.25, 1.0, 0.0}}, {2.0, 3.0});
  CHECK(is_close(expansion.term(0, 0.5), 2.0 * 0.5 + 3.0 / 3.0, 1e-15));
  CHECK(expansion.term(1, 1.0) == 3.0);
  CHECK(expansion.term(2, 1.0) == 0.0);
  CHECK(expansion.term(0, 0.0) == 0.0);
}

TEST_CASE("an expansion needs histograms and a finite coefficient for each") {
  const arma::mat support(2, 3, arma::fill::ones);
  const auto message = [&](const arma::vec& coefficients) {
    return thrown_message<NumericalError>([&] { kernels::ChiSquareExpansion(support, coefficients); });
  };
  CHECK(message({1.0}) == "chi-square expansion: 1 coefficients, expected 2 finite numbers");
  CHECK(message({1.0, arma::datum::nan}) ==
        "chi-square expansion: 2 coefficients, expected 2 finite numbers");
  CHECK(thrown_message<std::invalid_argument>([&] {
          kernels::ChiSquareExpansion(-support, {1.0, 1.0});
        }) == "histograms: bin 0 of sample 0 is -1, expected a finite number >= 0");
}
