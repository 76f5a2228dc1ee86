// Outputs whose Gram matrix has equal eigenvalues, as classes of equal size give: an eigenspace has no
// directions of its own, so a prediction must not depend on the basis of it that LAPACK returns.
#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "preimage/decoders/fixed_point.hpp"
#include "preimage/decoders/learned_preimage.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "testing/is_close.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

using outputs::Centring;
using outputs::ComponentCut;
using regression::KeptArrays;
using testing::gaussian_matrix;
using testing::is_close;

constexpr arma::uword kGroups = 6, kPerGroup = 8;

struct DegenerateData {
  samples::DataSet training;
  samples::SampleSet new_inputs;
};

/// Inputs in six groups around as many centres.
DegenerateData with_outputs(samples::SampleSet outputs) {
  const auto kernel = std::make_shared<const kernels::GaussianKernel>(1.2);
  const arma::mat centres = 2.0 * gaussian_matrix(kGroups, 3, 5);
  const arma::mat X = arma::repmat(centres, kPerGroup, 1) + gaussian_matrix(kGroups * kPerGroup, 3, 6);
  const arma::mat new_X = arma::repmat(centres, 4, 1) + gaussian_matrix(kGroups * 4, 3, 7);
  return {{outputs::with_input_kernel<kernels::Vectors>(kernel, X), std::move(outputs)},
          outputs::with_input_kernel<kernels::Vectors>(kernel, new_X)};
}

/// Classes of equal size: one eigenvalue, six times, or five times where they are centred.
DegenerateData classes() {
  kernels::Labels labels;
  for (arma::uword i = 0; i < kGroups * kPerGroup; ++i) labels.push_back(static_cast<int>(i % kGroups));
  return with_outputs(
      outputs::with_output_kernel<kernels::Labels>(std::make_shared<const kernels::ClassKernel>(), labels));
}

/// The corners of a regular hexagon: of the eigenvalues two pairs are equal.
DegenerateData hexagon() {
  arma::mat Y(kGroups * kPerGroup, 2);
  for (arma::uword i = 0; i < Y.n_rows; ++i) {
    const double angle = arma::datum::pi / 3.0 * static_cast<double>(i % kGroups);
    Y.row(i) = arma::rowvec{std::cos(angle), std::sin(angle)};
  }
  return with_outputs(
      outputs::with_output_kernel<kernels::Vectors>(std::make_shared<const kernels::GaussianKernel>(1.0), Y));
}

/// An orthogonal matrix at random.
arma::mat rotation(arma::uword size, unsigned seed) {
  arma::mat Q, R;
  REQUIRE(arma::qr(Q, R, gaussian_matrix(size, size, seed)));
  return Q;
}

/// The same model with another basis of each eigenspace.
/// spaces  counts those of more than one dimension
KeptArrays in_another_basis(const KeptArrays& model, unsigned& spaces) {
  KeptArrays::Arrays arrays = model.arrays();
  arma::mat& vectors = arrays.at("output_pca.vectors");
  const arma::vec values = arrays.at("output_pca.eigenvalues");
  spaces = 0;
  for (arma::uword first = 0, next = 1; first < values.n_elem; first = next++) {
    while (next < values.n_elem && values(first) - values(next) < 1e-9 * values(0)) ++next;
    if (next - first == 1) continue;
    ++spaces;
    vectors.cols(first, next - 1) = vectors.cols(first, next - 1) * rotation(next - first, 8 + spaces);
  }
  return KeptArrays::of(std::move(arrays));
}

/// Scores or vectors, whichever there are; else the chosen samples.
arma::mat numbers_of(const outputs::Prediction& prediction) {
  if (prediction.scores) return prediction.scores->values;
  if (const auto* found = std::get_if<outputs::NewVectors>(&prediction.value)) return found->vectors;
  return arma::conv_to<arma::mat>::from(std::get<outputs::Chosen>(prediction.value).samples);
}

/// Fits, turns the bases, and predicts with both.
void check_basis_does_not_matter(const DegenerateData& data, const KdeOptions& options,
                                 unsigned expected_spaces) {
  const MethodPtr method = kde_method(options);
  const KeptArrays kept = KeptArrays::recording();
  const outputs::Prediction found = method->fit(0, data.training, kept)->predict(data.new_inputs);
  unsigned spaces = 0;
  const KeptArrays turned = in_another_basis(kept, spaces);
  CHECK(spaces == expected_spaces);
  const outputs::Prediction again = method->fit(0, data.training, turned)->predict(data.new_inputs);
  CHECK(is_close(numbers_of(again), numbers_of(found), 1e-9, 1e-9));
  if (const auto* samples = std::get_if<outputs::Chosen>(&found.value))
    CHECK(arma::all(std::get<outputs::Chosen>(again.value).samples == samples->samples));
}

constexpr std::array kCentrings = {Centring::training_mean, Centring::none};

}  // namespace

TEST_CASE("another basis of the eigenspaces predicts the same classes, with the same decision values") {
  for (const Centring centring : kCentrings) {
    for (const auto form : {regression::RidgeForm::plain, regression::RidgeForm::squared}) {
      KdeOptions options{.ridges = {0.1}, .form = form, .cut = {{}, 0.01}, .centring = centring};
      check_basis_does_not_matter(classes(), options, 1);
    }
  }
}

TEST_CASE("another basis of the eigenspaces gives the same pre-images, chosen, searched for or learned") {
  for (const decoders::DecoderRecipe& decoder :
       {decoders::candidate_decoder(), decoders::fixed_point_decoder(decoders::Start::nearest, {}),
        decoders::learned_preimage_decoder({})}) {
    for (const Centring centring : kCentrings) {
      KdeOptions options{.ridges = {0.1}, .cut = {{}, 1e-4}, .centring = centring, .decoder = decoder};
      check_basis_does_not_matter(hexagon(), options, 2);
    }
  }
}

TEST_CASE(
    "ridge regression turns with the basis; support vector regression, direction by direction, does not") {
  const DegenerateData data = classes();
  const arma::mat K = kernels::points_of(data.training.inputs).gram();
  const outputs::KernelPca pca(kernels::points_of(data.training.outputs).gram(), {});
  const arma::mat& Z = pca.coordinates();
  const arma::mat Q = rotation(Z.n_cols, 9);
  const arma::mat G = arma::inv(K + 0.1 * arma::eye(K.n_rows, K.n_rows));
  CHECK(is_close(K * G * (Z * Q), K * (G * Z) * Q, 1e-12, 1e-13));
  const regression::SupportVectorRegressionOptions options;
  const auto learned = [&](const arma::mat& targets) {
    return regression::evaluate(regression::support_vector_regression(K, targets, {options})[0], K);
  };
  CHECK_FALSE(is_close(learned(Z * Q), learned(Z) * Q, 1e-6, 1e-6));
}

}  // namespace preimage::models
