// Given outer folds, and leave-one-out: what repetitions are, and how often a reading runs.
#include <cmath>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "experiments/experiment_table.hpp"
#include "preimage/base/file.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/render/table_text.hpp"
#include "suite/results/predictions.hpp"
#include "suite/results/reading_records.hpp"
#include "suite/results/result_numbers.hpp"
#include "suite/run/plans.hpp"
#include "suite/run/run_cell.hpp"
#include "testing/config_text.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;

namespace {

/// A study of 12 numbers, or of 12 label sets of which 4 are empty.
struct FoldsPlace : testing::OwnPlace {
  explicit FoldsPlace(const std::string& outer, const std::string& learner, bool label_sets = false) {
    std::string table = "a,y,fold\n";
    const std::string sets[] = {"u", "", "u;v", "v", "", "u"};
    for (int i = 0; i < 12; ++i) {
      const std::string output = label_sets ? sets[i % 6] : std::to_string(i % 5);
      table += std::to_string(i * i) + "," + output + "," + std::to_string(i % 3) + "\n";
    }
    folder.write("d.csv", table);
    inputs = "[a]";
    dataset = std::string("outputs: [y], fold: fold, output_kind: ") + (label_sets ? "label_set" : "vector");
    output_kernel = label_sets ? "label_set" : "linear";
    protocol = "{outer: " + outer + ", inner: {folds: 2}}";
    learners = "kde: " + learner + ", neighbours: {method: nearest_neighbours, k: 1}";
  }
};

const std::string kOne = "{method: kernel_dependency_estimation, ridge: 1}";
const std::string kGrid = "{method: kernel_dependency_estimation, ridge: [1, 2]}";
const std::string kJudged = "{method: kernel_dependency_estimation, ridge: 1, inner_loss: true}";
const std::string kLots =
    "{method: kernel_dependency_estimation, bandwidth: {sigma: 20}, ridge: 0.01, map: {landmarks: 2}}";
const std::string kGiven = "{given: true}";
const std::string kLeaveOneOut = "{folds: 12}";

}  // namespace

TEST_CASE(
    "a reading of given folds runs once where no learner chooses, and as often as asked for elsewhere") {
  const auto repetitions = [](const std::string& outer, const std::string& learner) {
    return FoldsPlace(outer, learner).plan(20).readings.at(0).repetitions;
  };
  CHECK(repetitions(kGiven, kOne) == 1);
  CHECK(repetitions("{given: true, train_on: one_fold}", kOne) == 1);
  CHECK(repetitions(kGiven, kGrid) == 20);
  CHECK(repetitions(kGiven, kJudged) == 20);
  CHECK(repetitions("{folds: 3}", kOne) == 20);
  // What cannot work on these outputs draws nothing.
  CHECK(repetitions(kGiven, "{method: one_vs_rest_svm, ridge: [1, 2]}") == 1);
}

TEST_CASE("what runs once says so, and its table is the same for 1, 2 and 20 repetitions") {
  const FoldsPlace place(kGiven, kOne);
  const suite::results::ResultTable once = testing::table_of(place.plan(1));
  CHECK_FALSE(once.head.has_chance);
  REQUIRE(once.head.remarks.size() == 1);
  CHECK(once.head.remarks[0] ==
        "run once: the outer folds are given and no method chooses on inner folds, so every repetition would "
        "give the "
        "same numbers");
  for (const int repetitions : {2, 20}) {
    const suite::results::ResultTable table = testing::table_of(place.plan(repetitions));
    CHECK(table.head.repetitions == 1);
    CHECK(table.head.remarks == once.head.remarks);
    CHECK(table.rows.at(0).numbers.at(0).ours->sd == once.rows.at(0).numbers.at(0).ours->sd);
  }
}

TEST_CASE("where inner folds are drawn, the spread is over the folds of means over repetitions") {
  const suite::results::ResultTable table = testing::table_of(FoldsPlace(kGiven, kGrid).plan(3));
  CHECK(table.head.repetitions == 3);
  CHECK(table.head.same_splits);
  CHECK(table.head.remarks ==
        std::vector<std::string>{
            "run once: neighbours; nothing is drawn at random there, so repetitions add no spread"});
  for (const suite::results::Number& number : table.rows.at(0).numbers) {
    CHECK(number.ours->same_splits);
    CHECK(number.ours->sd > 0.0);
    CHECK(number.ours->repetitions == (number.learner == "neighbours" ? 1 : 3));
  }
  CHECK_FALSE(testing::table_of(FoldsPlace("{folds: 3}", kGrid).plan(2)).head.same_splits);
}

TEST_CASE("leave-one-out runs once where no method draws anything, and its numbers know no copies") {
  const FoldsPlace once(kLeaveOneOut, kOne);
  const suite::study::Plan plan = once.plan(20);
  CHECK(plan.readings.at(0).repetitions == 1);
  CHECK(plan.readings.at(0).cells.size() == 24);
  const suite::results::ResultTable table = testing::table_of(once.plan(20));
  CHECK_FALSE(table.head.has_chance);
  CHECK(table.head.remarks ==
        std::vector<std::string>{
            "run once: every outer fold is one sample and no method chooses on inner folds, "
            "so every repetition would give the same numbers"});
  CHECK(table.rows.at(0).folds == 12);
  CHECK(table.rows.at(0).numbers.at(0).ours->sd > 0.0);  // over folds
  // What chooses on inner folds draws them, unless each of these is one sample, too.
  const FoldsPlace grid(kLeaveOneOut, kGrid);
  CHECK(grid.plan(20).readings.at(0).repetitions == 20);
  CHECK(grid.plan(20).readings.at(0).cells.size() == 12 * 21);  // 1-NN draws nothing beside it
  CHECK(grid.plan(20, {{"protocol.inner.folds", "11"}}).readings.at(0).repetitions == 1);
  CHECK(grid.plan(20, {{"protocol.inner", "{folds: 9, samples: 9}"}}).readings.at(0).repetitions == 20);
  CHECK(FoldsPlace("{folds: 11}", kOne).plan(20).readings.at(0).repetitions == 20);
}

TEST_CASE(
    "repetitions of leave-one-out are one draw: sample by sample they are averaged, then the spread is "
    "taken") {
  const FoldsPlace place(kLeaveOneOut, kGrid);
  const suite::study::Plan plan = place.plan(3);
  const suite::results::ResultTable table = testing::table_of(place.plan(3));
  CHECK(table.head.same_splits);
  const std::string measure = table.rows.at(0).measure;
  std::map<long, std::vector<double>> by_sample;
  for (const suite::records::ResultRecord& record : testing::records_of(plan)) {
    if (record.learner != "kde") continue;
    REQUIRE(record.samples.size() == 1);
    by_sample[record.samples.front()].push_back(record.measures.at(measure).front());
  }
  REQUIRE(by_sample.size() == 12);
  long double sum = 0, squares = 0;
  for (const auto& [sample, values] : by_sample) {
    REQUIRE(values.size() == 3);
    sum += static_cast<long double>(values[0]) + values[1] + values[2];
  }
  const long double mean = sum / 36;
  for (const auto& [sample, values] : by_sample) {
    const long double d = (static_cast<long double>(values[0]) + values[1] + values[2]) / 3 - mean;
    squares += d * d;
  }
  const suite::records::Estimate ours = table.rows.at(0).numbers.at(0).ours.value();
  CHECK(ours.mean == doctest::Approx(static_cast<double>(mean)).epsilon(1e-12));
  CHECK(ours.sd == doctest::Approx(static_cast<double>(std::sqrt(squares / 11 / 12))).epsilon(1e-12));
  CHECK(ours.draws() == 1);
}

TEST_CASE("beside random draws on one given fold a learner without chance has no spread") {
  const FoldsPlace place("{given: true, train_on: first_fold}", kLots);
  const suite::results::ResultTable table = testing::table_of(place.plan(4));
  const suite::results::TableRow& row = table.rows.at(0);
  CHECK(row.numbers.at(0).ours->has_spread);
  CHECK(row.numbers.at(0).ours->draws() == 4);
  CHECK_FALSE(row.numbers.at(1).ours->has_spread);
  CHECK_FALSE(row.numbers.at(1).ours->has_chance);
  CHECK(row.numbers.at(1).ours->repetitions == 1);
  const std::string text = suite::render::table_as_text(table).text;
  CHECK(text.find("+- 0.0000") == std::string::npos);
  CHECK(text.find("+- SD over 4 repetitions") != std::string::npos);
  suite::results::NumberSet numbers;
  suite::results::add_numbers(table, {}, {}, "", numbers);
  CHECK(numbers.begin()->second.sd().has_value());
  CHECK_FALSE((numbers.begin() + 1)->second.sd().has_value());
}

TEST_CASE("test sizes are those of the folds") {
  const FoldsPlace place(kGiven, kOne);
  const suite::study::Plan plan = place.plan(1);
  const testing::TemporaryFolder folder;
  suite::records::RecordStore store(folder.path() / "cells");
  CHECK(suite::results::ReadingRecords(plan.readings[0], store).test_sizes() ==
        std::vector<std::size_t>{0, 0, 0});
  for (const suite::records::ResultRecord& record : testing::records_of(plan)) store.put(record);
  CHECK(suite::results::ReadingRecords(plan.readings[0], store).test_sizes() ==
        std::vector<std::size_t>{4, 4, 4});
}

TEST_CASE("the table says how many outputs are never predicted, where any are") {
  const FoldsPlace place(kGiven, kGrid, true);
  CHECK(testing::table_of(place.plan(1)).head.remarks.empty());
  CHECK(
      testing::table_of(place.plan(1, {{"candidates", "with_norm"}})).head.remarks ==
      std::vector<std::string>{"4 of 12 outputs are never predicted: their norm under the output kernel is 0 "
                               "(candidates: with_norm)"});
}

TEST_CASE("candidates are a part of a cell's key") {
  const FoldsPlace place(kGiven, kGrid, true);
  const std::string all = place.plan(1).readings[0].cells[0].key;
  CHECK(place.plan(1, {{"candidates", "all"}}).readings[0].cells[0].key.text() == all);
  CHECK(place.plan(1, {{"candidates", "with_norm"}}).readings[0].cells[0].key.text() != all);
}

TEST_CASE(
    "random choices of a learner are draws where there is one outer fold, and copies of it beside several") {
  const auto ours = [](const suite::results::ResultTable& table) {
    return table.rows.at(0).numbers.at(0).ours.value();  // of kde
  };
  const suite::results::ResultTable one =
      testing::table_of(FoldsPlace("{given: true, train_on: first_fold}", kLots).plan(5));
  CHECK_FALSE(one.head.same_splits);
  CHECK_FALSE(ours(one).same_splits);
  CHECK(ours(one).repetitions == 5);
  CHECK(ours(one).sd > 0.0);
  const suite::results::ResultTable folds = testing::table_of(FoldsPlace(kGiven, kLots).plan(5));
  CHECK(folds.head.same_splits);
  CHECK(ours(folds).draws() == 1);
  // Without random choices repetitions of one given fold are copies but for inner folds.
  CHECK(testing::table_of(FoldsPlace("{given: true, train_on: first_fold}", kGrid).plan(5)).head.same_splits);
}

TEST_CASE("with one test sample a number of the fold is not taken for one of the sample") {
  testing::TemporaryFolder folder;
  std::string table = "a,y\n";
  for (int i = 0; i < 8; ++i) table += std::to_string(i * i) + "," + "uv"[i % 2] + "\n";
  folder.write("d.csv", table);
  folder.write("c.yaml",
               testing::own_config(
                   "folds: 8",
                   "dataset: {name: vectors, path: d.csv, inputs: [a], outputs: [y], output_kind: class}\n"
                   "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
                   "learners: {neighbours: {method: nearest_neighbours, k: 1}}\n"));
  const suite::study::Plan plan = testing::plan_of(folder.path() / "c.yaml");
  suite::records::RecordStore store(folder.path() / "cells");
  for (const suite::records::ResultRecord& record : testing::records_of(plan)) {
    REQUIRE(record.status == "ok");
    CHECK(record.of_fold == std::set<std::string>{"accuracy", "balanced_error", "macro_f1"});
    CHECK(record.is_per_sample("classification_loss"));
    CHECK_FALSE(record.is_per_sample("accuracy"));
    CHECK(suite::records::from_json(suite::records::to_json(record), "r") == record);
    store.put(record);
  }
  const suite::results::ReadingRecords found(plan.readings.front(), store);
  CHECK(found.measures() == std::vector<std::string>{"classification_loss", "feature_distance", "accuracy",
                                                     "balanced_error", "macro_f1"});
  const std::filesystem::path predictions = folder.path() / "p.csv";
  suite::results::write_predictions(plan, store, testing::kNoData, predictions);
  const std::string text = base::read_file(predictions, 100000);
  CHECK(text.find("classification_loss=") != std::string::npos);
  CHECK(text.find("accuracy") == std::string::npos);
}
