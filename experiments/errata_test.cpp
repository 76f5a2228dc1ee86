// The entries of ERRATA.md, each shown on numbers.
#include <armadillo>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "experiments/string_toy/string_pairs.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "preimage/outputs/kernel_pca.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
namespace kernels = preimage::kernels;
namespace outputs = preimage::outputs;
namespace regression = preimage::regression;

namespace {

/// Eq. (4) for r = 2 by enumeration, with indices i_1 <= i_2 as printed.
double printed_subsequence_kernel(const std::string& s, const std::string& t, double decay) {
  double sum = 0.0;
  for (std::size_t i1 = 0; i1 < s.size(); ++i1) {
    for (std::size_t i2 = i1; i2 < s.size(); ++i2) {
      for (std::size_t j1 = 0; j1 < t.size(); ++j1) {
        for (std::size_t j2 = j1; j2 < t.size(); ++j2) {
          if (s[i1] != t[j1] || s[i2] != t[j2]) continue;
          sum += std::pow(decay, static_cast<double>((i2 - i1 + 1) + (j2 - j1 + 1)));
        }
      }
    }
  }
  return sum;
}

arma::mat gaussian_gram(const arma::mat& X, double sigma) {
  return preimage::linalg::gaussian_of_squared_distances(kernels::squared_distances(arma::mat(X * X.t())),
                                                         sigma);
}

}  // namespace

TEST_CASE("eq. (4): indices increase strictly, so that 'a' does not hold 'aa'") {
  const kernels::SubsequenceKernel kernel(2, 0.5);
  CHECK(kernel.gram({"a"})(0, 0) == 0.0);
  CHECK(printed_subsequence_kernel("a", "a", 0.5) > 0.0);
}

TEST_CASE("TR-098 sec. 4.1: as printed the RBF kernel of a string with itself is not 1") {
  const kernels::Strings strings = {"abad", "dbbd"};
  auto base = std::make_unique<kernels::NormalisedKernel<kernels::Strings>>(
      std::make_unique<kernels::SubsequenceKernel>(3, 0.5));
  const double sigma = 2.0;
  const double k = base->gram(strings)(0, 0);
  const double printed = std::exp(-(k + k - 2.0 * k / (2.0 * sigma * sigma)));
  CHECK(printed < 0.2);
  const kernels::GaussianOverKernel<kernels::Strings> corrected(std::move(base), sigma);
  CHECK(corrected.gram(strings)(0, 0) == 1.0);
}

TEST_CASE(
    "the printed objectives are minimised with ridge m gamma, not gamma: TR-098 eq. (6), NIPS 2002 sec. 3") {
  const double m = 12.0, gamma = 0.01;
  for (const auto form : {regression::RidgeForm::squared, regression::RidgeForm::plain}) {
    const arma::mat K = gaussian_gram(gaussian_matrix(12, 3, 1), 1.0);
    const arma::vec y = gaussian_matrix(12, 1, 2);
    const auto gradient = [&](const arma::vec& beta) -> double {
      const arma::vec of_errors = -2.0 / m * K * (y - K * beta);  // of 1/m ||y - K beta||^2
      // of gamma ||beta||^2, or gamma beta' K beta
      return arma::norm(of_errors +
                        2.0 * gamma * (form == regression::RidgeForm::squared ? beta : arma::vec(K * beta)));
    };
    CHECK(gradient(regression::ridge_dual_operator(K, form, m * gamma) * y) < 1e-12);
    CHECK(gradient(regression::ridge_dual_operator(K, form, gamma) * y) > 1e-3);
  }
}

TEST_CASE("sec. 3 step 1: without centring, projections are shifted by one constant per direction") {
  const arma::mat Y = gaussian_matrix(10, 3, 5) + 1.0;
  const arma::mat L = Y * Y.t();
  const outputs::KernelPca pca(L, {});
  const arma::mat dual = pca.coordinates() * arma::diagmat(1.0 / pca.eigenvalues());  // a^n as columns
  const arma::mat shift = L * dual - pca.coordinates();
  CHECK(arma::abs(shift).max() > 0.1);
  for (arma::uword n = 0; n < shift.n_cols; ++n) {
    CHECK(is_close(arma::mat(shift.col(n)), arma::mat(10, 1, arma::fill::value(shift(0, n))), 1e-10));
  }
}

TEST_CASE("Figure 1: what it prints does not come from the generator that the text describes") {
  preimage::base::Random random(1);
  const auto pairs = preimage::experiments::string_toy::draw_pairs(
      2000, preimage::experiments::string_toy::NoiseOrder::exclusive, random);
  std::size_t shortest = 1000;
  for (std::size_t i = 0; i < pairs.inputs.size(); ++i) {
    shortest = std::min(shortest, pairs.inputs[i].size());
    CHECK(pairs.inputs[i].size() <= 15);
    CHECK(pairs.outputs[i].find_first_not_of("abcd") == std::string::npos);
  }
  for (const std::string printed : {"ccddddddd", "dccccddcd"}) CHECK(printed.size() < shortest);
}
