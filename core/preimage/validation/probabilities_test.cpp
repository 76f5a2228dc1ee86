// Probabilities of a learner: which decision values its calibrators see, and what is refused.
#include <algorithm>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::validation {

namespace {

using regression::Calibration;
using testing::is_close;

/// A method whose decision values of the classes that it was trained on are given: row i of the inputs, of
/// class c plus the number of training samples, so that models of other training sets have others.
class GivenScores final : public models::Method {
 public:
  explicit GivenScores(bool has_scores = true) : has_scores_(has_scores) {}
  void require(const samples::DataSet& /*data*/) const override {}
  models::FittedPtr fit(std::size_t /*g*/, const samples::DataSet& training,
                        const regression::KeptArrays& /*kept*/) const override {
    auto classes = training.outputs.get<kernels::Labels>();
    const auto n = static_cast<double>(classes.size());
    std::sort(classes.begin(), classes.end());
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
    return models::fitted([=, has_scores = has_scores_](const samples::SampleSet& inputs) {
      arma::mat values = inputs.get<kernels::Vectors>().cols(arma::conv_to<arma::uvec>::from(classes));
      values.tail_cols(1) += n;
      outputs::Prediction prediction{outputs::Classes{std::vector<int>(inputs.size(), classes.front())}};
      if (has_scores) prediction.scores = outputs::Scores{values, classes};
      return prediction;
    });
  }

 private:
  bool has_scores_;
};

/// scores  n x c
Learner learner_of(const std::vector<int>& labels, const arma::mat& scores, Calibration kind,
                   bool has_scores = true) {
  samples::SampleSet inputs = samples::SampleSet(scores.n_rows).with(kernels::Vectors(scores));
  samples::SampleSet outputs = samples::SampleSet(scores.n_rows).with(kernels::Labels(labels));
  return Learner(std::make_shared<const GivenScores>(has_scores), {inputs, outputs}).with(kind);
}

const std::vector<samples::Split> kHalves =
    samples::make_splits({{0, 1, 2}, {3, 4, 5}}, samples::TrainOn::the_rest);
const samples::Split kTested{{0, 1, 2, 3, 4, 5}, {6, 7, 8}};

arma::mat probabilities(const Learner& learner, const std::vector<samples::Split>& inner = kHalves) {
  const auto none = [](const outputs::Prediction&, const arma::uvec& test) { return arma::vec(test.n_elem); };
  return run_outer_fold(learner, kTested, inner, none).prediction.probabilities.value().values;
}

/// Held out s_1 - s_0 is what stands here plus 3; of the tested samples plus 6.
const arma::vec kMargins = {0, 1, 2, 1.5, 3, 4, -3, -1.25, 9};
const std::vector<int> kLabels = {0, 1, 0, 0, 1, 1, 0, 0, 1};

std::string refusal(const Learner& learner, const std::vector<samples::Split>& inner = kHalves) {
  return testing::thrown_message<NumericalError>([&] { probabilities(learner, inner); });
}

}  // namespace

TEST_CASE("one calibrator on the pooled held-out decision values, for the model of all training samples") {
  const Learner learner =
      learner_of(kLabels, arma::join_rows(arma::zeros(9), kMargins), Calibration::isotonic);
  // Steps: 0 at 3, 1/3 from 4 to 5, 1 from 6 on; tested at 3, 4.75 and 15.
  CHECK(is_close(probabilities(learner), {{1, 0}, {2.0 / 3.0, 1.0 / 3.0}, {0, 1}}, 1e-15));
  CHECK_FALSE(learner.predict(0, kTested).probabilities);
}

TEST_CASE("of three classes each against the rest, divided by their sum; where none has any, alike") {
  arma::mat scores(9, 3, arma::fill::zeros);
  const std::vector<int> labels = {0, 1, 2, 0, 1, 2, 0, 0, 0};
  for (arma::uword i = 0; i < 6; ++i) scores(i, static_cast<arma::uword>(labels[i])) = 1.0;
  scores.col(2) -= 3.0;  // held out every value of the last class is 0 or 1, tested it is 3 more
  scores.row(6) = arma::rowvec{1.0, 0.5, -6.0};
  scores.row(7) = arma::rowvec{0.0, 0.0, -6.0};
  scores.row(8) = arma::rowvec{1.0, 0.25, -5.25};
  CHECK(is_close(probabilities(learner_of(labels, scores, Calibration::isotonic)),
                 {{1 / 1.5, .5 / 1.5, 0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}, {.5, .125, .375}}, 1e-14));
}

TEST_CASE("a kept model has its calibrators, and predicts the same without any sample of the inner folds") {
  for (const Calibration kind : {Calibration::sigmoid, Calibration::isotonic}) {
    const Learner learner = learner_of(kLabels, arma::join_rows(arma::zeros(9), kMargins), kind);
    const auto recorded = regression::KeptArrays::recording();
    const auto fitted = learner.fit(0, kTested.train, recorded, kHalves);
    const auto inputs = samples::SampleSet(arma::uword{2}).with(kernels::Vectors{{0.0, 1.0}, {2.0, 0.5}});
    const auto loaded = learner.fit(0, kTested.train, regression::KeptArrays::of(recorded.arrays()));
    CHECK(is_close(loaded->predict(inputs).probabilities->values,
                   fitted->predict(inputs).probabilities->values, 0.0));
    for (const arma::mat& bad : {arma::mat{{1, 1}, {2, 1}, {0, 1}}, arma::mat{{1, 1}, {1, 2}, {0.5, 0.25}},
                                 arma::mat{{1, 1}, {1, 2}, {0.5, 1.25}}, arma::mat(arma::vec{1e300, 1, 0.5})})
      CHECK(testing::thrown_message<DataError>([&] {
              learner.fit(0, kTested.train, regression::KeptArrays::of({{"calibrators", bad}}));
            }) == "the model's array 'calibrators' holds what is no calibrator");
  }
}

TEST_CASE("no probabilities without decision values, or a class in a training part of these") {
  const arma::mat scores = arma::join_rows(arma::zeros(9), kMargins);
  CHECK(refusal(learner_of(kLabels, scores, Calibration::sigmoid, false)) ==
        "probabilities: the method has no decision values of these outputs");
  const std::vector<int> rare = {0, 0, 0, 0, 0, 1, 0, 0, 1};
  CHECK(refusal(learner_of(rare, scores, Calibration::sigmoid))
            .starts_with("probabilities: an inner fold trains without a class of the training samples"));
}

TEST_CASE("a training set of one class gives that class probability 1") {
  const arma::mat scores(9, 1, arma::fill::zeros);
  CHECK(is_close(probabilities(learner_of(std::vector<int>(9, 0), scores, Calibration::sigmoid)),
                 arma::ones(3, 1), 0.0));
}

}  // namespace preimage::validation
