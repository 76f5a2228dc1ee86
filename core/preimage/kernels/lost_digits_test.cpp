#include "preimage/kernels/lost_digits.hpp"

#include <doctest/doctest.h>

#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "testing/toy_data.hpp"

namespace preimage::kernels {

using testing::gaussian_matrix;

namespace {

template <class Samples>
arma::uvec lost_in(const Kernel<Samples>& kernel, const Samples& samples) {
  return kernel.rounding(samples) > largest_rounding(kernel, samples);
}

arma::uword lost_among(const arma::mat& X) {
  return arma::accu(lost_in(LinearKernel(), X));
}

}  // namespace

TEST_CASE("the values of a linear kernel lose their digits far from the origin, of all samples") {
  const arma::mat X = gaussian_matrix(96, 3, 1);
  CHECK(lost_among(X) == 0);
  CHECK(lost_among(X + 100.0) == 0);
  for (const double offset : {1e7, 1e8, 1.6e9}) CHECK(lost_among(X + offset) == 96);
}

TEST_CASE("equal samples and a few that nearly are have lost nothing") {
  arma::mat X = gaussian_matrix(30, 3, 2);
  X.row(5) = X.row(20);
  X.row(6) = X.row(21) * (1.0 + 1e-8);
  CHECK(lost_among(X) == 0);
  CHECK(lost_among(arma::mat(9, 3, arma::fill::ones)) == 0);
  CHECK(lost_among(arma::mat(1, 3)) == 0);
  CHECK(lost_in(LinearKernel(), arma::mat(0, 3)).is_empty());
}

TEST_CASE("only samples that lie far from the origin lose their digits") {
  arma::mat X = gaussian_matrix(30, 3, 3);
  X.head_rows(12) += 1e9;
  CHECK(arma::accu(lost_in(LinearKernel(), X).head(12)) == 12);
  CHECK(lost_among(X) == 12);
  X.rows(12, 25) += 1e9;  // now most of them
  CHECK(lost_among(X) == 26);
}

TEST_CASE("digits are lost where the rounding exceeds half a percent of the usual squared distance") {
  const arma::mat K(4, 4, arma::fill::eye);  // all squared distances are 2
  const auto different = [](arma::uword, arma::uword) { return false; };
  const arma::uvec some = {0, 2};
  CHECK(largest_rounding(some, K.rows(some), K.diag(), arma::vec(4), different) == doctest::Approx(0.01));
  // A distance of 0.001 at a rounding of 0.0005 each is that of two equal samples.
  arma::mat near = K;
  near(0, 1) = near(1, 0) = 0.9995;
  const auto first_two = [](arma::uword j, arma::uword l) { return j + l == 1; };
  CHECK(largest_rounding({0, 1}, near.head_rows(2), K.diag(), arma::vec(4, arma::fill::value(0.0005)),
                         first_two) == doctest::Approx(0.01));
}

TEST_CASE("a Gaussian kernel far wider than its samples cannot tell them apart") {
  const arma::mat X = gaussian_matrix(30, 3, 4);
  CHECK(arma::accu(lost_in(GaussianKernel(10.0), X)) == 0);
  CHECK(arma::accu(lost_in(GaussianKernel(1e9), X)) ==
        30);  // all distances are 0, and no two samples are equal
  CHECK(arma::accu(lost_in(GaussianKernel(3e7), X)) == 30);
}

TEST_CASE("digits that a kernel has lost stay lost in what is made of its values") {
  const arma::mat X = gaussian_matrix(30, 3, 5), far = X + 1e8;
  const PolynomialKernel square(2, 1.0);
  CHECK(arma::accu(lost_in(gaussian_over(square, 1e8), far)) == 30);
  CHECK(arma::accu(lost_in(gaussian_over(square, 5.0), X)) == 0);
  CHECK(arma::accu(lost_in(gaussian_over(square, 1.0), arma::mat(X + 1e9))) ==
        30);  // where all of k is 1 or 0
  // Two wrappers of them.
  const NormalisedKernel<Vectors> normalised(
      std::make_shared<const GaussianOverKernel<Vectors>>(std::make_unique<PolynomialKernel>(2, 1.0), 1e8));
  CHECK(arma::accu(lost_in(normalised, far)) == 30);
  const ScaledKernel<Vectors> scaled(
      std::make_unique<GaussianOverKernel<Vectors>>(std::make_unique<PolynomialKernel>(2, 1.0), 1e8), 3.0);
  CHECK(arma::accu(lost_in(scaled, far)) == 30);
  // Distances of a polynomial of degree 1 are those of the vectors: nothing is lost.
  CHECK(arma::accu(lost_in(gaussian_over(PolynomialKernel(1, 0.0), 1.0), far)) == 0);
}

TEST_CASE("copies of samples are no neighbours that rounding tells apart") {
  const std::vector<std::string> words = {"alpha", "beta", "gamma"};
  Strings labels;
  for (int i = 0; i < 48; ++i) labels.push_back(words[static_cast<std::size_t>(i % 3)]);
  const NormalisedKernel<Strings> spectrum(std::make_shared<const SpectrumKernel>(2, 2));
  CHECK(arma::accu(lost_in(spectrum, labels)) == 0);
  arma::mat X = gaussian_matrix(10, 3, 6) + 10.0;
  X = arma::repmat(X, 4, 1);
  const NormalisedKernel<Vectors> normalised(std::make_shared<const PolynomialKernel>(2, 1.0));
  CHECK(arma::accu(lost_in(normalised, X)) == 0);
  CHECK(arma::accu(lost_in(gaussian_over(PolynomialKernel(2, 0.0), 1.0),
                           arma::mat(9, 3, arma::fill::value(1e9)))) == 0);
}

}  // namespace preimage::kernels
