#include "suite/study/chosen_loss.hpp"

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/forms.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using kernels::Labels, kernels::LabelSets, kernels::Strings, kernels::Vectors;
using testing::thrown_message;

namespace {

using Names = std::vector<std::string>;

struct Read {
  study::ChosenLoss loss;
  config::ReadLog log;
};

template <class Y>
Read read(const std::string& yaml) {
  const config::Value root = config::parse_yaml(yaml, "c.yaml");
  const config::Reader reader(root);
  study::ChosenLoss loss = study::read_loss<Y>(reader);
  reader.finish();
  return {std::move(loss), reader.log()};
}

template <class Y>
std::string refusal(const std::string& yaml) {
  return thrown_message<ConfigError>([&] { read<Y>(yaml); });
}

}  // namespace

TEST_CASE("loss: a word says which distance, and is all that the identity holds") {
  for (const std::string word : {"distance", "squared_distance"}) {
    const Read found = read<Vectors>("loss: " + word + "\n");
    CHECK(found.loss.squared == (word == "squared_distance"));
    CHECK_FALSE(found.loss.criterion.has_value());
    CHECK(bool(found.log == config::ReadLog{{"loss", "\"" + word + "\""}}));
  }
  CHECK(refusal<Vectors>("loss: distanc\n") ==
        "c.yaml:1:7: loss: expected one of distance, squared_distance, found 'distanc', did you mean "
        "'distance'?");
  CHECK(refusal<Vectors>("other: 1\n") ==
        "c.yaml:1:1: loss: missing (expected one of distance, squared_distance)");
}

TEST_CASE("loss: a map names a loss of the table, with its parameters in the identity") {
  const Read found = read<Strings>("loss: {name: edit_error, per: longer_string}\n");
  CHECK_FALSE(found.loss.squared);
  REQUIRE(found.loss.criterion.has_value());
  CHECK(found.loss.criterion->name == "edit_error");
  CHECK(
      bool(found.log == config::ReadLog{{"loss.name", "\"edit_error\""}, {"loss.per", "\"longer_string\""}}));
  CHECK(read<Labels>("loss: {name: feature_distance, squared: true}\n").loss.criterion->name ==
        "squared_feature_distance");
}

TEST_CASE("a loss for other outputs is refused with the names of those that are for these") {
  const auto found = [](const std::string& name) { return "c.yaml:1:14: loss.name: " + name; };
  CHECK(refusal<Vectors>("loss: {name: hamming_loss}\n") ==
        found("expected one of absolute_error, feature_distance, squared_error, found 'hamming_loss'"));
  CHECK(refusal<LabelSets>("loss: {name: zero_one}\n") ==
        found("expected one of exact_match_error, feature_distance, hamming_loss, jaccard_distance, found "
              "'zero_one'"));
  CHECK(refusal<Labels>("loss: {name: edit_error}\n") ==
        found("expected one of auc_error, balanced_error, cost, false_negative_rate, false_positive_rate, "
              "feature_distance, level_error, zero_one, found 'edit_error'"));
  CHECK(refusal<Strings>("loss: {name: absolute_error}\n") ==
        found("expected one of bracket_error, edit_distance, edit_error, feature_distance, string_error, "
              "symbol_error, tree_edit_distance, tree_error, found 'absolute_error'"));
  CHECK(refusal<Vectors>("loss: {name: absolute_error, per: 1}\n").find("loss.per: unknown key") !=
        std::string::npos);
  CHECK(refusal<Vectors>("loss: {}\n").find("loss.name: missing") != std::string::npos);
  CHECK(refusal<Vectors>("loss: absolute_error\n") ==
        "c.yaml:1:7: loss: expected one of distance, squared_distance or a map, is {name: absolute_error} "
        "meant?");
}

TEST_CASE("the criterion stands first, and takes the place of a measure of its name") {
  const study::ChosenLoss loss = read<Vectors>("loss: {name: absolute_error}\n").loss;
  const auto vectors = std::make_shared<kernels::LinearKernel>();
  const std::vector<study::PlannedMeasure> others = {
      study::planned("squared_error", losses::squared_error_loss()),
      study::planned("absolute_error", losses::absolute_error_loss())};
  const std::vector<study::PlannedMeasure> all = study::with_criterion(loss, others);
  CHECK(study::names_of(all) == Names{"absolute_error", "squared_error"});
  CHECK(study::names_of(study::with_criterion({}, others)) == Names{"squared_error", "absolute_error"});
  const samples::SampleSet outputs =
      outputs::with_output_kernel<Vectors>(vectors, Vectors{{1.0, 0.0}, {3.0, 5.0}});
  const std::vector<study::Measure> measures = study::measures_on(all, outputs);
  CHECK(measures.at(0).name == "absolute_error");
  CHECK(testing::is_close(measures.at(0).values({outputs::Chosen{{1}}}, {0}).value(), arma::vec{3.5}, 1e-15));
}

TEST_CASE(
    "experiments with measures of their own take a named loss as criterion, and have no key without it") {
  const auto study_of = [](const std::string& more) {
    return testing::parse(testing::config_of("usps_classification",
                                             "dataset: {name: usps}\n"
                                             "input_kernel: {name: linear}\noutput_kernel: {name: class}\n" +
                                                 more +
                                                 "protocol: {outer: {folds: 2}, inner: {folds: 2}}\n"
                                                 "learners: {nn: {method: nearest_neighbours, k: 1}}\n"));
  };
  const suite::study::Study plain = study_of(""),
                            named = study_of("loss: {name: feature_distance, squared: true}\n");
  CHECK(plain.readings[0].experiment.measures == Names{"classification_loss"});
  CHECK_FALSE(plain.readings[0].parameters.contains("loss"));
  CHECK(named.readings[0].experiment.measures.size() == 2);
  CHECK(named.readings[0].experiment.measures[1] == "classification_loss");
  CHECK(thrown_message<ConfigError>([&] {
          study_of("loss: {name: edit_error}\n");
        }).find("expected one of ") != std::string::npos);
}

TEST_CASE("in the experiments of strings and half digits, too, a named loss goes before their measures") {
  const auto measures = [](const std::string& config) {
    return testing::parse(config).readings[0].experiment.measures;
  };
  const std::string tail =
      "protocol: {outer: {folds: 2}, inner: {folds: 2}}\n"
      "learners: {nn: {method: nearest_neighbours, k: 1}}\nprofiles: {quick: {repetitions: 1, readings: "
      "all}}\n";
  CHECK(measures("title: t\nexperiment: string_toy\nseed: 1\ndataset: {name: generated_strings}\n"
                 "input_kernel: {name: spectrum, length: 1}\noutput_kernel: {name: spectrum, length: 1}\n"
                 "loss: {name: edit_error}\n" +
                 tail) == Names{"edit_error", "string_loss", "classification_loss"});
  const std::string digits =
      "title: t\nexperiment: half_digit_reconstruction\nseed: 1\ndataset: {name: usps}\n"
      "input_kernel: {name: linear}\noutput_kernel: {name: gaussian, sigma: 6}\nloss: {name: NAME}\n" +
      tail;
  const auto named = [&](const std::string& name) {
    std::string text = digits;
    return text.replace(text.find("NAME"), 4, name);
  };
  CHECK(measures(named("absolute_error")) == Names{"absolute_error", "rbf_loss", "class_of_preimage"});
  CHECK(thrown_message<ConfigError>([&] {
          measures(named("zero_one"));
        }).find("expected one of absolute_error, feature_distance, squared_error") != std::string::npos);
}
