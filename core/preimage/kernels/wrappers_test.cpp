#include "preimage/kernels/wrappers.hpp"

#include <cmath>
#include <limits>
#include <memory>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using preimage::NumericalError;
using preimage::testing::gaussian_matrix;
using preimage::testing::is_close;
using preimage::testing::thrown_message;
namespace kernels = preimage::kernels;

namespace {
kernels::NormalisedKernel<kernels::Vectors> normalised_linear() {
  return kernels::NormalisedKernel<kernels::Vectors>(std::make_unique<kernels::LinearKernel>());
}
}  // namespace

TEST_CASE("the normalised linear kernel is the cosine") {
  const arma::mat gram = normalised_linear().gram({{3.0, 0.0}, {1.0, 1.0}, {-2.0, 0.0}});
  CHECK(is_close(gram(0, 1), std::sqrt(0.5), 1e-15));
  CHECK(gram(0, 2) == -1.0);
  CHECK(gram(1, 1) == 1.0);
}

TEST_CASE("samples of zero norm get 0 against everything and themselves") {
  const kernels::NormalisedKernel<kernels::Strings> kernel(
      std::make_unique<kernels::SubsequenceKernel>(2, 0.5, kernels::SubsequenceAlgorithm::features));
  const kernels::Strings samples = {"cat", "", "c", "car"};
  const arma::mat gram = kernel.gram(samples);
  CHECK(gram.is_finite());
  CHECK(arma::approx_equal(gram.diag(), arma::vec{1.0, 0.0, 0.0, 1.0}, "absdiff", 0.0));
  CHECK(arma::approx_equal(kernel.diagonal(samples), gram.diag(), "absdiff", 0.0));
  CHECK(arma::abs(gram.rows(1, 2)).max() == 0.0);
  CHECK(arma::abs(kernel.cross_gram(samples, {"", "zz"})).max() == 0.0);
  CHECK(gram(0, 3) > 0.0);
  const arma::mat features = kernel.features(samples).value();
  CHECK(is_close(features * features.t(), gram, 1e-14));
}

TEST_CASE("normalisation neither overflows nor underflows at extreme norms") {
  const arma::mat tiny = normalised_linear().gram({{1e-160, 0.0}, {1e-160, 1e-160}, {1e150, 0.0}});
  CHECK(is_close(tiny(0, 1), std::sqrt(0.5), 1e-3));  // the squares are subnormal: few digits, no NaN
  CHECK(is_close(tiny(0, 2), 1.0, 1e-3));
}

TEST_CASE("a diagonal that no kernel has is refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(thrown_message<NumericalError>([&] {
          normalised_linear().gram({{1.0, 0.0}, {nan, 0.0}});
        }) == "normalised kernel: k(x, x) of sample 1 is nan, expected a finite number >= 0");
  CHECK(thrown_message<NumericalError>([] {
          normalised_linear().diagonal(arma::mat{{1e200, 0.0}});
        }) == "normalised kernel: k(x, x) of sample 0 is inf, expected a finite number >= 0");
  CHECK(thrown_message<NumericalError>([] { kernels::inverse_norms({-1.0}); }) ==
        "normalised kernel: k(x, x) of sample 0 is -1, expected a finite number >= 0");
}

TEST_CASE("equal samples have value 1 under normalised and Gaussian kernels, and near ones have not") {
  using namespace kernels;
  const Strings words = {"abcab", "bca", "abcab", "aaaab", "bca"};
  const auto ones = [](const arma::mat& K, const auto& samples) {
    bool are_right = true;
    for (arma::uword i = 0; i < K.n_rows; ++i)
      for (arma::uword j = 0; j < K.n_cols; ++j)
        are_right = are_right && (K(i, j) == 1.0) == (sample_value(samples, i) == sample_value(samples, j));
    return are_right;
  };
  const auto normalised_words = normalised(SpectrumKernel(1, 3));
  CHECK(ones(normalised_words.gram(words), words));
  CHECK(ones(normalised_words.cross_gram(words, Strings(words)), words));
  CHECK(ones(gaussian_over(normalised(SubsequenceKernel(2, 0.3)), 0.5).cross_gram(words, words), words));
  // Vectors of one length, whose norms are inexact, two of them nearly parallel.
  arma::mat X = gaussian_matrix(40, 5, 3);
  X.tail_rows(20) = X.head_rows(20);
  X.row(7) = X.row(6);
  X(7, 0) += 1e-5;
  CHECK(ones(normalised(LinearKernel()).gram(X), X));
  CHECK(ones(normalised(PolynomialKernel(3, 0.7)).cross_gram(X, X.head_rows(40)), X));
}

TEST_CASE("a Gaussian over the linear kernel is the Gaussian kernel") {
  const arma::mat X = gaussian_matrix(8, 3, 1);
  const arma::mat Z = gaussian_matrix(5, 3, 2);
  const kernels::GaussianOverKernel<kernels::Vectors> over(std::make_unique<kernels::LinearKernel>(), 0.7);
  const kernels::GaussianKernel gaussian(0.7);
  CHECK(is_close(over.gram(X), gaussian.gram(X), 1e-13));
  CHECK(is_close(over.cross_gram(X, Z), gaussian.cross_gram(X, Z), 1e-13));
}

TEST_CASE("a Gaussian over the class kernel is exp(-1 / (2 sigma^2)) between classes") {
  const kernels::GaussianOverKernel<kernels::Labels> kernel(std::make_unique<kernels::ClassKernel>(), 2.0);
  const arma::mat gram = kernel.cross_gram({3}, {3, 4});
  CHECK(gram(0) == 1.0);
  CHECK(is_close(gram(1), std::exp(-0.125), 1e-15));
  CHECK(thrown_message<NumericalError>([] {
          kernels::GaussianOverKernel<kernels::Labels>(std::make_unique<kernels::ClassKernel>(), 0.0);
        }) == "Gaussian over a kernel: sigma is 0, expected > 0");
}

TEST_CASE("a kernel knows its form, through wrappers that keep it") {
  using kernels::GaussianKernel, kernels::LinearKernel, kernels::PolynomialKernel;
  using Over = kernels::GaussianOverKernel<kernels::Vectors>;
  CHECK(GaussianKernel(1.5).gaussian_form()->sigma == 1.5);
  CHECK_FALSE(GaussianKernel(1.5).polynomial_form().has_value());
  CHECK(LinearKernel().polynomial_form()->degree == 1);
  CHECK(LinearKernel().polynomial_form()->offset == 0.0);
  CHECK(PolynomialKernel(3, 0.5).polynomial_form()->degree == 3);
  CHECK(PolynomialKernel(3, 0.5).polynomial_form()->offset == 0.5);
  CHECK(Over(std::make_unique<LinearKernel>(), 2.0).gaussian_form()->sigma == 2.0);
  CHECK(Over(std::make_unique<PolynomialKernel>(1, 3.0), 2.0).gaussian_form()->sigma == 2.0);
  CHECK_FALSE(Over(std::make_unique<PolynomialKernel>(2, 3.0), 2.0).gaussian_form().has_value());
  CHECK_FALSE(Over(std::make_unique<GaussianKernel>(1.0), 2.0).gaussian_form().has_value());
  CHECK_FALSE(normalised_linear().polynomial_form().has_value());
  CHECK_FALSE(normalised_linear().gaussian_form().has_value());
  const kernels::NormalisedKernel<kernels::Vectors> unit(std::make_unique<GaussianKernel>(1.5));
  CHECK(unit.gaussian_form()->sigma == 1.5);
  const arma::mat a = gaussian_matrix(6, 3, 11), b = gaussian_matrix(4, 3, 12);
  CHECK(is_close(Over(std::make_unique<PolynomialKernel>(1, 3.0), 2.0).cross_gram(a, b),
                 GaussianKernel(2.0).cross_gram(a, b), 1e-13));
}

using namespace preimage::kernels;

TEST_CASE("a product of counts by hand: as many common letters of the inputs as of the outputs, multiplied") {
  const ProductKernel kernel(std::make_unique<SpectrumKernel>(1, 1), std::make_unique<SpectrumKernel>(1, 1));
  const StringPairs a = {{"ab", "xxx"}, {"b", "y"}};
  const StringPairs b = {{"aab", "xy"}};
  const arma::mat K = kernel.cross_gram(a, b);
  CHECK(K(0, 0) == (2.0 + 1.0) * 3.0);
  CHECK(K(1, 0) == 1.0 * 1.0);
  CHECK(kernel.diagonal(a)(0) == 2.0 * 9.0);
  CHECK(kernel.gram(a)(0, 1) == 0.0);
}
