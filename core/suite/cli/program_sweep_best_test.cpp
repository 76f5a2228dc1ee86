// best.yaml of a sweep, and its figures.
#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "suite/cli/testing_sweep.hpp"
#include "testing/refusals.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

/// "repetition fold" -> the rows of a sweep's point.
std::map<std::string, Row> rows_of_point(const fs::path& folder, const std::string& learner,
                                         const Row& point) {
  std::map<std::string, Row> rows;
  for (const Row& row : rows_in(folder / "points.csv")) {
    bool is_of_point = row.at("learner") == learner;
    for (const auto& [axis, value] : point) is_of_point = is_of_point && row.at(axis) == value;
    if (is_of_point) rows[row.at("repetition") + " " + row.at("outer_fold")] = row;
  }
  return rows;
}

/// The point with the smallest mean inner loss, found without the program's own sums.
Row best_by_hand(const fs::path& folder, const std::vector<std::string>& axes) {
  std::map<std::string, std::pair<double, Row>> sums;
  for (const Row& row : rows_in(folder / "points.csv")) {
    Row point;
    for (const std::string& axis : axes) point[axis] = row.at(axis);
    auto& [sum, where] = sums[row.at("point")];
    sum += number(row, "inner_loss");
    where = point;
  }
  const auto best = std::min_element(
      sums.begin(), sums.end(), [](const auto& a, const auto& b) { return a.second.first < b.second.first; });
  return best->second.second;
}

}  // namespace

TEST_CASE("best.yaml runs as it is, and gives the numbers of the point that the inner folds prefer") {
  const Workplace place;
  const Finished swept = ended_well(sweep(place, "out"));
  const fs::path folder = sweep_folder(place, "out"), best = folder / "best.yaml";
  const Row point = best_by_hand(folder, {"learners.kde.ridge", "learners.kde.bandwidth.sigma"});
  const std::string config = text_of(best);
  CHECK(contains(config, "# The best point of sweep " + std::string(kSweepName) +
                             " of toy, reading exclusive: 6 points.\n"));
  CHECK(contains(config, "# kde: learners.kde.ridge=" + point.at("learners.kde.ridge") +
                             " learners.kde.bandwidth.sigma=" + point.at("learners.kde.bandwidth.sigma") +
                             "\n"));
  CHECK(contains(config, "# +- SD over 2 repetitions.\n"));
  CHECK(contains(config, "the outer test folds had no say"));
  CHECK(contains(swept.out,
                 "\nbest.yaml: the point with the smallest mean inner loss over all outer folds\n"
                 "  KDE: learners.kde.ridge=" +
                     point.at("learners.kde.ridge")));
  // In another folder of results, so that every cell is computed.
  const fs::path predictions = place.out("p.csv");
  const Finished run = ended_well(run_preimage({"run", best.string(), "--out", place.out("again").string(),
                                                "--quiet", "--predictions", predictions.string()}));
  std::map<std::string, std::pair<double, double>> sums;  // "repetition fold" -> losses, samples
  for (const Row& row : rows_in(predictions)) {
    if (row.at("learner") != "kde") continue;
    auto& [sum, count] = sums[row.at("repetition") + " " + row.at("outer_fold")];
    sum += number(row, "loss.string_loss");
    count += 1.0;
  }
  const std::map<std::string, Row> rows = rows_of_point(folder, "kde", point);
  REQUIRE(rows.size() == 6);
  REQUIRE(sums.size() == 6);
  for (const auto& entry : rows) {
    const auto& sum = sums[entry.first];
    CHECK(number(entry.second, "string_loss") == doctest::Approx(sum.first / sum.second).epsilon(1e-12));
  }
  // Where the sweep ran, kde's cells are done: they have its keys.
  check_says(run_preimage({"run", best.string(), "--out", place.out("out").string()}), 0,
             "12 cells, 6 to run\n");
}

TEST_CASE("a value that concerns all learners is that of the learner with the smallest loss") {
  const Workplace place;
  const Words grid = {"--reading", "nested",
                      "--grid",    "dataset.samples=24,30",
                      "--grid",    "learners.neighbours.k=1,3",
                      "--set",     "learners.kde.ridge=0.1",
                      "--name",    "mixed"};
  REQUIRE(sweep(place, "out", grid).code == 0);
  const fs::path folder = sweep_folder(place, "out", "mixed");
  const std::string config = text_of(folder / "best.yaml");
  CHECK(contains(config, "the smallest of its points with the values that all learners share\n"));
  std::map<std::pair<std::string, std::string>, double>
      sums;  // learner, samples: of each the best point's loss
  for (const std::string k : {"1", "3"}) {
    std::map<std::pair<std::string, std::string>, double> points;
    for (const Row& row : rows_in(folder / "points.csv")) {
      if (row.at("learner") == "kde" || row.at("learners.neighbours.k") == k)
        points[{row.at("learner"), row.at("dataset.samples")}] += number(row, "inner_loss");
    }
    for (const auto& [place_of_sum, sum] : points) {
      const auto found = sums.try_emplace(place_of_sum, sum).first;
      found->second = std::min(found->second, sum);
    }
  }
  const auto best = std::min_element(sums.begin(), sums.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  CHECK(contains(config, "samples: " + best->first.second));
  CHECK(contains(config, "noise: nested"));  // the reading's value
  CHECK(contains(config, "ridge: 0.1"));     // --set's
  CHECK(contains(config, "readings: {nested: {}}\n"));
  CHECK(run_preimage({"plan", (folder / "best.yaml").string(), "--out", place.out("out").string()}).code ==
        0);
}

TEST_CASE("what is not finished has no best.yaml, and a later sweep of the name takes it away") {
  const Workplace place;
  const Words name = {"--reading", "exclusive", "--learner", "neighbours", "--name", "n"};
  REQUIRE(sweep(place, "out", joined(name, {"--grid", "learners.neighbours.k=1,3"})).code == 0);
  const fs::path best = sweep_folder(place, "out", "n") / "best.yaml";
  CHECK(fs::exists(best));
  const Finished all_failed = sweep(place, "out", joined(name, {"--grid", "learners.neighbours.k=50,51"}));
  CHECK(all_failed.code == 6);
  CHECK_FALSE(fs::exists(best));
  const Finished some = sweep(place, "out", joined(name, {"--grid", "learners.neighbours.k=3,50"}));
  CHECK(some.code == 6);
  CHECK(contains(text_of(best), "# neighbours: learners.neighbours.k=3\n"));
}

TEST_CASE("best.yaml says where the files are that it names, and nothing is copied") {
  const TemporaryFolder work;
  const fs::path example = fs::path(PREIMAGE_SOURCE_ROOT) / "experiments/own_data/example";
  for (const char* file : {"vectors.yaml", "points.csv"}) fs::copy_file(example / file, work.path() / file);
  const std::string out = (work.path() / "out").string();
  ended_well(run_preimage({"sweep", (work.path() / "vectors.yaml").string(), "--out", out, "--grid",
                           "learners.nearest_neighbours.k=1,3,5", "--name", "k", "--quiet"}));
  const fs::path folder = fs::path(out) / "sweeps" / "k";
  const std::string config = text_of(folder / "best.yaml");
  CHECK(contains(config, "# It names files as " + (work.path() / "vectors.yaml").string() +
                             " does: put it beside that.\n# Run it: preimage run best.yaml\n"));
  CHECK(contains(config, "path: points.csv"));
  CHECK_FALSE(fs::exists(folder / "files"));
  fs::copy_file(folder / "best.yaml", work.path() / "best.yaml");
  const Finished same = run_preimage({"run", (work.path() / "best.yaml").string(), "--out", out});
  check_says(same, 0, "10 cells, 5 to run\n");
  CHECK_FALSE(contains(same.out, "modified"));
}

TEST_CASE("a sweep over one number draws a curve, over two a map, and names them") {
  const Workplace place;
  const Finished one = sweep(
      place, "out", {"--reading", "exclusive", "--grid", "learners.kde.ridge=1e-2:1:log10", "--name", "one"});
  CHECK(contains(one.out, "\nfigures: curve.csv, curve.svg\n"));
  const fs::path folder = sweep_folder(place, "out", "one");
  const std::string svg = text_of(folder / "curve.svg");
  CHECK(contains(svg, "bars: SD over 2 repetitions"));
  CHECK(contains(svg, "learners.kde.ridge"));
  CHECK(rows_in(folder / "curve.csv").size() == 3);
  std::map<std::string, double> sums;
  for (const Row& row : rows_in(folder / "points.csv"))
    sums[row.at("learners.kde.ridge")] += number(row, "inner_loss") / 6.0;
  for (const Row& row : rows_in(folder / "curve.csv"))
    CHECK(number(row, "mean") == doctest::Approx(sums.at(row.at("value"))).epsilon(1e-12));
  const Finished two = sweep(place, "out");
  CHECK(contains(two.out, "\nfigures: kde_heat_map.svg\n"));
  CHECK(fs::exists(sweep_folder(place, "out") / "kde_heat_map.svg"));
  const Finished words =
      sweep(place, "out",
            {"--reading", "exclusive", "--grid", "dataset.noise=exclusive,nested", "--name", "words"});
  CHECK_FALSE(contains(words.out, "figures:"));
}

TEST_CASE("a sweep that replaces one of its name leaves none of its pictures, and the page shows none") {
  const Workplace place;
  const Words name = {"--name", "s", "--repetitions", "1"};
  const Words ridge = {"--reading", "exclusive", "--grid", "learners.kde.ridge=1e-2:1:log10"};
  const fs::path folder = sweep_folder(place, "out", "s"), page = place.out("out") / "report.html";
  REQUIRE(sweep(place, "out", joined(name, ridge)).code == 0);
  REQUIRE(fs::exists(folder / "curve.csv"));
  REQUIRE(sweep(place, "out", joined(name, sweep_grid())).code == 0);
  CHECK_FALSE(fs::exists(folder / "curve.csv"));
  CHECK_FALSE(fs::exists(folder / "curve.svg"));
  CHECK(fs::exists(folder / "kde_heat_map.svg"));
  run_preimage({"report", "--out", place.out("out").string()});
  CHECK_FALSE(contains(text_of(page), "class=\"curve\""));
  CHECK(contains(text_of(page), "kde_heat_map.svg</span></figcaption>"));
  preimage::base::write_file_durably(folder / "notes.svg", "of the user");
  REQUIRE(sweep(place, "out", joined(name, ridge)).code == 0);
  CHECK(fs::exists(folder / "curve.csv"));
  CHECK_FALSE(fs::exists(folder / "kde_heat_map.svg"));
  CHECK(fs::exists(folder / "notes.svg"));
}
