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

models::MethodPtr large_method() {
  models::KdeOptions options;
  options.bandwidths = kernels::BandwidthGrid({0.9});
  options.ridges = {0.1};
  return models::kde_method(std::move(options));
}

arma::mat scores_of(const outputs::Prediction& prediction) {
  return prediction.scores.value().values;
}

}  // namespace

/// Scores by their definition: shares of classes at the samples, centred, times the inverse of (K + .1 I).
arma::mat slow_scores(const LargeData& d, arma::uword m) {
  const auto gaussian = [](const arma::mat& A, const arma::mat& B) {
    arma::mat K(A.n_rows, B.n_rows);
    for (arma::uword j = 0; j < B.n_rows; ++j)
      K.col(j) = arma::exp(arma::sum(arma::square(A.each_row() - B.row(j)), 1) / (-2.0 * 0.81));
    return K;
  };
  const arma::mat X = d.X.head_rows(m);
  arma::mat shares(m, 8, arma::fill::zeros);
  for (arma::uword i = 0; i < m; ++i)
    shares(i, static_cast<arma::uword>((X(i, 0) > 0) + 2 * (X(i, 1) > 0) + 4 * (X(i, 2) > 0))) = 1.0;
  arma::mat K = gaussian(X, X);
  K.diag() += 0.1;
  const arma::rowvec mean = arma::mean(shares, 0);
  const arma::mat scores =
      gaussian(d.new_X, X) * arma::solve(K, shares.each_row() - mean, arma::solve_opts::likely_sympd);
  return scores.each_row() + mean;
}

TEST_CASE("above kPanelSamples predictions are those of the definition") {
  const LargeData d;
  const models::MethodPtr method = large_method();
  const samples::DataSet training = d.training();
  const samples::SampleSet inputs = LargeData::inputs(d.new_X);
  const auto fitted = method->fit(0, training);
  const outputs::Prediction found = fitted->predict(inputs);
  CHECK(arma::abs(scores_of(found) - slow_scores(d, d.n)).max() < 1e-8);
  const arma::uword m = arma::uword{2051};
  const samples::DataSet some = training.subset(arma::regspace<arma::uvec>(0, m - 1));
  const arma::mat expected = slow_scores(d, m);
  CHECK(arma::abs(scores_of(method->fit(0, some)->predict(inputs)) - expected).max() < 1e-8);
  method->predict_grid(some, inputs, [&](std::size_t, const outputs::Prediction& in_grid) {
    CHECK(arma::abs(scores_of(in_grid) - expected).max() < 1e-8);
  });
  CHECK(scores_of(fitted->predict(inputs.subset(arma::uvec()))).n_rows == 0);
  regression::FitResources two;
  two.threads = 2;
  const auto by_two = method->fit(0, training, regression::KeptArrays().with(two));
  CHECK(arma::approx_equal(scores_of(found), scores_of(by_two->predict(inputs)), "absdiff", 0.0));
}

TEST_CASE("a fit that would not fit into memory is refused before it begins") {
  const LargeData d;
  regression::FitResources means;
  means.memory = 50'000'000;
  const std::string refused = testing::thrown_message<MemoryError>(
      [&] { large_method()->fit(0, d.training(), regression::KeptArrays().with(means)); });
  CHECK(refused ==
        "the exact solution for 5127 training samples: needs 0.06 GB of memory, 0.05 GB are there");
}
