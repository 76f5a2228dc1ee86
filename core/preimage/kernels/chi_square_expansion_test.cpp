#include "preimage/kernels/chi_square_expansion.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/chi_square_kernel.hpp"
#include "preimage/kernels/testing_histograms.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

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
