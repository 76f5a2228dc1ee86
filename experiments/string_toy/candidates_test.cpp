// Which outputs of the toy problem may be predicted.
#include <doctest/doctest.h>

#include "preimage/outputs/forms.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using testing::parse;
using testing::stand_in;

namespace {

/// rest  lines at the top of the config
std::string config(const std::string& rest) {
  return "title: Strings\nexperiment: string_toy\nseed: 1\n" + rest +
         R"(dataset: {name: generated_strings, samples: 200}
input_kernel: {name: normalised, base: {name: subsequence, length: 3, decay: 0.01}}
output_kernel: {name: normalised, base: {name: subsequence, length: 3, decay: 0.01}}
loss: distance
protocol: {outer: {folds: 4}, inner: {folds: 5}}
learners: {neighbours: {method: nearest_neighbours, k: 1}}
profiles: {quick: {repetitions: 1, readings: all}}
)";
}

}  // namespace

TEST_CASE("outputs too short for a subsequence are candidates where the config says so, and else are not") {
  arma::uword short_outputs = 0;
  for (const char* line : {"", "candidates: with_norm\n", "candidates: all\n"}) {
    const std::string rest = line;
    CAPTURE(rest);
    const suite::study::Study study = parse(config(rest));
    const auto task = suite::study::draw_task(study, study.readings[0], 0, stand_in());
    const arma::uvec marks = outputs::candidate_marks(task->data.outputs);
    CHECK(task->strata == task->data.outputs.get<kernels::Labels>());  // what stratified folds spread
    for (std::size_t i = 0; i < task->outputs.size(); ++i) {
      short_outputs += task->outputs[i].size() < 3 ? 1 : 0;
      CHECK((marks(i) != 0) == (rest == "candidates: all\n" || task->outputs[i].size() >= 3));
    }
    CHECK(study.readings[0].parameters.contains("candidates") == !rest.empty());  // what a cell's key holds
  }
  CHECK(short_outputs > 0);
  CHECK(testing::thrown_message<suite::ConfigError>([] { parse(config("candidates: al\n")); }) ==
        "toy.yaml:4:13: candidates: expected one of with_norm, all, found 'al', did you mean 'all'?");
}
