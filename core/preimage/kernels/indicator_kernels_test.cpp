#include "preimage/kernels/indicator_kernels.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "testing/is_close.hpp"

using preimage::testing::is_close;
namespace kernels = preimage::kernels;

namespace {

constexpr int kClasses = 7;

/// The first is empty.
kernels::LabelSets random_sets(std::size_t n, std::uint64_t seed) {
  preimage::base::Random random(seed);
  kernels::LabelSets sets(n);
  for (std::size_t i = 1; i < n; ++i) {
    for (int label = 0; label < kClasses; ++label) {
      if (random.below(3) == 0) sets[i].insert(label - 2);
    }
  }
  return sets;
}

arma::mat indicators(const kernels::LabelSets& sets) {
  arma::mat rows(sets.size(), kClasses, arma::fill::zeros);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (const int label : sets[i]) rows(i, static_cast<arma::uword>(label + 2)) = 1.0;
  }
  return rows;
}

const kernels::LabelSets kSets = random_sets(23, 1), kOthers = random_sets(11, 2);

}  // namespace

TEST_CASE("kernels of label sets are those of their vectors of 0 and 1") {
  const arma::mat a = indicators(kSets), b = indicators(kOthers);
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
