#include "preimage/validation/nested_cross_validation.hpp"

#include <set>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/samples/folds.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::validation {

using testing::is_close;
using testing::same_indices;
using testing::thrown_message;

namespace {

/// A method whose prediction is its grid point, and which remembers the numbers of the samples that it was
/// shown.
class RecordingMethod final : public models::Method {
 public:
  explicit RecordingMethod(std::size_t grid_size) : Method(models::Grid(grid_size)) {}
  void require(const samples::DataSet& /*data*/) const override {}
  models::FittedPtr fit(std::size_t g, const samples::DataSet& training,
                        const regression::KeptArrays& /*kept*/) const override {
    return models::fitted([this, g, train = training.inputs.numbers()](const samples::SampleSet& inputs) {
      seen.insert(train.begin(), train.end());
      seen.insert(inputs.numbers().begin(), inputs.numbers().end());
      calls.emplace_back(g, samples::Split{train, inputs.numbers()});
      return outputs::Prediction{outputs::Classes{std::vector<int>(inputs.size(), static_cast<int>(g))}};
    });
  }
  mutable std::set<arma::uword> seen;
  mutable std::vector<std::pair<std::size_t, samples::Split>> calls;
};

/// It, on a data set of 100 samples.
struct RecordingLearner {
  explicit RecordingLearner(std::size_t grid_size)
      : method(std::make_shared<const RecordingMethod>(grid_size)),
        learner(method, {samples::SampleSet(arma::uword{100}), samples::SampleSet(arma::uword{100})}) {}
  operator const Learner&() const { return learner; }
  std::shared_ptr<const RecordingMethod> method;
  Learner learner;
};

/// The loss of a grid point is given, whatever the samples.
Criterion losses_of(const std::vector<double>& losses) {
  return [losses](const outputs::Prediction& prediction, const arma::uvec& test) {
    const auto g = static_cast<std::size_t>(std::get<outputs::Classes>(prediction.value).classes.front());
    return arma::vec(test.n_elem, arma::fill::value(losses[g]));
  };
}

const samples::Split kOuter{{10, 3, 7, 12, 5}, {1, 2}};
const std::vector<samples::Split> kInner =
    samples::make_splits({{10, 3}, {7, 12}, {5}}, samples::TrainOn::the_rest);

std::string inner_message(const std::vector<samples::Split>& inner) {
  return thrown_message<NumericalError>([&] {
    run_outer_fold(RecordingLearner(2), kOuter, inner, losses_of({1.0, 2.0}));
  });
}

}  // namespace

TEST_CASE("the smallest inner loss is chosen, seeing training samples only, and refitted on all of them") {
  const RecordingLearner learner(3);
  const Choice choice = choose(learner, kInner, losses_of({0.5, 0.25, 0.75}));
  CHECK(choice.grid_point == 1);
  CHECK(is_close(choice.inner_loss, 0.25, 1e-15));
  CHECK(learner.method->calls.size() == 9);
  CHECK(learner.method->seen == std::set<arma::uword>{3, 5, 7, 10, 12});

  const OuterFold fold = run_outer_fold(learner, kOuter, kInner, losses_of({0.5, 0.25, 0.75}));
  CHECK(fold.choice.grid_point == 1);
  CHECK(std::get<outputs::Classes>(fold.prediction.value).classes == std::vector<int>{1, 1});
  const auto& [g, split] = learner.method->calls.back();
  CHECK(g == 1);
  CHECK(same_indices(split.train, kOuter.train));
  CHECK(same_indices(split.test, kOuter.test));
  CHECK(learner.method->calls.size() == 9 + 9 + 1);
}

TEST_CASE("the inner loss is a mean over samples, not over folds") {
  const Criterion by_size = [](const outputs::Prediction& prediction, const arma::uvec& test) {
    const bool first = std::get<outputs::Classes>(prediction.value).classes.front() == 0;
    const double loss = test.n_elem == 1 ? 1.0 : 0.0;  // grid point 0 errs on the fold with one sample
    return arma::vec(test.n_elem, arma::fill::value(first ? loss : 0.25));
  };
  const Choice choice = choose(RecordingLearner(2), kInner, by_size);
  CHECK(choice.grid_point == 0);  // 1/5 of the samples against 1/4; 1/3 of the folds
  CHECK(is_close(choice.inner_loss, 0.2, 1e-15));
}

TEST_CASE("of equal grid points the first is chosen") {
  CHECK(choose(RecordingLearner(4), kInner, losses_of({0.5, 0.25, 0.25, 0.25})).grid_point == 1);
  CHECK(choose(RecordingLearner(3), kInner, losses_of({0.0, 0.0, 0.0})).grid_point == 0);
}

TEST_CASE("an inner fold that holds an outside sample is an error") {
  std::vector<samples::Split> inner = kInner;
  inner[1].test(0) = 2;  // an outer test sample
  CHECK(inner_message(inner) == "an inner fold looks at sample 2, which is not in the training set");
  inner = kInner;
  inner[2].train(1) = 99;
  CHECK(inner_message(inner) == "an inner fold looks at sample 99, which is not in the training set");
  CHECK(inner_message({}) == "an inner loss needs inner folds");
}

TEST_CASE("an inner loss that is no number is an error, also where another point is better") {
  for (double bad : {arma::datum::nan, arma::datum::inf}) {
    CHECK(thrown_message<NumericalError>([&] {
            choose(RecordingLearner(3), kInner, losses_of({0.1, 0.2, bad}));
          }) == "the inner loss of grid point 2 is not finite");
  }
}

TEST_CASE("a grid of one point is not judged") {
  const RecordingLearner learner(1);
  const Criterion refuses = [](const outputs::Prediction&, const arma::uvec&) -> arma::vec {
    throw NumericalError("judged");
  };
  const OuterFold fold = run_outer_fold(learner, kOuter, kInner, refuses);
  CHECK(fold.choice.grid_point == 0);
  CHECK(fold.choice.inner_loss == 0.0);
  CHECK(learner.method->calls.size() == 1);
}

TEST_CASE("inner losses are those that the choice is made by, also of a grid of one point") {
  CHECK(inner_losses(RecordingLearner(3), kInner, losses_of({0.5, 0.25, 0.75})).means ==
        std::vector<double>{0.5, 0.25, 0.75});
  CHECK(inner_losses(RecordingLearner(1), kInner, losses_of({0.5})).means == std::vector<double>{0.5});
}

TEST_CASE("of losses that rounding does not tell apart the first is chosen, whatever is beside them") {
  // The mean of .1, .2 and .3 in two orders.
  const double a = ((0.1 + 0.2) + 0.3) / 3.0, b = (0.1 + (0.2 + 0.3)) / 3.0;
  CHECK(a != b);
  CHECK(first_smallest_loss({a, b}, {0.0, 0.0}) == 0);
  CHECK(first_smallest_loss({b, a}, {0.0, 0.0}) == 0);
  CHECK(first_smallest_loss({1e9, a, b}, {0.0, 0.0, 0.0}) == 1);
  CHECK(first_smallest_loss({1e9, b, a}, {0.0, 0.0, 0.0}) == 1);
  CHECK(first_smallest_loss({0.2, 0.2 - 1e-11}, {0.0, 0.0}) == 1);
  CHECK(first_smallest_loss({0.2, 0.2 - 1e-11}, {1e-11, 0.0}) == 0);
  CHECK(first_smallest_loss({1e-20, 2e-20, 0.0}, {0.0, 0.0, 0.0}) == 2);
  CHECK(choose(RecordingLearner(3), kInner, losses_of({0.9, a, b})).grid_point == 1);
  CHECK(choose(RecordingLearner(3), kInner, losses_of({0.9, b, a})).grid_point == 1);
}

}  // namespace preimage::validation
