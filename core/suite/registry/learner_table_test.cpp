// What every learner of the table has to keep; a new row is tested by its example.
#include "suite/registry/learner_table.hpp"

#include <map>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/samples/folds.hpp"
#include "suite/registry/testing_learners.hpp"
#include "suite/registry/testing_runs.hpp"

namespace preimage::suite::registry {

using namespace testing;

namespace {

std::vector<samples::Split> inner_folds(const arma::uvec& train) {
  base::Random random(5);
  return samples::make_splits(samples::cut_into_folds(train, 4, {}, random), samples::TrainOn::the_rest);
}

/// Interpolation ends where its knots do.
bool interpolates(const std::string& yaml) {
  return yaml.find("interpolation") != std::string::npos || yaml.find("spline") != std::string::npos;
}

/// The same as the learner can work on them: what interpolates keeps the first and the last sample in time
/// for training.
std::vector<samples::Split> inner_folds(const arma::uvec& train, const std::string& yaml,
                                        const testing::Problem& problem) {
  if (!interpolates(yaml)) return inner_folds(train);
  const arma::vec times = arma::vec(problem.input_vectors.col(0)).elem(train);
  const arma::uvec ends = train.elem(arma::uvec{times.index_min(), times.index_max()});
  arma::uvec inside = train;
  for (arma::uword end : ends) inside.shed_row(arma::as_scalar(arma::find(inside == end)));
  std::vector<samples::Split> folds = inner_folds(inside);
  for (samples::Split& fold : folds) fold.train = arma::join_cols(fold.train, ends);
  return folds;
}

std::vector<testing::Problem> problems() {
  return {toy_problem(), linear_output_problem(true), testing::image_output_problem(), ngram_problem()};
}

/// Whether the learner can work on the problem at all (a fixed point needs a Gaussian output kernel).
bool applies(const std::string& yaml, const testing::Problem& problem) {
  try {
    make_learner(yaml, problem)->predict(0, strided_split(problem.size(), 4));
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

template <class Check>
void for_every_learner(Check check) {
  for (const testing::Problem& problem : problems()) {
    for (const std::string& yaml : learner_examples()) {
      if (!applies(yaml, problem)) continue;
      CAPTURE(yaml);
      CAPTURE((problem.output_kernel && problem.output_kernel->gaussian_form()));
      check(yaml, problem);
    }
  }
}

void poison_rows(arma::mat& matrix, const arma::uvec& samples) {
  if (!matrix.is_empty()) matrix.rows(samples).fill(arma::datum::nan);
}

void poison_rows_and_columns(arma::mat& gram, const arma::uvec& samples) {
  gram.rows(samples).fill(arma::datum::nan);
  gram.cols(samples).fill(arma::datum::nan);
}

/// Everything that is known of the outputs of these samples becomes NaN, a class that does not exist, or
/// nothing.
testing::Problem without_outputs(testing::Problem problem, const arma::uvec& samples) {
  poison_rows_and_columns(problem.output_gram, samples);
  problem.observed_gram.cols(samples).fill(arma::datum::nan);
  if (problem.output_features) poison_rows(*problem.output_features, samples);
  poison_rows(problem.output_vectors, samples);
  poison_rows(problem.complete_patterns, samples);
  problem.is_candidate.elem(samples).fill(0);
  for (arma::uword sample : samples) {
    problem.localization.boxes[sample].clear();
    problem.classes[sample] = -999;
    problem.output_strings[sample].assign(problem.output_strings[sample].size(), '?');
  }
  return problem;
}

testing::Problem without_samples(const testing::Problem& intact, const arma::uvec& samples) {
  testing::Problem problem = without_outputs(intact, samples);
  poison_rows_and_columns(problem.input_gram, samples);
  poison_rows_and_columns(problem.input_squared_distances, samples);
  poison_rows(problem.input_vectors, samples);
  poison_rows(problem.partial_patterns, samples);
  poison_rows_and_columns(problem.elements.gram, testing::elements_of(problem, samples));
  auto images =
      std::make_shared<experiments::car_localization::LocalizationImages>(*problem.localization.images);
  problem.localization.images = images;
  for (arma::uword sample : samples) {
    images->samples[sample].words = {};
    problem.input_strings[sample].assign(problem.input_strings[sample].size(), '?');
  }
  return problem;
}

}  // namespace

TEST_CASE("every example works on one of the problems") {
  const std::vector<testing::Problem> all = problems();
  for (const std::string& yaml : learner_examples()) {
    CAPTURE(yaml);
    CHECK(std::any_of(all.begin(), all.end(),
                      [&](const testing::Problem& problem) { return applies(yaml, problem); }));
  }
}

TEST_CASE("no learner looks at the outer test outputs, nor at their inputs while it chooses") {
  for_every_learner([](const std::string& yaml, const testing::Problem& problem) {
    const samples::Split outer = strided_split(problem.size(), 4);
    const std::vector<samples::Split> inner = inner_folds(outer.train);
    const validation::Criterion criterion = toy_criterion(problem);
    const validation::OuterFold expected =
        validation::run_outer_fold(*make_learner(yaml, problem), outer, inner, criterion);

    const testing::Problem no_samples = without_samples(problem, outer.test);
    const validation::Choice choice = validation::choose(*make_learner(yaml, no_samples), inner, criterion);
    CHECK(choice.grid_point == expected.choice.grid_point);
    CHECK(choice.inner_loss == expected.choice.inner_loss);

    const testing::Problem no_outputs = without_outputs(problem, outer.test);
    const validation::OuterFold actual =
        validation::run_outer_fold(*make_learner(yaml, no_outputs), outer, inner, criterion);
    CHECK(actual.choice.grid_point == expected.choice.grid_point);
    CHECK(actual.choice.inner_loss == expected.choice.inner_loss);
    CHECK(same_prediction(actual.prediction, expected.prediction, 0.0));
  });
}

TEST_CASE("the poison of the test above is felt where it is looked at") {
  for_every_learner([](const std::string& yaml, const testing::Problem& problem) {
    const samples::Split outer = strided_split(problem.size(), 4);
    const outputs::Prediction expected = make_learner(yaml, problem)->predict(0, outer);
    const testing::Problem poisoned = without_outputs(problem, outer.train);
    bool same = true;
    try {
      same = same_prediction(make_learner(yaml, poisoned)->predict(0, outer), expected, 0.0);
    } catch (const NumericalError&) {
      same = false;
    }
    CHECK_FALSE(same);
  });
}

TEST_CASE("whole grids and whole sets of folds agree with one prediction at a time") {
  for_every_learner([](const std::string& yaml, const testing::Problem& problem) {
    const auto learner = make_learner(yaml, problem);
    const std::vector<samples::Split> folds =
        inner_folds(strided_split(problem.size(), 4).train, yaml, problem);
    std::map<std::size_t, int> grid_points;
    learner->predict_grid(folds[1], [&](std::size_t g, const outputs::Prediction& prediction) {
      ++grid_points[g];
      CHECK(same_prediction(prediction, learner->predict(g, folds[1]), 1e-10));
    });
    CHECK(grid_points.size() == learner->grid().size());
    std::map<std::pair<std::size_t, std::size_t>, int> pairs;
    learner->predict_folds(folds, [&](std::size_t f, std::size_t g, const outputs::Prediction& prediction) {
      ++pairs[{f, g}];
      CHECK(same_prediction(prediction, learner->predict(g, folds[f]), 1e-10));
    });
    CHECK(pairs.size() == folds.size() * learner->grid().size());
    for (const auto& [g, count] : grid_points) CHECK(count == 1);
    for (const auto& [pair, count] : pairs) CHECK(count == 1);
  });
}

TEST_CASE("the same learner twice gives the same bits") {
  for_every_learner([](const std::string& yaml, const testing::Problem& problem) {
    const samples::Split split = strided_split(problem.size(), 4);
    arma::arma_rng::set_seed(1);
    const auto first = make_learner(yaml, problem);
    const outputs::Prediction prediction = first->predict(0, split);
    arma::arma_rng::set_seed(2);
    const auto second = make_learner(yaml, problem);
    CHECK(same_prediction(second->predict(0, split), prediction, 0.0));
    CHECK(same_prediction(first->predict(0, split), prediction, 0.0));
    for (std::size_t g = 0; g < first->grid().size(); ++g) CHECK(first->grid()[g] == second->grid()[g]);
  });
}

TEST_CASE("there is one answer per test sample, and a chosen one is a training sample") {
  for_every_learner([](const std::string& yaml, const testing::Problem& problem) {
    const samples::Split split = strided_split(problem.size(), 4);
    const auto learner = make_learner(yaml, problem);
    for (std::size_t g = 0; g < learner->grid().size(); ++g) {
      const outputs::Prediction prediction = learner->predict(g, split);
      if (const auto* chosen = std::get_if<outputs::Chosen>(&prediction.value)) {
        CHECK(chosen->samples.n_elem == split.test.n_elem);
        for (arma::uword sample : chosen->samples) CHECK(arma::any(split.train == sample));
      } else if (const auto* classes = std::get_if<outputs::Classes>(&prediction.value)) {
        CHECK(classes->classes.size() == split.test.n_elem);
      } else if (const auto* outputs = std::get_if<outputs::NewVectors>(&prediction.value)) {
        CHECK(outputs->vectors.n_rows == split.test.n_elem);
        CHECK(outputs->vectors.is_finite());
      } else if (const auto* strings = std::get_if<outputs::NewStrings>(&prediction.value)) {
        CHECK(strings->strings.size() == split.test.n_elem);
      } else if (const auto* detections = std::get_if<outputs::Detections>(&prediction.value)) {
        CHECK(detections->boxes.size() == split.test.n_elem);
        for (const auto& found : detections->boxes) CHECK(!found.empty());
      } else {
        CHECK(!prediction.statistics.empty());  // all that a learner without an answer is for
      }
      for (const auto& [name, value] : prediction.statistics) CHECK(std::isfinite(value));
    }
  });
}

TEST_CASE("every learner beats an output drawn at random from the training set") {
  for_every_learner([](const std::string& yaml, const testing::Problem& problem) {
    const samples::Split outer = strided_split(problem.size(), 4);
    const validation::Criterion criterion = toy_criterion(problem);
    const validation::OuterFold fold =
        validation::run_outer_fold(*make_learner(yaml, problem), outer, inner_folds(outer.train), criterion);
    const arma::mat distances = testing::squared_distances_of_rows(problem.output_vectors);
    double guessing = arma::mean(arma::vectorise(distances.submat(outer.test, outer.train)));
    if (std::holds_alternative<outputs::Classes>(fold.prediction.value)) guessing = 2.0 / 3.0;
    if (std::holds_alternative<outputs::NewStrings>(fold.prediction.value))
      guessing = 0.4;  // always the frequent symbol
    if (std::holds_alternative<outputs::Detections>(fold.prediction.value))
      guessing = 0.7;  // at random .98: 2 of the 98 boxes of a scan match an object
    CHECK(arma::mean(criterion(fold.prediction, outer.test).losses) < guessing);
  });
}

TEST_CASE("names are unique and parsing keeps the config's name and the row's version") {
  std::map<std::string, int> names;
  for (const LearnerRow& row : learner_table()) {
    CHECK(++names[row.name] == 1);
    const config::Value root = config::parse_yaml(row.example, "learner.yaml");
    const ParsedLearner parsed = parse_learner("mine", config::Reader(root));
    CHECK(parsed.name == "mine");
    CHECK(parsed.method == row.name);
    CHECK(parsed.version == row.version);
  }
}

}  // namespace preimage::suite::registry
