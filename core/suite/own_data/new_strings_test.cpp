// Strings that are put together symbol by symbol are judged on own data, too, and what cannot decode it is
// refused.
#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "preimage/outputs/prediction.hpp"
#include "suite/config/value.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/study/experiment.hpp"
#include "suite/study/task.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;
using testing::Finished;
using testing::TemporaryFolder;

namespace preimage::suite::own_data {
suite::study::Experiment make_experiment(const suite::config::Reader& root);
}

namespace {

const std::string kHead =
    "dataset: {name: string_pairs, path: p.tsv}\ninput_kernel: {name: spectrum, length: 1}\n"
    "output_kernel: {name: spectrum, length: 1}\nloss: distance\n";

/// Each symbol's successor: a is b, b is c, c is a.
std::string pairs() {
  const std::array<const char*, 12> words = {"abc",  "bca",  "cab",  "aab",  "bbc",  "ccab",
                                             "abca", "caab", "bcbc", "acca", "baba", "cbca"};
  std::string text;
  for (const std::string word : words) {
    std::string next = word;
    for (char& c : next) c = c == 'c' ? 'a' : static_cast<char>(c + 1);
    text += word + "\t" + next + "\n";
  }
  return text;
}

Finished run_with(const std::string& learner) {
  const TemporaryFolder folder;
  folder.write("p.tsv", pairs());
  return testing::run_in(folder,
                         testing::own_config("folds: 3", kHead + "learners: {one: {" + learner + "}}\n"));
}

}  // namespace

TEST_CASE("the feature distance of a string that is no training output, against counts by hand") {
  const TemporaryFolder folder;
  folder.write("p.tsv", pairs());
  const suite::config::Value root = suite::config::parse_yaml(kHead, (folder.path() / "c.yaml").string());
  const suite::config::Reader reader(root);
  const suite::data::DataSource source;
  const auto task = suite::own_data::make_experiment(reader).draw({source, 1});
  const outputs::Prediction prediction{outputs::NewStrings{{"bbbba", "", "abc"}}};
  const arma::vec distances = task->measures.at(0).values(prediction, {0, 1, 2}).value();  // bca, cab, abc
  CHECK(distances(0) == doctest::Approx(std::sqrt(0.0 + 9.0 + 1.0)));                      // of a, b, c
  CHECK(distances(1) == doctest::Approx(std::sqrt(3.0)));
  CHECK(distances(2) == doctest::Approx(0.0));
}

TEST_CASE("per-position decoders and windows run over a grid on own strings, and learn a rule of symbols") {
  for (const std::string learner : {"method: window_nearest_neighbours, window: 1, k: [1, 3], ties: all_tied",
                                    "method: kernel_dependency_estimation, ridge: [0.01, 1], decoder: {name: "
                                    "per_position, window: 1, k: 1, "
                                    "ties: all_tied}"}) {
    const Finished finished = testing::ended_well(run_with(learner));
    CHECK(contains(finished.out, "3 cells, 0 failed"));
    const std::size_t error = finished.out.find("\n  symbol error");
    REQUIRE(error != std::string::npos);
    CHECK(contains(finished.out.substr(error), "    ours              0.0000 "));
  }
}
