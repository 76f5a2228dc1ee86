// More training samples than kPanelSamples: the same model by another way.
#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/decoders/fixed_point.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/linalg/cholesky_in_place.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/gaussian.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using namespace preimage;

namespace {

constexpr double kSigma = 0.9, kRidge = 0.1;

struct LargeData {
  arma::uword n = models::kPanelSamples + 7;
  arma::mat X = testing::gaussian_matrix(n, 3, 1) + 1000.0,
            new_X = testing::gaussian_matrix(50, 3, 2) + 1000.0;
  arma::mat Y = arma::join_rows(arma::sin(X.cols(0, 1)), X.col(2));

  samples::DataSet training() const {
    return {inputs(X), outputs::with_output_kernel<kernels::Vectors>(
                           std::make_shared<const kernels::LinearKernel>(), Y)};
  }
  static samples::SampleSet inputs(const arma::mat& vectors) {
    return outputs::with_input_kernel<kernels::Vectors>(std::make_shared<const kernels::LinearKernel>(),
                                                        vectors);
  }
  arma::mat expected() const {
    arma::mat K = linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(X), kSigma);
    K.diag() += kRidge;
    const arma::rowvec mean = arma::mean(Y, 0);
    arma::mat F =
        linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(new_X, X), kSigma) *
        linalg::solve_positive_definite_in_place(K, Y.each_row() - mean, "K");
    F.each_row() += mean;
    return F;
  }
};

models::KdeMethod large_method() {
  models::KdeOptions options;
  options.bandwidths = kernels::BandwidthGrid({kSigma});
  options.ridges = {kRidge};
  options.decoder = decoders::closed_form_decoder();
  return models::KdeMethod(std::move(options));
}

arma::mat vectors_of(const outputs::Prediction& prediction) {
  return std::get<outputs::NewVectors>(prediction.value).vectors;
}

}  // namespace

TEST_CASE("above kPanelSamples predictions are those of the whole Gram matrix, with any number of threads") {
  const LargeData d;
  const models::KdeMethod method = large_method();
  const samples::DataSet training = d.training();
  const samples::SampleSet inputs = LargeData::inputs(d.new_X);
  const auto fitted = method.fit(0, training);
  const arma::mat found = vectors_of(fitted->predict(inputs));
  CHECK(arma::abs(found - d.expected()).max() < 1e-8);
  CHECK(vectors_of(fitted->predict(inputs.subset(arma::uvec()))).n_rows == 0);
  linalg::FitMeans two;
  two.threads = 2;
  const arma::mat by_two =
      vectors_of(method.fit(0, training, linalg::KeptArrays().with(two))->predict(inputs));
  CHECK(arma::approx_equal(found, by_two, "absdiff", 0.0));
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
