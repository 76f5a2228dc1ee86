#include "suite/run/inner_folds.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiments/experiment_table.hpp"
#include "preimage/samples/folds.hpp"
#include "suite/run/task_cache.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;

namespace {

/// The folds by their definition: numbers below 40 in random order, the first `count` of them in ascending
/// order, cut by what chance comes next.
std::vector<arma::uvec> folds_by_definition(const study::Cell& cell, std::size_t folds, std::size_t count) {
  base::Random random(study::seed_for(*cell.study, cell.repetition, cell.outer_fold, "inner folds"));
  std::vector<std::size_t> order = random.permutation(40);
  order.resize(count);
  std::sort(order.begin(), order.end());
  return samples::cut_into_folds(10 + arma::conv_to<arma::uvec>::from(order), folds, {}, random);
}

/// Splits of the training set 10, 11, ..., 49 of 50 numbers; those of a repetition.
/// expected  gets the folds by their definition
std::vector<samples::Split> splits_of(const std::string& inner, int repetition = 0,
                                      std::vector<arma::uvec>* expected = nullptr) {
  const testing::TemporaryFolder folder;
  std::string table = "x,y\n";
  for (int i = 0; i < 50; ++i) table += fmt::format("{},c{}\n", i, i % 2);
  folder.write("t.csv", table);
  const std::string config = testing::config_of(
      "own_data",
      "dataset: {name: vectors, path: t.csv, inputs: [x], outputs: [y], output_kind: class}\n"
      "input_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\n"
      "protocol: {outer: {folds: 5}, inner: " +
          inner + "}\nlearners:\n  nearest: {method: nearest_neighbours, k: [1, 3]}\n",
      2);
  const study::Study study =
      study::load_study(folder.write("c.yaml", config), {}, experiments::experiment_table());
  const data::DataSource no_data{};
  const std::vector<study::Cell> cells = testing::plan_cells(study, study.readings[0], 2, no_data);
  const study::Cell& cell = cells.at(repetition == 0 ? 0 : 5);
  if (expected != nullptr) *expected = folds_by_definition(cell, 3, 12);
  run::TaskCache tasks(no_data);
  REQUIRE(&tasks.task_of(cell) == &tasks.task_of(cell));  // drawn once
  return run::inner_splits(cell, tasks.task_of(cell), arma::regspace<arma::uvec>(10, 49));
}

std::set<arma::uword> samples_of(const std::vector<samples::Split>& splits) {
  std::set<arma::uword> all;
  for (const samples::Split& split : splits) all.insert(split.test.begin(), split.test.end());
  return all;
}

}  // namespace

TEST_CASE("inner folds of part of the training set cut that part, drawn with the seed") {
  std::vector<arma::uvec> expected;
  const auto splits = splits_of("{folds: 3, samples: 12}", 0, &expected);
  REQUIRE(splits.size() == expected.size());
  for (std::size_t f = 0; f < splits.size(); ++f) {
    REQUIRE(splits[f].test.n_elem == expected[f].n_elem);
    CHECK(arma::all(splits[f].test == expected[f]));
  }
  const std::set<arma::uword> drawn = samples_of(splits);
  CHECK(drawn.size() == 12);
  CHECK(*drawn.begin() >= 10);
  for (const samples::Split& split : splits) CHECK(split.train.n_elem + split.test.n_elem == 12);
  CHECK(samples_of(splits_of("{folds: 3, samples: 12}")) == drawn);
  CHECK(samples_of(splits_of("{folds: 3, samples: 12}", 1)) != drawn);
  CHECK(samples_of(splits_of("{folds: 3, samples: 12, stratified: true}")) == drawn);
}

TEST_CASE("as many samples as there are, or more, are all, and cut as without the key") {
  const auto plain = splits_of("{folds: 3}");
  for (const char* inner : {"{folds: 3, samples: 40}", "{folds: 3, samples: 1000}"}) {
    const auto splits = splits_of(inner);
    REQUIRE(splits.size() == plain.size());
    for (std::size_t f = 0; f < splits.size(); ++f) CHECK(arma::all(splits[f].test == plain[f].test));
  }
}
