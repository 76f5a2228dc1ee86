// What every method and every decoder keeps as a model that is fitted to samples and asked about new ones. A
// new row is tested by its example.
#include <algorithm>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/models/model_file.hpp"
#include "suite/registry/testing_learners.hpp"
#include "suite/registry/testing_runs.hpp"
#include "suite/registry/testing_samples.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::suite::registry {

using namespace testing;

namespace {

using SharedMethod = std::shared_ptr<const models::Method>;

SharedMethod method_of(const std::string& yaml) {
  const config::Value root = config::parse_yaml(yaml, "learner.yaml");
  const config::Reader reader(root);
  return named_row(learner_table(), reader, "method").parse(reader).method;
}

/// Those of the learner table's tests, and one that needs samples that are vectors: those tests give Gram
/// matrices.
std::vector<std::string> method_examples() {
  std::vector<std::string> examples = testing::learner_examples();
  examples.push_back(testing::kKde + "ridge: [0.01, 1], map: {landmarks: 15, choose: kmeans}}");
  return examples;
}

/// Calls check(yaml, problem, method, split) for every method with every decoder on every problem that it is
/// for.
template <class Check>
void for_every_method(const Check& check) {
  const samples::Split split = strided_split(45, 4);
  for (const testing::Problem& problem : {testing::toy_problem(), testing::linear_output_problem(true),
                                          testing::image_output_problem(), testing::ngram_problem()}) {
    const samples::DataSet data = anew(problem, split.train);
    for (const std::string& yaml : method_examples()) {
      const SharedMethod method = method_of(yaml);
      try {
        method->require(data);
        method->fit(0, data);
      } catch (const std::invalid_argument&) {
        continue;
      }
      CAPTURE(yaml);
      check(yaml, problem, *method, split);
    }
  }
}

bool has(const std::string& yaml, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return yaml.find(word) != std::string::npos; });
}

/// Iterations stop at a tolerance, which rounding lets them reach at other places.
double tolerance_of(const std::string& yaml) {
  if (has(yaml, {"support_vector_regression"})) return 1e-2;  // 1e-3 of libsvm's conditions
  return has(yaml, {"gradient_descent"}) ? 1e-4 : 1e-6;
}

/// What is said of input i alone.
outputs::Prediction piece(outputs::Prediction all, arma::uword i) {
  if (auto* chosen = std::get_if<outputs::Chosen>(&all.value))
    chosen->samples = arma::uvec{chosen->samples(i)};
  if (auto* found = std::get_if<outputs::Classes>(&all.value)) found->classes = {found->classes[i]};
  if (auto* found = std::get_if<outputs::NewVectors>(&all.value))
    found->vectors = arma::mat(found->vectors.row(i));
  if (auto* found = std::get_if<outputs::NewStrings>(&all.value))
    found->strings = std::vector<std::string>{found->strings[i]};
  if (auto* found = std::get_if<outputs::Detections>(&all.value))
    found->boxes = std::vector<std::vector<samples::ScoredBox>>{found->boxes[i]};
  return all;
}

}  // namespace

TEST_CASE("a subset of a data set and the same samples given anew predict alike, most of them to the bit") {
  int pairs = 0, same_bits = 0;
  for_every_method([&](const std::string& yaml, const testing::Problem& problem, const models::Method& method,
                       const samples::Split& split) {
    const samples::DataSet all = anew(problem, arma::regspace<arma::uvec>(0, 44));
    const samples::DataSet training = anew(problem, split.train), test = anew(problem, split.test);
    for (std::size_t g = 0; g < method.grid().size(); ++g) {
      const auto of_all = method.fit(g, all.subset(split.train))->predict(all.inputs.subset(split.test));
      const auto of_new = method.fit(g, training)->predict(test.inputs);
      ++pairs;
      same_bits += same_prediction(of_new, of_all, 0.0) ? 1 : 0;
      CHECK(same_prediction(of_new, of_all, tolerance_of(yaml)));
    }
  });
  // Vectors that a search or a regression ends at are sums, which a matrix product of another size rounds
  // differently.
  CHECK(2 * same_bits > pairs);
}

TEST_CASE("every method with landmarks or a sketch works on one of the problems") {
  int seen = 0;
  for_every_method(
      [&](const std::string& yaml, const testing::Problem&, const models::Method&, const samples::Split&) {
        seen += has(yaml, {"landmarks", "sketch"}) ? 1 : 0;
      });
  CHECK(seen >= 12);
}

TEST_CASE("predicting one by one is predicting all") {
  for_every_method([](const std::string&, const testing::Problem& problem, const models::Method& method,
                      const samples::Split& split) {
    const auto model = method.fit(0, anew(problem, split.train));
    const samples::SampleSet test = testing::inputs_anew(problem, split.test);
    const outputs::Prediction all = model->predict(test);
    for (arma::uword i = 0; i < test.size(); ++i)
      CHECK(same_prediction(model->predict(test.subset({i})), piece(all, i), 1e-6));
  });
}

TEST_CASE("a model is what it was fitted to: predictions do not depend on what else was fitted or asked") {
  for_every_method([](const std::string&, const testing::Problem& problem, const models::Method& method,
                      const samples::Split& split) {
    const samples::SampleSet test = testing::inputs_anew(problem, split.test);
    const auto model = method.fit(0, anew(problem, split.train));
    const outputs::Prediction before = model->predict(test);
    method.fit(method.grid().size() - 1, anew(problem, arma::reverse(split.train)))->predict(test);
    model->predict(test.subset({2, 1}));
    CHECK(same_prediction(model->predict(test), before, 0.0));
  });
}

TEST_CASE("four threads that ask one model at a time get what one gets alone") {
  for_every_method([](const std::string&, const testing::Problem& problem, const models::Method& method,
                      const samples::Split& split) {
    const outputs::Prediction alone =
        method.fit(0, anew(problem, split.train))->predict(testing::inputs_anew(problem, split.test));
    const auto kept = regression::KeptArrays::recording();
    const auto model = method.fit(0, anew(problem, split.train), kept);
    const samples::SampleSet test = testing::inputs_anew(problem, split.test);
    std::vector<std::optional<outputs::Prediction>> found(4);
    std::vector<std::thread> threads;
    for (std::optional<outputs::Prediction>& one : found)
      threads.emplace_back([&] { one = model->predict(test); });
    threads.emplace_back([&] { kept.arrays(); });  // it is saved meanwhile
    for (std::thread& thread : threads) thread.join();
    for (const std::optional<outputs::Prediction>& one : found) {
      REQUIRE(one.has_value());
      CHECK(same_prediction(*one, alone, 1e-9));
    }
  });
}

TEST_CASE("a model that was written and read again predicts the same, to the bit") {
  const testing::TemporaryFolder folder;
  int with_arrays = 0, models_seen = 0;
  for_every_method([&](const std::string&, const testing::Problem& problem, const models::Method& method,
                       const samples::Split& split) {
    const samples::SampleSet test = testing::inputs_anew(problem, split.test);
    for (std::size_t g = 0; g < method.grid().size(); ++g) {
      const auto kept = regression::KeptArrays::recording();
      const auto model = method.fit(g, anew(problem, split.train), kept);
      model->predict(test.subset({0}));  // some arrays are computed by the first prediction
      models::ModelFile file;
      for (const auto& [name, array] : kept.arrays()) file.arrays[name] = array;
      models::write_model_file(folder.path() / "model", file);
      regression::KeptArrays::Arrays read;
      for (const auto& [name, array] : models::read_model_file(folder.path() / "model").arrays)
        read[name] = std::get<arma::mat>(array);
      const auto restored = method.fit(g, anew(problem, split.train), regression::KeptArrays::of(read));
      CHECK(same_prediction(restored->predict(test), model->predict(test), 0.0));
      CHECK(restored->predict(test).fit_notes == model->predict(test).fit_notes);
      CHECK(kept.arrays().size() == read.size());  // nothing came later
      ++models_seen;
      with_arrays += read.empty() ? 0 : 1;
      if (read.empty()) continue;
      read.erase(read.begin());
      CHECK_THROWS_AS(
          method.fit(g, anew(problem, split.train), regression::KeptArrays::of(read))->predict(test),
          DataError);
    }
  });
  CHECK(2 * with_arrays > models_seen);  // the others keep their training samples and compute nothing
}

TEST_CASE("permuted training samples change nothing but ties and random draws") {
  for_every_method([](const std::string& yaml, const testing::Problem& problem, const models::Method& method,
                      const samples::Split& split) {
    // Random draws over the order of the samples: which elements carry a basis, which boxes are swapped, in
    // which order passes go through the training set, which samples are landmarks or in a sketch. Start and
    // seed of clusters are named by the samples' numbers in that order.
    if (has(yaml, {"rule: random", "noise", "max_margin", "perceptron", "ssvm", "start: random",
                   "output_alignment", "ties: random", "cross_validation", "landmarks", "sketch"}))
      return;
    // The graph of 3 different words decides by ties; so do equal outputs.
    if (!problem.output_ngrams.empty()) return;
    const outputs::Prediction straight =
        method.fit(0, anew(problem, split.train))->predict(testing::inputs_anew(problem, split.test));
    const outputs::Prediction reversed = method.fit(0, anew(problem, arma::reverse(split.train)))
                                             ->predict(testing::inputs_anew(problem, split.test));
    CHECK(same_prediction(reversed, straight, tolerance_of(yaml)));
  });
}

TEST_CASE("inputs of another dimension are named, and those that the model was fitted to") {
  const testing::Problem problem = testing::toy_problem();
  testing::Problem wider = problem;
  wider.input_points = arma::join_rows(problem.input_points, problem.input_points);
  const auto model = method_of("{method: nearest_neighbours, k: 1}")->fit(0, anew(problem, {0, 1, 2, 3}));
  CHECK(testing::thrown_message<std::invalid_argument>([&] {
          model->predict(testing::inputs_anew(wider, {4, 5}));
        }) ==
        "the samples are vectors of 4 numbers, those that the model was fitted to vectors of 2 numbers");
}

}  // namespace preimage::suite::registry
