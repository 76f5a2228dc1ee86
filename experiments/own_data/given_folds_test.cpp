// Given outer folds: what repetitions are, and how often a reading runs.
#include <string>

#include <doctest/doctest.h>

#include "experiments/experiment_table.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/tables/reading_records.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::experiments;

namespace {

const suite::data::DataSource kNoData{};

const std::string kConfig =
    "title: t\nexperiment: own_data\nseed: 1\n"
    "dataset: {name: vectors, path: d.csv, inputs: [a], outputs: [y], output_kind: OUTPUT, fold: fold}\n"
    "input_kernel: {name: linear}\noutput_kernel: KERNEL\nloss: distance\n"
    "protocol: {outer: OUTER, inner: {folds: 2}}\n"
    "learners: {kde: LEARNER, neighbours: {method: nearest_neighbours, k: 1}}\n"
    "profiles: {quick: {repetitions: 1, readings: all}}\n";

std::string with(std::string text, const std::string& word, const std::string& replacement) {
  return text.replace(text.find(word), word.size(), replacement);
}

/// A study of 12 numbers, or of 12 label sets of which 4 are empty.
class Place {
 public:
  explicit Place(const std::string& outer, const std::string& learner, bool label_sets = false) {
    std::string table = "a,y,fold\n";
    const std::string sets[] = {"u", "", "u;v", "v", "", "u"};
    for (int i = 0; i < 12; ++i) {
      const std::string output = label_sets ? sets[i % 6] : std::to_string(i % 5);
      table += std::to_string(i * i) + "," + output + "," + std::to_string(i % 3) + "\n";
    }
    folder_.write("d.csv", table);
    std::string text = with(with(kConfig, "OUTER", outer), "LEARNER", learner);
    text = with(text, "OUTPUT", label_sets ? "label_set" : "vector");
    folder_.write("c.yaml", with(text, "KERNEL", label_sets ? "{name: label_set}" : "{name: linear}"));
  }
  suite::run::Selection selected(int repetitions,
                                 const std::vector<suite::config::Override>& overrides = {}) const {
    suite::study::SelectionOptions options;
    options.experiments = experiment_table();
    options.configs = {folder_.path() / "c.yaml"};
    options.repetitions = repetitions;
    options.overrides = overrides;
    return suite::run::select(options, kNoData);
  }
  /// The table after all cells have run.
  suite::tables::ResultTable table(int repetitions,
                                   const std::vector<suite::config::Override>& overrides = {}) const {
    const suite::run::Selection selection = selected(repetitions, overrides);
    suite::records::RecordStore store(folder_.path() / "cells");
    suite::run::CellRunner runner(kNoData);
    for (const suite::study::Cell* cell : selection.distinct_cells()) store.put(runner.run(*cell));
    const suite::run::SelectedReading& reading = selection.readings.front();
    return suite::tables::table_of(reading, suite::tables::ReadingRecords(reading, store), false);
  }

 private:
  testing::TemporaryFolder folder_;
};

const std::string kOne = "{method: kernel_dependency_estimation, ridge: 1}";
const std::string kGrid = "{method: kernel_dependency_estimation, ridge: [1, 2]}";
const std::string kJudged = "{method: kernel_dependency_estimation, ridge: 1, inner_loss: true}";
const std::string kGiven = "{given: true}";

}  // namespace

TEST_CASE(
    "a reading of given folds runs once where no learner chooses, and as often as asked for elsewhere") {
  const auto repetitions = [](const std::string& outer, const std::string& learner) {
    return Place(outer, learner).selected(20).readings.at(0).repetitions;
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
  const Place place(kGiven, kOne);
  const suite::tables::ResultTable once = place.table(1);
  CHECK_FALSE(once.head.has_chance);
  REQUIRE(once.head.remarks.size() == 1);
  CHECK(once.head.remarks[0] ==
        "run once: the outer folds are given and no method chooses on inner folds, so every repetition would "
        "give the "
        "same numbers");
  for (const int repetitions : {2, 20}) {
    const suite::tables::ResultTable table = place.table(repetitions);
    CHECK(table.head.repetitions == 1);
    CHECK(table.head.remarks == once.head.remarks);
    CHECK(table.rows.at(0).numbers.at(0).ours->sd == once.rows.at(0).numbers.at(0).ours->sd);
  }
}

TEST_CASE("where inner folds are drawn, the spread is over the folds of means over repetitions") {
  const suite::tables::ResultTable table = Place(kGiven, kGrid).table(3);
  CHECK(table.head.repetitions == 3);
  CHECK(table.head.same_splits);
  CHECK(table.head.remarks.empty());
  for (const suite::tables::TableNumber& number : table.rows.at(0).numbers) {
    CHECK(number.ours->same_splits);
    CHECK(number.ours->sd > 0.0);  // of 1-NN the repetitions are copies
  }
  CHECK_FALSE(Place("{folds: 3}", kGrid).table(2).head.same_splits);
}

TEST_CASE("test sizes are those of the folds") {
  const Place place(kGiven, kOne);
  const suite::run::Selection selection = place.selected(1);
  const testing::TemporaryFolder folder;
  suite::records::RecordStore store(folder.path() / "cells");
  CHECK(suite::tables::ReadingRecords(selection.readings[0], store).test_sizes() ==
        std::vector<std::size_t>{0, 0, 0});
  suite::run::CellRunner runner(kNoData);
  for (const suite::study::Cell* cell : selection.distinct_cells()) store.put(runner.run(*cell));
  CHECK(suite::tables::ReadingRecords(selection.readings[0], store).test_sizes() ==
        std::vector<std::size_t>{4, 4, 4});
}

TEST_CASE("the table says how many outputs are never predicted, where any are") {
  const Place place(kGiven, kGrid, true);
  CHECK(place.table(1).head.remarks.empty());
  CHECK(
      place.table(1, {{"candidates", "with_norm"}}).head.remarks ==
      std::vector<std::string>{"4 of 12 outputs are never predicted: their norm under the output kernel is 0 "
                               "(candidates: with_norm)"});
}

TEST_CASE("candidates are a part of a cell's key") {
  const Place place(kGiven, kGrid, true);
  const std::string all = place.selected(1).readings[0].cells[0].key;
  CHECK(place.selected(1, {{"candidates", "all"}}).readings[0].cells[0].key.text() == all);
  CHECK(place.selected(1, {{"candidates", "with_norm"}}).readings[0].cells[0].key.text() != all);
}

TEST_CASE("lots of a learner are draws where there is one outer fold, and copies of it beside several") {
  const std::string lots =
      "{method: kernel_dependency_estimation, bandwidth: {sigma: 20}, ridge: 0.01, map: {landmarks: 2}}";
  const auto ours = [](const suite::tables::ResultTable& table) {
    return table.rows.at(0).numbers.at(0).ours.value();  // of kde
  };
  const suite::tables::ResultTable one = Place("{given: true, train_on: first_fold}", lots).table(5);
  CHECK_FALSE(one.head.same_splits);
  CHECK_FALSE(ours(one).same_splits);
  CHECK(ours(one).repetitions == 5);
  CHECK(ours(one).sd > 0.0);
  const suite::tables::ResultTable folds = Place(kGiven, lots).table(5);
  CHECK(folds.head.same_splits);
  CHECK(ours(folds).draws() == 1);
  // Without lots repetitions of one given fold are copies but for inner folds.
  CHECK(Place("{given: true, train_on: first_fold}", kGrid).table(5).head.same_splits);
}
