#include "preimage/models/fit_notes.hpp"

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

using kernels::Vectors;

/// Inputs and outputs of which the first lies so far out that its kernel values hold no digits of its neighbours.
Vectors far_out() {
  Vectors X = testing::gaussian_matrix(12, 2, 7);
  X.row(0) += 1e8;
  return X;
}

template <class Kernel>
samples::DataSet data_under(const Kernel& kernel) {
  const auto shared = std::make_shared<const Kernel>(kernel);
  return {outputs::with_input_kernel<Vectors>(shared, far_out()),
          outputs::with_output_kernel<Vectors>(shared, far_out())};
}

const arma::uvec kTest = {0, 1};

}  // namespace

TEST_CASE("who looks at kernel values that lost their digits is told so, once for each look") {
  const samples::DataSet data = data_under(kernels::LinearKernel());
  for (int round = 0; round < 2; ++round) {
    const LostDigits lost(data);
    CHECK(lost.of(kTest).empty());
    kernels::points_of(data.inputs).gram();
    const auto found = lost.of(kTest);
    REQUIRE(found.size() == 1);
    CHECK(arma::all(found.at("lost_input_digits") == arma::vec{1.0, 0.0}));
    CHECK(lost.of({1, 2}).empty());
  }
}

TEST_CASE("who looks at distances alone is told what they have lost") {
  const auto found_of_distances = [](const samples::DataSet& data) {
    const LostDigits lost(data);
    const kernels::Points x = kernels::points_of(data.inputs);
    x.squared_distances(x);
    return lost.of(kTest);
  };
  CHECK(found_of_distances(data_under(kernels::LinearKernel())).empty());  // it has distances of its own
  CHECK(found_of_distances(data_under(kernels::PolynomialKernel(2, 1.0))).contains("lost_input_digits"));
}

TEST_CASE("outputs are watched, too") {
  const samples::DataSet data = data_under(kernels::LinearKernel());
  const LostDigits lost(data);
  kernels::points_of(data.outputs).gram();
  CHECK(lost.of(kTest).contains("lost_output_digits"));
}

}  // namespace preimage::models
