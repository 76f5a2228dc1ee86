#include "preimage/kernels/product_kernel.hpp"

#include <doctest/doctest.h>

#include "preimage/kernels/spectrum_kernel.hpp"
#include "testing/is_close.hpp"

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
