#include "preimage/models/fit_notes.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/models/nearest_neighbours.hpp"
#include "preimage/models/sketched_kde.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

using kernels::Vectors;

/// Inputs and outputs of which the first lies so far out that its kernel values hold no digits of its
/// neighbours.
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

TEST_CASE("values that are streamed are watched like those that are held") {
  const samples::DataSet data = data_under(kernels::LinearKernel());
  const kernels::Points x = kernels::points_of(data.inputs);
  const kernels::Points some = x.subset(kTest);
  const auto found_after = [&](const auto& look) {
    const LostDigits lost(data);
    look();
    return lost.of(kTest).contains("lost_input_digits");
  };
  CHECK(found_after([&] { x.without_held_gram().gram(); }));
  CHECK(found_after([&] { some.without_held_gram().against(x.without_held_gram()).all(); }));
  CHECK(found_after([&] { x.without_held_gram().with_copied_samples().gram(); }));
  CHECK(found_after([&] {
    x.against(some.with_new_samples(std::make_shared<const Vectors>(1, 2, arma::fill::ones))).all();
  }));
  CHECK_FALSE(found_after([&] { x.without_held_gram().squared_distances(some); }));
}

TEST_CASE(
    "models say that kernel values have lost their digits, however they solve, and after they were loaded") {
  const Vectors near = testing::gaussian_matrix(30, 2, 8), Y = testing::gaussian_matrix(30, 1, 9);
  const std::string note =
      "the input kernel's values hold too few digits to tell neighbours apart, for 30 of 30 samples; "
      "where inputs lie far from the origin, subtract a constant, or take the kernel gaussian";
  const auto check = [&](const auto& estimator, double shift, bool is_said) {
    const Vectors X = near + shift;
    const testing::TemporaryFolder folder;
    const auto model = estimator.fit(X, Y);
    model.save(folder.path() / "model");
    for (const auto& one : {model, estimator.load(folder.path() / "model")}) {
      const std::vector<std::string> notes = one.predict(X.head_rows(3)).notes;
      CHECK((std::find(notes.begin(), notes.end(), note) != notes.end()) == is_said);
    }
  };
  // A ridge that rounding of 1e16 leaves alone.
  for (const double shift : {0.0, 1e8}) {
    const bool is_said = shift > 0.0;
    CAPTURE(shift);
    check(kde(kernels::linear(), kernels::linear(), {.ridges = {1e9}}), shift, is_said);
    for (const regression::LandmarkChoice& some :
         {regression::LandmarkChoice{.count = 30}, {.count = 5}, {regression::LandmarkRule::kmeans, 5, 1}}) {
      check(sketched_kde(kernels::linear(), kernels::linear(), {.ridges = {1e9}, .landmarks = some}), shift,
            is_said);
    }
    check(kde(kernels::gaussian(1.0), kernels::linear(), {.ridges = {1.0}}), shift, false);
    check(nearest_neighbours(kernels::linear(), kernels::linear(), {.ks = {1}}), shift, false);
  }
}

TEST_CASE("an error of numbers ends with what was lost") {
  const Vectors X = testing::gaussian_matrix(30, 2, 8) + 1e8, Y = testing::gaussian_matrix(30, 1, 9);
  const std::string message = testing::thrown_message<NumericalError>(
      [&] { kde(kernels::linear(), kernels::linear(), {.ridges = {1e-3}}).fit(X, Y); });
  CHECK_MESSAGE(message.find("; the input kernel's values hold too few digits") != std::string::npos,
                message);
}

}  // namespace preimage::models
