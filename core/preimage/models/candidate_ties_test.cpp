// Inputs whose prediction lies exactly between two outputs, by the symmetry of the training samples: the
// first of both in the data is taken, on every CPU, and what rounding decides is said.
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/models/class_functions.hpp"
#include "preimage/models/component_ridge.hpp"
#include "preimage/models/kernel_dependency_estimation.hpp"
#include "preimage/models/sketched_kde.hpp"
#include "preimage/outputs/forms.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/toy_data.hpp"

namespace preimage::models {

namespace {

using kernels::Labels;
using kernels::Vectors;

/// 40 points, of which each has its mirror image in the other class, in turn and in an order without a
/// pattern.
struct Mirrored {
  Vectors x = Vectors(40, 1);
  Labels classes;
  Vectors numbers = Vectors(40, 1);  // the class as -1 or 1

  explicit Mirrored(bool turned) {
    base::Random random(3);
    const std::vector<std::size_t> order = random.permutation(40);
    for (arma::uword i = 0; i < 40; ++i) {
      const double at = 0.2 * (static_cast<double>(order[i] / 2) + 0.5);
      const bool is_left = order[i] % 2 == 0, swaps = (order[i] / 2) % 3 == 1;
      x(i, 0) = is_left ? -at : at;
      classes.push_back(is_left != swaps ? 4 : 9);
      if (turned) classes.back() = 13 - classes.back();
      numbers(i, 0) = classes.back() == 4 ? -1.0 : 1.0;
    }
  }
};

const Vectors kMiddle(1, 1, arma::fill::zeros);

bool says(const std::vector<std::string>& notes, const std::string& words) {
  for (const std::string& note : notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

constexpr const char* kBetween = "lie between two outputs";

}  // namespace

TEST_CASE(
    "two classes at the same point of the kept directions: the first in the data, wherever the input is") {
  Labels classes;
  for (const char c : std::string("cdecdecdeabb")) classes.push_back(c);
  const Vectors x = arma::regspace(0.0, 11.0);
  const Vectors queries = arma::vec{-2, -2.5, -3, -3.5, -4, -5, -6, 13, 13.5, 14, 14.5, 15, 16, 17};
  const auto fitted =
      kde(kernels::gaussian(0.5), kernels::same_class(), {.ridges = {0.1}, .cut = {2, {}}}).fit(x, classes);
  CHECK(fitted.predict(queries).outputs == Labels(14, 'a'));
  CHECK(fitted.predict(queries).notes.empty());
  // Three classes of three samples have two directions of one eigenvalue.
  const auto cut =
      kde(kernels::gaussian(0.5), kernels::same_class(), {.ridges = {0.1}, .cut = {1, {}}}).fit(x, classes);
  CHECK(says(cut.predict(queries).notes, "end between equal eigenvalues"));
}

TEST_CASE("an input in the middle of mirrored samples belongs to neither class: the first in the data") {
  for (const bool turned : {false, true}) {
    const Mirrored data(turned);
    for (const double ridge : {1.0, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
      CAPTURE(turned);
      CAPTURE(ridge);
      for (const outputs::ComponentCut& cut : {outputs::ComponentCut{}, outputs::ComponentCut{1, {}}}) {
        const auto of_classes =
            kde(kernels::gaussian(1.0), kernels::same_class(), {.ridges = {ridge}, .cut = cut})
                .fit(data.x, data.classes);
        CHECK(of_classes.predict(kMiddle).outputs.front() == data.classes.front());
        CHECK(says(of_classes.predict(kMiddle).notes, kBetween) == (ridge <= 1e-10));
        const auto of_numbers =
            kde(kernels::gaussian(1.0), kernels::gaussian(1.0), {.ridges = {ridge}, .cut = cut})
                .fit(data.x, data.numbers);
        CHECK(of_numbers.predict(kMiddle).outputs(0, 0) == data.numbers(0, 0));
      }
      const auto squared = kde(kernels::gaussian(1.0), kernels::same_class(),
                               {.ridges = {ridge}, .form = regression::RidgeForm::squared});
      CHECK(squared.fit(data.x, data.classes).predict(kMiddle).outputs.front() == data.classes.front());
    }
  }
}

TEST_CASE(
    "with landmarks, which are not mirrored, the value decides, but for rounding: then the first in the "
    "data, or it is said") {
  // (f - 1/2) of the first class at 0 with 20 landmarks, in 90 digits from the landmarks' positions (Python's
  // mpmath).
  const std::vector<std::pair<double, double>> with_20 = {
      {1.0, 3.638037e-9}, {1e-6, -0.0038084948}, {1e-8, 0.0050057416}};
  for (const bool turned : {false, true}) {
    const Mirrored data(turned);
    const auto at_middle = [&](arma::uword count, double ridge) {
      const regression::LandmarkChoice landmarks{regression::LandmarkRule::uniform, count, 1};
      return sketched_kde(kernels::gaussian(1.0), kernels::same_class(),
                          {.ridges = {ridge}, .landmarks = landmarks})
          .fit(data.x, data.classes)
          .predict(kMiddle);
    };
    for (const auto& [ridge, above_half] : with_20)
      CHECK((at_middle(20, ridge).outputs.front() == data.classes.front()) == (above_half > 0.0));
    for (const double ridge : {1.0, 1e-2, 1e-4, 1e-6, 1e-8}) {  // the gap is below 1e-14 / ridge
      CAPTURE(ridge);
      CHECK(at_middle(39, ridge).outputs.front() == data.classes.front());
      CHECK(says(at_middle(39, ridge).notes, kBetween) == (ridge <= 1e-8));
    }
  }
}

TEST_CASE("beside the middle by 1e-6 the value decides, and nothing is said") {
  const Mirrored data(false);
  for (const double ridge : {1.0, 0.1, 1e-3}) {
    CAPTURE(ridge);
    for (const outputs::ComponentCut& cut : {outputs::ComponentCut{}, outputs::ComponentCut{1, {}}}) {
      const auto model = kde(kernels::gaussian(1.0), kernels::same_class(), {.ridges = {ridge}, .cut = cut})
                             .fit(data.x, data.classes);
      const auto found = model.predict(arma::vec{-1e-6, 1e-6});
      CHECK(found.outputs[0] != found.outputs[1]);
      CHECK(found.notes.empty());
    }
  }
}

TEST_CASE("a saved model decides the same ties, and says the same") {
  const Mirrored data(true);
  const testing::TemporaryFolder folder;
  const Vectors inputs = arma::vec{0.0, 0.1, -3.0, 30.0};
  const auto check = [&](const auto& estimator, const auto& outputs, const std::string& words,
                         double shift = 0.0) {
    CAPTURE(words);
    const auto fitted = estimator.fit(data.x + shift, outputs);
    fitted.save(folder.path() / "model.pim");
    const auto found = fitted.predict(inputs),
               again = estimator.load(folder.path() / "model.pim").predict(inputs);
    CHECK(again.notes == found.notes);
    CHECK(says(found.notes, words));
  };
  const auto gaussian = kernels::gaussian(1.0);
  const auto same = kernels::same_class();
  for (const outputs::ComponentCut& cut : {outputs::ComponentCut{}, outputs::ComponentCut{1, {}}}) {
    check(kde(gaussian, same, {.ridges = {1e-11}, .cut = cut}), data.classes, kBetween);
    check(kde(gaussian, same, {.ridges = {1e-13}, .cut = cut}), data.classes, "ridge too small");
  }
  check(kde(gaussian, same, {.ridges = {1e-24}, .form = regression::RidgeForm::squared}), data.classes,
        "ridge too small");
  for (const arma::uword count : {20, 40}) {
    const regression::LandmarkChoice landmarks{regression::LandmarkRule::uniform, count, 1};
    check(sketched_kde(gaussian, same, {.ridges = {1e-13}, .landmarks = landmarks}), data.classes,
          count == 20 ? "nearly dependent" : "ridge too small");
  }
  check(estimator(gaussian, kernels::linear(), component_ridge_method({.ridges = {1e-13}})), data.numbers,
        "ridge too small");
  check(one_vs_rest_svm(kernels::linear(), {.ridges = {1.0}}), data.classes,
        "one-vs-rest SVM: the optimality conditions", 1e7);
  check(kde(kernels::linear(), kernels::linear(), {.map = KdeOptions::Map::support_vector_regression}),
        data.numbers, "support vector regression: the optimality conditions", 1e7);
}

TEST_CASE("held-out predictions decide ties alike, with and without explicit features") {
  const Mirrored data(true);
  const Vectors x = arma::join_cols(data.x, kMiddle);
  Labels classes = data.classes;
  classes.push_back(4);
  const Vectors numbers = arma::join_cols(data.numbers, arma::mat(1, 1, arma::fill::ones));
  const auto inputs = outputs::with_input_kernel<Vectors>(std::make_shared<kernels::GaussianKernel>(1.0), x);
  const std::vector<samples::SampleSet> both = {
      outputs::with_output_kernel<Labels>(std::make_shared<kernels::ClassKernel>(), classes),
      outputs::with_output_kernel<Vectors>(std::make_shared<kernels::GaussianKernel>(1.0), numbers)};
  const arma::uvec others = arma::regspace<arma::uvec>(0, 39), last = {40};
  const std::vector<samples::Split> folds = {{others, last}, {last, others}};
  const MethodPtr method = kde_method({.ridges = {1.0, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12}});
  for (const samples::SampleSet& outputs : both) {
    method->predict_held_out({inputs, outputs}, folds,
                             [&](std::size_t fold, std::size_t g, const outputs::Prediction& prediction) {
                               if (fold == 1) return;
                               CAPTURE(g);
                               const arma::uword found =
                                   std::get<outputs::Chosen>(prediction.value).samples(0);
                               CHECK(classes[found] == classes.front());
                             });
  }
}

TEST_CASE("of equal decision values of machines the class that comes first in the data wins") {
  const auto svm = one_vs_rest_svm(kernels::linear(), {.ridges = {1.0}});
  CHECK(svm.fit(arma::vec{-1.0, 1.0}, Labels{7, 3}).predict(kMiddle).outputs == Labels{7});
  CHECK(svm.fit(arma::vec{-1.0, 1.0}, Labels{3, 7}).predict(kMiddle).outputs == Labels{3});
}

TEST_CASE("component ridge: of ridges whose leave-one-out errors differ by rounding the largest is taken") {
  // Every input is the same, so that each left-out output is predicted by the mean of the others, at every
  // ridge.
  const Vectors x(30, 1, arma::fill::ones);
  for (const double offset : {0.0, 1e3, 1e6}) {
    CAPTURE(offset);
    const Vectors y = testing::gaussian_matrix(30, 2, 7) + offset;
    const auto kept = regression::KeptArrays::recording();
    component_ridge_method({.ridges = {1e-6, 1e-3, 0.1, 10.0}})
        ->fit(0,
              {outputs::with_input_kernel<Vectors>(std::make_shared<kernels::GaussianKernel>(1.0), x),
               outputs::with_output_kernel<Vectors>(std::make_shared<kernels::LinearKernel>(), y)},
              kept);
    const arma::mat K(30, 30, arma::fill::ones), inverse = arma::inv(K + 10.0 * arma::eye(30, 30));
    const regression::KeptArrays::Arrays arrays = kept.arrays();
    CHECK_FALSE(arrays.contains("maps.1.dual_operator"));
    CHECK(arma::abs(arrays.at("maps.0.dual_operator") - inverse).max() < 1e-12);
  }
}

}  // namespace preimage::models
