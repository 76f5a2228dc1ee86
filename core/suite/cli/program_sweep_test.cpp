// `sweep`: cells like any other, and what their records say point by point.
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "suite/cli/testing_sweep.hpp"
#include "suite/records/record_store.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/refusals.hpp"

using namespace preimage::testing;
using preimage::suite::config::parse_decimal;
using preimage::suite::records::RecordStore;
namespace fs = std::filesystem;

TEST_CASE("a sweep writes a row per cell, and the best of each outer fold by the inner loss alone") {
  const Workplace place;
  const Finished finished = ended_well(sweep(place, "out"));
  CHECK(contains(finished.err, "left out: learner neighbours, for which the sweep changes nothing\n"));
  CHECK(contains(finished.err, "36 cells, 36 to run\n"));
  const std::vector<Row> points = rows_in(sweep_folder(place, "out") / "points.csv");
  const std::vector<Row> best = rows_in(sweep_folder(place, "out") / "best.csv");
  REQUIRE(points.size() == 36);  // 3 ridges x 2 sigmas x 2 repetitions x 3 folds
  REQUIRE(best.size() == 6);
  for (const Row& b : best) {
    const Row* expected = nullptr;
    std::size_t equal = 0;
    for (const Row& p : points) {
      CHECK(p.at("status") == "ok");
      if (p.at("repetition") != b.at("repetition") || p.at("outer_fold") != b.at("outer_fold")) continue;
      if (expected == nullptr || number(p, "inner_loss") < number(*expected, "inner_loss")) {
        expected = &p;
        equal = 0;
      }
      equal += number(p, "inner_loss") == number(*expected, "inner_loss") ? 1 : 0;
    }
    for (const char* column : {"point", "learners.kde.ridge", "learners.kde.bandwidth.sigma", "inner_loss",
                               "string_loss", "hyper_parameters", "key"})
      CHECK(b.at(column) == expected->at(column));
    CHECK(b.at("equal_points") == std::to_string(equal));
    CHECK(b.at("failed_points") == "0");
  }
  CHECK(points.front().at("hyper_parameters") == "sigma=0.5;ridge=0.01");
  CHECK(preimage::base::read_file(sweep_folder(place, "out") / "summary.txt", 10000) == finished.out);
  CHECK(preimage::base::read_file(sweep_folder(place, "out") / "axes.csv", 10000) ==
        "axis,scale,low,high,values\n"
        "learners.kde.ridge,log10,0.01,1,\"[0.01, 0.1, 1]\"\n"
        "learners.kde.bandwidth.sigma,values,0.5,1,\"[0.5, 1]\"\n");
}

TEST_CASE("nested cross-validation over the same grid chooses the same points with the same losses") {
  // The learner prefers larger sigmas and, then, smaller ridges: so does this order of the points.
  const Workplace place;
  const Words grid = {"--reading", "exclusive",
                      "--grid",    "learners.kde.bandwidth.sigma=1,0.5",
                      "--grid",    "learners.kde.ridge=0.01,1"};
  REQUIRE(sweep(place, "out", grid).code == 0);
  const fs::path predictions = place.out("p.csv");
  REQUIRE(place.run("run", {"--reading", "exclusive", "--predictions", predictions.string()}).code == 0);
  std::map<std::string, std::pair<double, double>>
      sums;  // "repetition fold hyper-parameters" -> losses, samples
  for (const Row& row : rows_in(predictions)) {
    if (row.at("learner") != "kde") continue;
    auto& [sum, count] =
        sums[row.at("repetition") + " " + row.at("outer_fold") + " " + row.at("hyper_parameters")];
    const std::string& losses = row.at("losses");
    const std::size_t at = losses.find("string_loss=") + 12;
    sum += parse_decimal(losses.substr(at, losses.find(';', at) - at)).value();
    count += 1.0;
  }
  std::map<std::string, double> inner_losses;  // "repetition fold"
  RecordStore store(place.out("run") / "cells");
  for (const std::string& key : store.keys()) {
    const auto record = store.find(key).value();
    if (record.learner != "kde") continue;
    inner_losses[std::to_string(record.repetition) + " " + std::to_string(record.outer_fold)] =
        record.inner_loss.value();
  }
  const std::vector<Row> best = rows_in(sweep_folder(place, "out", "toy-exclusive-sigma-ridge") / "best.csv");
  REQUIRE(best.size() == 6);
  REQUIRE(sums.size() == 6);
  for (const Row& b : best) {
    const auto [sum, count] =
        sums.at(b.at("repetition") + " " + b.at("outer_fold") + " " + b.at("hyper_parameters"));
    CHECK(is_close(number(b, "string_loss"), sum / count, 1e-12));
    CHECK(is_close(number(b, "inner_loss"), inner_losses.at(b.at("repetition") + " " + b.at("outer_fold")),
                   1e-12));
  }
}

TEST_CASE("a point is the cell that run computes with the same values") {
  const Workplace place;
  REQUIRE(sweep(place, "out").code == 0);
  const Words point = {"--reading", "exclusive",
                       "--set",     "learners.kde.ridge=1e-1",
                       "--set",     "learners.kde.bandwidth.sigma=1"};
  const std::size_t before = count_records(place.out("out"));
  const Finished judged = place.run("out", joined(point, {"--set", "learners.kde.inner_loss=true"}));
  CHECK(contains(judged.err, "12 cells, 6 to run\n"));  // those of the neighbours
  REQUIRE(count_records(place.out("out")) == before + 6);
  // Without the inner loss it is another cell with the same test losses: a row of the same table.
  const Finished plain = place.run("out", point);
  CHECK(contains(plain.err, "12 cells, 6 to run\n"));
  CHECK(plain.out == replaced(judged.out, ", learners.kde.inner_loss=true", ""));  // the label alone differs
}

TEST_CASE("the same bytes from one worker and from two, and after a part of the cells was lost") {
  const Workplace place;
  REQUIRE(sweep(place, "one", joined(sweep_grid(), {"--jobs", "1"})).code == 0);
  const auto expected = result_files(place.out("one") / "sweeps");
  REQUIRE(expected.size() == 7);  // four texts, best.yaml, a heat map, and which cells they are of
  REQUIRE(sweep(place, "two", joined(sweep_grid(), {"--jobs", "2"})).code == 0);
  CHECK(result_files(place.out("two") / "sweeps") == expected);
  std::size_t removed = 0;
  for (const Row& row : rows_in(sweep_folder(place, "two") / "points.csv")) {
    const std::string& key = row.at("key");
    if (key[0] % 2 == 0)
      removed += fs::remove(place.out("two") / "cells" / key.substr(0, 2) / (key + ".json")) ? 1 : 0;
  }
  REQUIRE(removed > 0);
  REQUIRE(removed < 36);
  fs::remove_all(place.out("two") / "sweeps");
  const Finished again = sweep(place, "two", sweep_grid());
  CHECK(contains(again.err, "36 cells, " + std::to_string(removed) + " to run\n"));
  CHECK(result_files(place.out("two") / "sweeps") == expected);
}

TEST_CASE("a path of one learner does not multiply the cells of another") {
  const Workplace place;
  REQUIRE(sweep(place, "out",
                {"--reading", "exclusive", "--grid", "learners.kde.ridge=0.1,1", "--grid",
                 "learners.neighbours.k=1,2,3"})
              .code == 0);
  std::map<std::string, std::size_t> counts;
  std::set<std::string> keys;
  for (const Row& row : rows_in(sweep_folder(place, "out", "toy-exclusive-ridge-k") / "points.csv")) {
    ++counts[row.at("learner")];
    keys.insert(row.at("key"));
    CHECK(row.at("learners.kde.ridge").empty() == (row.at("learner") != "kde"));
    CHECK(row.at("learners.neighbours.k").empty() == (row.at("learner") != "neighbours"));
  }
  CHECK(counts == std::map<std::string, std::size_t>{{"kde", 12}, {"neighbours", 18}});
  CHECK(keys.size() == 30);
}

TEST_CASE("random points are the same for the same command, whatever the order of the axes") {
  const Workplace place;
  const Words ridge = {"--grid", "learners.kde.ridge=1e-3:10:log10"};
  const Words sigma = {"--grid", "learners.kde.bandwidth.sigma=0.5,1,2"};
  const auto points = [&](const std::string& out, const Words& words) {
    REQUIRE(sweep(place, out, joined({"--reading", "exclusive", "--name", "r"}, words)).code == 0);
    std::vector<std::string> found;
    for (const Row& row : rows_in(sweep_folder(place, out, "r") / "points.csv"))
      found.push_back(row.at("point") + " " + row.at("learners.kde.ridge") + " " +
                      row.at("learners.kde.bandwidth.sigma") + " " + row.at("key"));
    return found;
  };
  const std::vector<std::string> first = points("a", joined(joined(ridge, sigma), {"--random", "4"}));
  CHECK(first.size() == 4 * 6);
  CHECK(points("b", joined(joined(sigma, ridge), {"--random", "4"})) == first);
  CHECK(points("c", joined(joined(ridge, sigma), {"--random", "4", "--seed", "2"})) != first);
}

TEST_CASE(
    "of points with equal inner losses an outer fold takes the sigma that the learner prefers, the largest") {
  const Workplace place;
  std::string points = "x,y\n";
  for (int i = 0; i < 40; ++i) points += std::to_string(i) + (i < 20 ? ",a\n" : ",b\n");
  place.add("t.csv", points);
  place.add(
      "d.yaml",
      preimage::testing::own_config(
          "folds: 4",
          "dataset: {name: vectors, path: t.csv, inputs: x, outputs: y, output_kind: class}\n"
          "input_kernel: {name: gaussian, sigma: 3}\noutput_kernel: {name: class}\nloss: distance\n"
          "learners: {one: {method: kernel_dependency_estimation, ridge: 0.1, bandwidth: {sigma: 1}}}\n",
          2));
  const std::string axis = "learners.one.bandwidth.sigma", out = place.out("out").string();
  ended_well(
      run_preimage({"sweep", place.out("d.yaml").string(), "--out", out, "--grid", axis + "=0.5,1,2"}));
  const fs::path folder = place.out("out") / "sweeps/d-as-written-sigma";
  std::map<std::string, std::pair<double, double>> best;  // by repetition and fold: the loss and -sigma
  for (const Row& row : rows_in(folder / "points.csv")) {
    const std::pair found{std::round(1e9 * number(row, "inner_loss")), -number(row, axis)};
    auto& least = best.try_emplace(row.at("repetition") + " " + row.at("outer_fold"), found).first->second;
    least = std::min(least, found);
  }
  REQUIRE(best.size() == 8);
  for (const Row& row : rows_in(folder / "best.csv"))
    CHECK(number(row, axis) == -best.at(row.at("repetition") + " " + row.at("outer_fold")).second);
}
