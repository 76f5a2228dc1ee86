// More training samples than kPanelSamples: the same model by another way.
#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using namespace preimage;

namespace {

/// Points far from the origin, of the octant that each lies in.
struct LargeData {
  arma::uword n = models::kPanelSamples + 7;
  arma::mat X = testing::gaussian_matrix(n, 3, 1), new_X = testing::gaussian_matrix(50, 3, 2);

  samples::DataSet training() const {
    kernels::Labels octants;
    for (arma::uword i = 0; i < n; ++i)
      octants.push_back((X(i, 0) > 0) + 2 * (X(i, 1) > 0) + 4 * (X(i, 2) > 0));
    return {inputs(X), outputs::with_output_kernel<kernels::Labels>(
                           std::make_shared<const kernels::ClassKernel>(), std::move(octants))};
  }
  static samples::SampleSet inputs(const arma::mat& vectors) {
    return outputs::with_input_kernel<kernels::Vectors>(std::make_shared<const kernels::LinearKernel>(),
                                                        vectors + 1000.0);
  }
};

models::KdeMethod large_method() {
  models::KdeOptions options;
  options.bandwidths = kernels::BandwidthGrid({0.9});
  options.ridges = {0.1};
  return models::KdeMethod(std::move(options));
}

arma::mat scores_of(const outputs::Prediction& prediction) {
  return prediction.scores.value().values;
}

}  // namespace

TEST_CASE("above kPanelSamples predictions are those of the inverse, with any number of threads") {
  const LargeData d;
  const models::KdeMethod method = large_method();
  const samples::DataSet training = d.training();
  const samples::SampleSet inputs = LargeData::inputs(d.new_X);
  const auto fitted = method.fit(0, training);
  const outputs::Prediction found = fitted->predict(inputs);
  method.predict_grid(training, inputs, [&](std::size_t, const outputs::Prediction& expected) {
    CHECK(arma::abs(scores_of(found) - scores_of(expected)).max() < 1e-8);
    CHECK(arma::all(std::get<outputs::Chosen>(found.value).samples ==
                    std::get<outputs::Chosen>(expected.value).samples));
  });
  CHECK(scores_of(fitted->predict(inputs.subset(arma::uvec()))).n_rows == 0);
  linalg::FitMeans two;
  two.threads = 2;
  const auto by_two = method.fit(0, training, linalg::KeptArrays().with(two));
  CHECK(arma::approx_equal(scores_of(found), scores_of(by_two->predict(inputs)), "absdiff", 0.0));
}

TEST_CASE("a fit that would not fit into memory is refused before it begins") {
  const LargeData d;
  linalg::FitMeans means;
  means.memory = 50'000'000;
  const std::string refused = testing::thrown_message<MemoryError>(
      [&] { large_method().fit(0, d.training(), linalg::KeptArrays().with(means)); });
  CHECK(refused ==
        "the exact solution for 5127 training samples: needs 0.12 GB of memory, 0.05 GB are there");
}
