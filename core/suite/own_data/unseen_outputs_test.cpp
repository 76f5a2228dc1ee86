// Classes and labels that tests have and training does not.
#include "suite/own_data/unseen_outputs.hpp"

#include <doctest/doctest.h>

#include "suite/own_data/testing_own.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using samples::TrainOn;
using suite::data::ClassOutputs;
using suite::data::LabelSetOutputs;
using suite::own_data::unseen_outputs;
using testing::contains;
using Lines = std::vector<std::string>;

TEST_CASE("classes that no training sample has are counted and named, with what they may have meant") {
  const ClassOutputs classes{{0, 1, 2, 3, 4, 4, 1, 2, 3}, {"1", "1.0", "B", "b", "c"}};
  const std::vector<int> folds = {0, 1, 1, 0, 0, 0, 1, 1, 0};
  CHECK(unseen_outputs(classes, folds, TrainOn::first_fold) ==
        Lines{"4 test samples have classes that their training set does not have, so that each counts as an "
              "error: "
              "'1.0' (2; training has '1'), 'B' (2; training has 'b')"});
  CHECK(unseen_outputs(ClassOutputs{{0, 1, 0, 1, 2}, {"a", "b", "c"}}, {3, 4, 4, 3, 4}, TrainOn::the_rest) ==
        Lines{"1 test sample has a class that its training set does not have, so that each counts as an "
              "error: 'c' (1)"});
  CHECK(unseen_outputs(ClassOutputs{{0, 1, 0, 1}, {"a", "b"}}, {3, 4, 4, 3}, TrainOn::the_rest).empty());
  CHECK(unseen_outputs(ClassOutputs{{0, 0, 1}, {"a", "b"}}, {0, 1, 0}, TrainOn::first_fold).empty());
  CHECK(unseen_outputs(ClassOutputs{{0, 0, 1, 2, 3, 4, 5, 6}, {"g", "a", "b", "c", "d", "e", "f"}}, {},
                       TrainOn::the_rest) ==
        Lines{"6 test samples have classes that their training set does not have, so that each counts as an "
              "error: "
              "'a' (1), 'b' (1), 'c' (1), 'd' (1), 'e' (1) and 1 more"});
  CHECK(unseen_outputs(ClassOutputs{{0, 0, 1}, {"a", "b"}}, {}, TrainOn::one_fold).empty());
}

TEST_CASE("labels that no training sample has are counted by the sets that hold them") {
  const LabelSetOutputs sets{{{0, 1}, {0}, {1, 2, 3}, {2}}, {"u", "v", "w", "W", "none"}};
  CHECK(unseen_outputs(sets, {0, 0, 1, 1}, TrainOn::first_fold) ==
        Lines{"2 test samples have labels that their training set does not have, so that no prediction is "
              "right: 'w' (2), 'W' (1)"});
  CHECK(unseen_outputs(arma::mat{1, 2}, {0, 1}, TrainOn::first_fold).empty());
}

TEST_CASE("a run with a test file of other classes says so below its table") {
  const testing::TemporaryFolder folder;
  std::string training = "x,c\n", test = "x,c\n";
  for (int i = 0; i < 12; ++i) {
    training += std::to_string(i) + (i % 2 == 0 ? ",1\n" : ",b\n");
    test += std::to_string(i) + (i % 2 == 0 ? ",1.0\n" : ",b\n");
  }
  folder.write("a.csv", training);
  folder.write("b.csv", test);
  const std::string config = testing::own_config(
      "given: true, train_on: first_fold",
      "dataset: {name: vectors, path: a.csv, test_path: b.csv, inputs: [x], outputs: [c], output_kind: "
      "class}\ninput_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
      "learners: {one: {method: nearest_neighbours, k: 1}}\n");
  const testing::Finished run = testing::ended_well(testing::run_in(folder, config));
  CHECK(contains(run.out,
                 "6 test samples have a class that their training set does not have, so that each counts "
                 "as an error: '1.0' (6; training has '1')"));
}
