// A folder of results that holds sweeps and nothing else; and learners whose names hold a dot.
#include <doctest/doctest.h>

#include "suite/cli/testing_sweep.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

Finished verb_on(const Workplace& place, const std::string& verb, const Words& more = {}) {
  return run_preimage(joined({verb, "--out", place.out("out").string()}, more));
}

std::string page_of(const Workplace& place) {
  return preimage::base::read_file(place.out("out") / "report.html", std::size_t{1} << 26);
}

const Words kSmall = {"--reading", "exclusive", "--repetitions", "1", "--grid", "learners.kde.ridge=0.1,1"};

}  // namespace

TEST_CASE("table prints what sweep printed where nothing but sweeps was run") {
  const Workplace place;
  const Finished first = sweep(place, "out", kSmall);
  REQUIRE(first.code == 0);
  const Finished table = verb_on(place, "table");
  CHECK(table.code == 0);
  CHECK(table.out == first.out);
  CHECK(table.err == "");
  const Finished second = sweep(place, "out", joined(kSmall, {"--name", "zwei"}));
  REQUIRE(second.code == 0);
  CHECK(verb_on(place, "table").out == first.out + "\n" + second.out);
  const Finished named = verb_on(place, "table", {place.config()});
  CHECK(named.code == 5);
  CHECK(contains(named.err,
                 "`preimage run` with the same arguments computes them; here are sweeps alone, which "
                 "`table` and `report` without a config show\n"));
  const Finished run = place.run("out", {"--profile", "short"});
  REQUIRE(run.code == 0);
  CHECK(verb_on(place, "table").out == run.out);
}

TEST_CASE("the page is of the sweeps alone where nothing else was run") {
  const Workplace place;
  REQUIRE(sweep(place, "out", kSmall).code == 0);
  const Finished report = verb_on(place, "report");
  CHECK(report.code == 0);
  CHECK(report.err == "");
  const std::string page = page_of(place);
  CHECK(contains(page, "toy-exclusive-ridge"));
  CHECK(contains(page, "1 sweep. preimage "));
  CHECK_FALSE(contains(page, "kde_nips"));
  CHECK_FALSE(contains(page, "Not run"));
  const Finished named = verb_on(place, "report", {place.config()});
  CHECK(named.code == 0);
  CHECK(contains(named.err,
                 place.config() +
                     ": was swept here and not run, so the page is about sweeps alone; `preimage run " +
                     place.config() + " --out " + place.out("out").string() + "` makes its tables\n"));
  place.add("other.yaml", toy_config());
  CHECK(verb_on(place, "report", {place.out("other.yaml").string()}).code == 6);  // which no sweep is of
  preimage::base::write_file_durably(sweep_folder(place, "out", "toy-exclusive-ridge") / "points.csv",
                                     "point\n");
  CHECK(verb_on(place, "report").code == 6);
}

TEST_CASE("a path means the learner whose name holds a dot") {
  const Workplace place(replaced(replaced(toy_config(), "neighbours:", "nn_1.5:"), "kde:", "kde_0.01:"));
  const Words paths = {"--reading", "exclusive", "--repetitions", "1"};
  const Finished swept = sweep(place, "out", joined(paths, {"--grid", "learners.kde_0.01.ridge=0.1,1"}));
  REQUIRE_MESSAGE(swept.code == 0, swept.err);
  CHECK(contains(swept.err, "left out: learner nn_1.5, for which the sweep changes nothing\n"));
  CHECK(contains(swept.out, "kde_0.01"));
  for (const Row& row : rows_in(sweep_folder(place, "out", "toy-exclusive-ridge") / "points.csv")) {
    CHECK(row.at("learner") == "kde_0.01");
    CHECK(contains(row.at("hyper_parameters"), "ridge=" + row.at("learners.kde_0.01.ridge")));
  }
  place.add("toy.yaml", replaced(toy_config(), "neighbours: {method: nearest_neighbours, k: [1, 3]}",
                                 "nn_1: {method: nearest_neighbours, k: [1, 3]}\n  "
                                 "nn_1.5: {method: nearest_neighbours, k: [1, 3]}"));
  const Finished longest = sweep(place, "longest", joined(paths, {"--grid", "learners.nn_1.5.k=1,3"}));
  REQUIRE_MESSAGE(longest.code == 0, longest.err);
  CHECK(contains(longest.err, "left out: learner nn_1, for which the sweep changes nothing\n"));
  CHECK(rows_in(sweep_folder(place, "longest", "toy-exclusive-k") / "points.csv").size() == 6);
  const Finished set = place.run("set", joined(paths, {"--set", "learners.nn_1.5.k=3"}));
  CHECK(set.code == 0);
  CHECK(contains(set.out, "(modified: learners.nn_1.5.k=3)"));
  const Finished wrong = sweep(place, "out", joined(paths, {"--grid", "learners.kde_0.1.ridge=0.1,1"}));
  CHECK(wrong.code == 2);
  CHECK(contains(wrong.err, "--grid learners.kde_0.1.ridge: reading 'exclusive' has no learner 'kde_0'"));
}
