#include <algorithm>
#include <limits>
#include <set>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/plan.hpp"
#include "suite/study/task.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::study;
using testing::parse;
using testing::replaced;
using testing::toy_config;

namespace {

const data::DataSource kNoData{};

/// The keys of the first reading's first repetition and fold, by the learner's position: kde, neighbours.
std::vector<std::string> first_keys(const Study& study) {
  const std::vector<Cell> cells = testing::plan_cells(study, study.readings[0], 1, kNoData);
  return {cells.at(0).key, cells.at(1).key};
}

std::vector<std::string> keys_with(const std::string& from, const std::string& to) {
  return first_keys(parse(replaced(toy_config(), from, to)));
}

}  // namespace

TEST_CASE("cells come repetition by repetition, fold by fold, learner by learner, each with its own key") {
  const Study study = parse(toy_config());
  const std::vector<Cell> cells = testing::plan_cells(study, study.readings[0], 2, kNoData);
  REQUIRE(cells.size() == 12);
  CHECK(*cells[0].learner == "kde");
  CHECK(*cells[1].learner == "neighbours");
  CHECK(cells[2].outer_fold == 1);
  CHECK(cells[6].repetition == 1);
  CHECK(cells[6].outer_fold == 0);
  std::set<std::string> keys;
  for (const Cell& cell : cells) keys.insert(cell.key);
  CHECK(keys.size() == 12);
  CHECK(outer_fold_count(study, study.readings[0], kNoData) == 3);
}

TEST_CASE("a key does not depend on names, titles, notes, comments, spelling or unrelated profiles") {
  const std::vector<std::string> keys = first_keys(parse(toy_config()));
  CHECK(first_keys(parse(toy_config(), {}, "another")) == keys);
  CHECK(keys_with("title: Toy", "# a comment\ntitle: Another title") == keys);
  CHECK(keys_with("note: as printed, choices_after_seeing: 0",
                  "note: other words, choices_after_seeing: 5") == keys);
  CHECK(keys_with("repetitions: 2", "repetitions: 9") == keys);
  CHECK(keys_with("ridge: [0.01, 1]", "ridge: [1e-2, 1.0]") == keys);
  CHECK(keys_with("  kde: {method", "  renamed: {method") == keys);
  std::string renamed = toy_config();
  for (int i = 0; i < 2; ++i) renamed = replaced(renamed, "exclusive", "renamed");
  CHECK(first_keys(parse(renamed)) == keys);
}

TEST_CASE("defaults written out give the key of defaults left out") {
  const std::vector<std::string> keys = first_keys(parse(toy_config()));
  CHECK(keys_with("samples: 30", "samples: 30, noise: exclusive") == keys);
  CHECK(keys_with("outer: {folds: 3}", "outer: {folds: 3, given: false}") == keys);
  CHECK(keys_with("outer: {folds: 3}", "outer: {folds: 3, train_on: the_rest, stratified: false}") == keys);
  CHECK(keys_with("inner: {folds: 3}", "inner: {folds: 3, stratified: false}") == keys);
  CHECK(keys_with("decay: 0.5", "decay: 0.5, algorithm: auto") == keys);
  CHECK(keys_with("ridge: [0.01, 1]",
                  "ridge: [0.01, 1], map: ridge, ridge_form: plain, decoder: {name: candidates}") == keys);
}

TEST_CASE("a key depends on everything that can change a number") {
  const std::vector<std::string> keys = first_keys(parse(toy_config()));
  const auto both_change = [&](const std::string& from, const std::string& to) {
    const std::vector<std::string> changed = keys_with(from, to);
    return changed[0] != keys[0] && changed[1] != keys[1];
  };
  CHECK(both_change("samples: 30", "samples: 31"));
  CHECK(both_change("samples: 30", "samples: 30, noise: nested"));
  CHECK(both_change("seed: 1", "seed: 2"));
  CHECK(both_change("decay: 0.5", "decay: 0.25"));
  CHECK(both_change("loss: distance", "loss: squared_distance"));
  CHECK(both_change("outer: {folds: 3}", "outer: {folds: 4}"));
  CHECK(both_change("inner: {folds: 3}", "inner: {folds: 4}"));
  CHECK(both_change("inner: {folds: 3}", "inner: {folds: 3, samples: 7}"));
  CHECK(both_change("outer: {folds: 3}", "outer: {folds: 3, stratified: true}"));
}

TEST_CASE("a learner's key does not change with another learner's grid") {
  const std::vector<std::string> keys = first_keys(parse(toy_config()));
  for (const auto& [from, to] :
       {std::pair{"ridge: [0.01, 1]", "ridge: [0.01, 2]"}, std::pair{"sigma: [0.5, 1]", "sigma: [0.5]"}}) {
    const std::vector<std::string> changed = keys_with(from, to);
    CHECK(changed[0] != keys[0]);
    CHECK(changed[1] == keys[1]);
  }
  const std::vector<std::string> changed = keys_with("k: [1, 3]", "k: [1]");
  CHECK(changed[0] == keys[0]);
  CHECK(changed[1] != keys[1]);
}

TEST_CASE("the parameters of a cell name the versions behind its numbers") {
  const Study study = parse(toy_config());
  const Cell cell = testing::plan_cells(study, study.readings[0], 1, kNoData).front();
  for (const char* version : {"version.cell", "version.experiment", "version.method",
                              "version.kernel.normalised", "version.kernel.subsequence"}) {
    CHECK(cell.parameters().contains(version));
  }
  CHECK(cell.parameters().at("learner.ridge") == "[0.01,1]");
  CHECK_FALSE(cell.parameters().contains("title"));
}

TEST_CASE("seeds are equal across readings and learners, and different otherwise") {
  const Study study = parse(toy_config());
  const Study changed = parse(replaced(toy_config(), "sigma: [0.5, 1]", "sigma: [2]"), {}, "another");
  CHECK(seed_for(study, 3, 1, "inner folds") == seed_for(changed, 3, 1, "inner folds"));
  std::set<std::uint64_t> seeds;
  for (int repetition : {0, 1}) {
    for (int fold : {0, 1}) {
      for (const char* purpose : {"data", "inner folds"})
        seeds.insert(seed_for(study, repetition, fold, purpose));
    }
  }
  seeds.insert(seed_for(parse(toy_config(), {{"seed", "2"}}), 0, 0, "data"));
  CHECK(seeds.size() == 9);
}

TEST_CASE("readings are compared on equal folds, repetitions on different ones") {
  const Study study = parse(toy_config());
  const auto first_test_set = [&](const Reading& reading, int repetition) {
    const std::shared_ptr<const Task> task = draw_task(study, reading, repetition, kNoData);
    return arma::conv_to<std::vector<long>>::from(outer_splits(study, reading, repetition, *task)[0].test);
  };
  CHECK(first_test_set(study.readings[0], 0) == first_test_set(study.readings[1], 0));
  CHECK(first_test_set(study.readings[0], 0) != first_test_set(study.readings[0], 1));
}

TEST_CASE("folds that a draw cannot give are errors, not other folds") {
  const Study given = parse(replaced(toy_config(), "outer: {folds: 3}", "outer: {given: true}"));
  CHECK(testing::thrown_message<DataError>([&] {
          testing::plan_cells(given, given.readings[0], 1, kNoData);
        }) == "protocol.outer.given: the data set has no fold column");
  const Study stratified =
      parse(replaced(toy_config(), "outer: {folds: 3}", "outer: {folds: 3, stratified: true}"));
  Task task = *draw_task(stratified, stratified.readings[0], 0, kNoData);
  task.strata.clear();
  CHECK(testing::thrown_message<ConfigError>([&] {
          outer_splits(stratified, stratified.readings[0], 0, task);
        }) == "protocol.outer.stratified: the outputs of this data set have no classes");
}

TEST_CASE("more folds than samples are an error of the config, found before a cell runs") {
  const auto refusal = [](const std::string& protocol, const std::string& samples = "samples: 10") {
    const std::string text = replaced(replaced(toy_config(), "samples: 30", samples),
                                      "protocol: {outer: {folds: 3}, inner: {folds: 3}}", protocol);
    const Study study = parse(text);
    return testing::thrown_message<ConfigError>(
        [&] { testing::plan_cells(study, study.readings[0], 1, kNoData); });
  };
  const std::string fine = "(nothing was thrown)";
  CHECK(refusal("protocol: {outer: {folds: 10}, inner: {folds: 9}}") == fine);
  CHECK(refusal("protocol: {outer: {folds: 11}, inner: {folds: 2}}") ==
        "toy in reading 'exclusive': protocol.outer.folds: expected at most 10, the number of samples, found "
        "11");
  CHECK(refusal("protocol: {outer: {folds: 3}, inner: {folds: 6}}") == fine);
  const std::string inner =
      "toy in reading 'exclusive': protocol.inner.folds: expected at most 6, the size of the smallest "
      "training set, found 7";
  CHECK(refusal("protocol: {outer: {folds: 3}, inner: {folds: 7}}") == inner);
  const auto with = [&](const std::string& train_on, const std::string& folds) {
    return refusal("protocol: {outer: {folds: 3, train_on: " + train_on + "}, inner: {folds: " + folds +
                   "}}");
  };
  CHECK(with("one_fold", "3") == fine);
  CHECK(with("one_fold", "4") == replaced(replaced(inner, "most 6", "most 3"), "found 7", "found 4"));
  CHECK(with("first_fold", "4") == fine);
  CHECK(with("first_fold", "5") == replaced(replaced(inner, "most 6", "most 4"), "found 7", "found 5"));
}

TEST_CASE("the folds that are known before a draw are those of the draw") {
  for (const char* train_on : {"the_rest", "one_fold", "first_fold"}) {
    const Study study =
        parse(replaced(replaced(toy_config(), "samples: 30", "samples: 11"), "outer: {folds: 3}",
                       std::string("outer: {folds: 4, train_on: ") + train_on + "}"));
    const Reading& reading = study.readings[0];
    const std::shared_ptr<const Task> task = draw_task(study, reading, 0, kNoData);
    REQUIRE(reading.experiment.size);
    CHECK(reading.experiment.size(kNoData).samples == task->data.size());
    const std::vector<samples::Split> splits = outer_splits(study, reading, 0, *task);
    CHECK(outer_fold_count(study, reading, kNoData) == splits.size());
    std::size_t smallest = 11;
    for (const samples::Split& split : splits) smallest = std::min<std::size_t>(smallest, split.train.n_elem);
    const auto block_with = [&](std::size_t inner_folds) {
      Study changed = study;
      changed.readings[0].protocol.inner_folds = inner_folds;
      return testing::thrown_message<ConfigError>(
          [&] { testing::plan_cells(changed, changed.readings[0], 1, kNoData); });
    };
    CHECK(block_with(smallest) == "(nothing was thrown)");
    CHECK(block_with(smallest + 1) != "(nothing was thrown)");
  }
}

TEST_CASE("a cell of a series has the key that its parameters hash to") {
  const auto study = std::make_shared<const Study>(parse(toy_config()));
  const PlannedReading planned = plan_reading(study, study->readings[0], 2, kNoData);
  CHECK(planned.size() == 12);
  for (const Cell& cell : list_cells(planned)) {
    std::string text;
    for (const auto& [path, value] : cell.parameters()) text += path + "=" + value + "\n";
    CHECK(cell.key.text() == base::sha256(text));
  }
  const PlannedReading longer = plan_reading(study, study->readings[0], 9, kNoData);
  CHECK(CellSeries(planned, 0).key_of_all() == CellSeries(longer, 0).key_of_all());
  CHECK(CellSeries(planned, 0).key_of_all() != CellSeries(planned, 1).key_of_all());
}

TEST_CASE("cells are counted without listing them, as far as numbers go") {
  const auto study = std::make_shared<const Study>(parse(toy_config()));
  PlannedReading planned = plan_reading(study, study->readings[0], 100000, kNoData);
  planned.outer_folds = 100000;
  CHECK(planned.size() == 20'000'000'000);
  planned.outer_folds = std::numeric_limits<std::size_t>::max() / 2;
  CHECK(planned.size() == std::numeric_limits<std::size_t>::max());
}

TEST_CASE(
    "what a learner's repetitions are: leave-one-out of the same samples leaves the inner folds to chance") {
  // A draw of its own in each repetition is one, however it is cut.
  const std::string one_out = "protocol: {outer: {folds: 12}, inner: {folds: 3}}";
  const auto repeats = [&](const std::string& protocol, bool redraws) {
    Study study = parse(replaced(replaced(toy_config(), "samples: 30", "samples: 12"),
                                 "protocol: {outer: {folds: 3}, inner: {folds: 3}}", protocol));
    Reading& reading = study.readings[0];
    reading.experiment.redraws_data = redraws;
    std::set<Repeats> found;
    for (const Repeats of_learner : repeats_of(study, reading, kNoData, reading.protocol.outer_folds))
      found.insert(of_learner);
    return found;
  };
  CHECK(repeats(one_out, true) == std::set<Repeats>{Repeats::draws});
  CHECK_FALSE(repeats(one_out, false).contains(Repeats::draws));
  CHECK(repeats(replaced(one_out, "12", "11"), false) == std::set<Repeats>{Repeats::draws});
  CHECK(repeats(replaced(one_out, "folds: 12", "folds: 12, train_on: first_fold"), false) ==
        std::set<Repeats>{Repeats::draws});
  CHECK(repeats(replaced(one_out, "folds: 3", "folds: 11"), false) == std::set<Repeats>{Repeats::identical});
}
