// Groups of rows: patients that no fold has on both sides.
#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "preimage/base/random.hpp"
#include "suite/own_data/group_columns.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/run/inner_folds.hpp"
#include "suite/study/draws.hpp"
#include "testing/config_text.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::suite;
using testing::contains;

namespace {

/// 30 patients of 6 rows each (of `uneven` ones 1 to 9), that lie close together, with a random class per
/// patient.
std::string patients(int rename_by = 0, bool uneven = false) {
  base::Random random(3);
  std::string table = "patient,x,z,label,fold,same\n";
  for (int p = 0; p < 30; ++p) {
    const double x = 3.0 * random.gaussian(), z = 3.0 * random.gaussian();
    const std::string label = random.uniform() < 0.5 ? "a" : "b";
    for (int row = 0; row < (uneven ? 1 + p * 7 % 9 : 6); ++row)
      table += "p" + std::to_string((p + rename_by) % 30) + "," +
               std::to_string(x + 0.05 * random.gaussian()) + "," +
               std::to_string(z + 0.05 * random.gaussian()) + "," + label + "," + std::to_string(p % 3) +
               "," + (label == "a" ? "4" : "9") + "\n";
  }
  return table;
}

struct GroupsPlace : testing::OwnPlace {
  explicit GroupsPlace(const std::string& table = patients()) {
    folder.write("d.csv", table);
    inputs = "[x, z]";
    dataset = "outputs: [label], output_kind: class, group: patient";
    protocol = "{outer: {folds: 5, stratified: true}, inner: {folds: 4, stratified: true}}";
    repetitions = 3;
  }
  /// The mean of the first measure.
  double loss() const { return testing::first_ours(testing::ended_well(run({"--quiet"}))); }
};

/// Whether no group of the split has samples on both sides.
bool is_whole(const samples::Split& split, const suite::study::Groups& groups) {
  std::set<int> training;
  for (const arma::uword sample : split.train) training.insert(groups.of[sample]);
  return std::none_of(split.test.begin(), split.test.end(),
                      [&](arma::uword sample) { return training.contains(groups.of[sample]); });
}

/// Requires that every outer and every inner fold is whole.
void check_folds(const GroupsPlace& place) {
  const suite::study::Plan plan = place.plan();
  const suite::study::PlannedReading& planned = plan.readings.front();
  std::size_t seen = 0;
  for (const suite::study::Cell& cell : planned.cells) {
    const study::Reading* reading = cell.reading;
    const auto task = suite::study::draw_task(*cell.study, *reading, cell.repetition, testing::kNoData);
    REQUIRE(task->groups != nullptr);
    const samples::Split outer = suite::study::outer_split(cell, *task);
    CHECK(is_whole(outer, *task->groups));
    for (const samples::Split& inner : suite::run::inner_splits(cell, *task, outer.train)) {
      CHECK(is_whole(inner, *task->groups));
      CHECK(inner.test.n_elem > 0);
      ++seen;
    }
    suite::study::Cell of_all = cell;  // as `fit` has it
    of_all.outer_fold = -1;
    const auto all = arma::regspace<arma::uvec>(0, task->data.size() - 1);
    for (const samples::Split& inner : suite::run::inner_splits(of_all, *task, all))
      CHECK(is_whole(inner, *task->groups));
  }
  CHECK(seen > 0);
}

const std::string kWithout = "outputs: [label], output_kind: class";

}  // namespace

TEST_CASE(
    "random classes of patients are learned where rows of one patient are on both sides, and not by group") {
  GroupsPlace place;
  const double whole = place.loss();
  CHECK(whole > 0.3);
  CHECK(whole < 0.7);
  CHECK(contains(place.run({"--quiet"}).out,
                 "30 groups of column 'patient' (6 samples each) are whole in outer and inner folds"));
  place.dataset = kWithout;
  CHECK(place.loss() < 0.03);
}

TEST_CASE("other names of the groups change no number") {
  CHECK(GroupsPlace().loss() == GroupsPlace(patients(7)).loss());
}

TEST_CASE(
    "groups are whole in every fold of every repetition, outer and inner, of equal and of other sizes") {
  check_folds(GroupsPlace());
  GroupsPlace uneven(patients(0, true));
  check_folds(uneven);
  uneven.protocol = "{outer: {folds: 5}, inner: {folds: 4, samples: 40}}";
  check_folds(uneven);
  uneven.protocol = "{outer: {folds: 3, train_on: one_fold}, inner: {folds: 3}}";
  check_folds(uneven);
  uneven.dataset += ", fold: fold";
  uneven.protocol = "{outer: {given: true}, inner: {folds: 4}}";
  check_folds(uneven);
  GroupsPlace one_out;
  one_out.protocol = "{outer: {folds: 30}, inner: {folds: 4}}";
  check_folds(one_out);
}

TEST_CASE("all inputs are without the group, which is in a cell's key where it is given alone") {
  GroupsPlace place;
  const auto parameters = [&] { return place.plan().readings.front().cells.front().parameters(); };
  place.inputs = "all";
  place.dataset = "except: [fold, same], outputs: [label], output_kind: class, group: patient";
  const auto with = parameters();
  CHECK(with.at("dataset.inputs") == R"(["x","z"])");
  CHECK(with.at("dataset.group") == R"("patient")");
  place.inputs = "[x, z]";
  place.dataset = kWithout;
  CHECK_FALSE(parameters().contains("dataset.group"));
}

namespace {

std::string drafted(const std::string& table, const std::string& target) {
  const testing::TemporaryFolder folder;
  const std::string file = folder.write("t.csv", table).string(),
                    config = (folder.path() / "c.yaml").string();
  const testing::Finished finished =
      testing::ended_well(testing::run_preimage({"init", file, "--target", target, "--out", config}));
  const std::string text = base::read_file(config, std::size_t{1} << 20);
  CHECK(contains(finished.err, "looks like groups") == contains(text, "# group: "));
  return text;
}

}  // namespace

TEST_CASE(
    "two rows of each are groups, fewer are none, and so are texts that tell one of three columns or more") {
  const auto text = [](int rows_of_first, int random_columns) {
    base::Random random(4);
    std::string table = "eye,x,z,w,y\n";
    for (int p = 0; p < 20; ++p) {
      const double x = random.gaussian(), z = random.gaussian();
      for (int row = 0; row < (p == 0 ? rows_of_first : 2); ++row)
        table += fmt::format(
            "e{},{},{},{},{}\n", p, x + 0.01 * random.gaussian(), random_columns > 1 ? random.gaussian() : z,
            random_columns > 0 ? random.gaussian() : z, random_columns > 2 ? random.gaussian() : x);
    }
    return contains(drafted(table, "y"), "\n  # group: eye\n");
  };
  CHECK(text(2, 0));
  CHECK(text(2, 2));
  CHECK_FALSE(text(2, 3));
  CHECK_FALSE(text(1, 0));
}

namespace {

/// 40 subjects of 3 to 7 rows each, in random order, whose class is random. `pid` is a number without an
/// order, `code` a text, `born` a date; of `age` the class is another column's, `older`; `site` has 4 values.
std::string visits() {
  base::Random random(5);
  std::vector<std::pair<double, std::string>> rows;
  for (int p = 0; p < 40; ++p) {
    const bool is_ill = random.uniform() < 0.5;
    const double x = random.gaussian();
    for (int row = 0; row < 3 + p % 5; ++row) {
      const int age = 20 + static_cast<int>(60 * random.uniform());
      rows.emplace_back(random.uniform(),
                        fmt::format("{},c{},19{:02}-0{}-11,{},{},{:.2f},{:.2f},{},{}\n", 1000 + p * 17 % 41,
                                    p, 30 + p, 1 + p % 9, age, p % 4, x + 0.3 * random.gaussian(),
                                    random.gaussian(), is_ill ? "ill" : "well", age > 50 ? "yes" : "no"));
    }
  }
  std::sort(rows.begin(), rows.end());
  std::string table = "pid,code,born,age,site,x,z,class,older\n";
  for (const auto& [place, row] : rows) table += row;
  return table;
}

}  // namespace

TEST_CASE("a column of any name and type that recurs with its target is found by `init`, `audit` and `run`") {
  const testing::TemporaryFolder folder;
  const std::string file = folder.write("t.csv", visits()).string(),
                    config = (folder.path() / "c.yaml").string();
  const testing::Finished init = testing::run_preimage({"init", file, "--target", "class", "--out", config});
  CHECK(contains(init.err, "'pid' (its name says so)"));
  const testing::Finished audit = testing::run_preimage({"audit", config});
  for (const std::string column : {"pid", "code", "born"}) {
    CHECK(contains(init.err, "column '" + column + "' looks like groups of rows (40 different values"));
    CHECK(
        contains(audit.out, "rows of one '" + column + "' are in training and in test (40 different values"));
    CHECK(contains(audit.out, "Type `--set dataset.group=" + column + "`"));
  }
  for (const std::string column : {"age", "site", "x", "z"})
    CHECK_FALSE(contains(audit.out, "rows of one '" + column + "'"));
  CHECK_FALSE(contains(audit.out, "looks like times"));
  CHECK(contains(
      testing::run_preimage({"run", config, "--quiet", "--out", (folder.path() / "out").string()}).out,
      "reading: as-written\n  warning: rows of one '"));
  CHECK(testing::run_preimage({"audit", config, "--set", "dataset.group=pid"}).out ==
        "c / as-written (modified: dataset.group=pid): nothing found\n");
  const testing::Finished ordered = testing::run_preimage(
      {"audit", config, "--set", "protocol.outer={ordered: 3}", "--set", "protocol.inner={folds: 2}"});
  CHECK(contains(ordered.out, "folds in the order of time say how well later rows of a known 'pid' are"));
  const std::string measured = drafted(visits(), "older");  // of `age` its neighbours tell it, too
  CHECK_FALSE(contains(measured, "# group: age"));
}

TEST_CASE("groups of one row each are warned of: they change nothing") {
  const testing::TemporaryFolder folder;
  std::string table = "file,x,z,class\n";
  for (int i = 0; i < 40; ++i)
    table += fmt::format("f{},{},{},{}\n", i, i * 37 % 61, i * i % 53, i * 11 % 7 < 3 ? "a" : "b");
  const std::string config = (folder.path() / "c.yaml").string();
  CHECK(testing::run_preimage(
            {"init", folder.write("t.csv", table).string(), "--target", "class", "--out", config})
            .code == 0);
  const testing::Finished audit = testing::run_preimage({"audit", config, "--set", "dataset.group=file"});
  CHECK(audit.code == 3);
  CHECK(contains(audit.out, "40 groups of column 'file' of one row each: folds are as without `group`"));
}

TEST_CASE("random groups hardly ever fix a target, be its classes rare or its numbers far apart") {
  base::Random random(6);
  int found = 0, half = 0;
  for (int draw = 0; draw < 1000; ++draw) {
    std::vector<int> of;
    arma::mat rare(120, 1), heavy(120, 1);
    for (arma::uword i = 0; i < 120; ++i) {
      of.push_back(static_cast<int>(50 * random.uniform()));
      rare(i) = random.uniform() < 0.04 ? 1.0 : 0.0;
      heavy(i) = std::exp(4.0 * random.gaussian());
    }
    found += own_data::tell_target(of, rare, own_data::kNearlyAll) ||
                     own_data::tell_target(of, heavy, own_data::kNearlyAll)
                 ? 1
                 : 0;
    half += own_data::tell_target(of, rare, 0.5) || own_data::tell_target(of, heavy, 0.5) ? 1 : 0;
  }
  CHECK(found <= 1);
  CHECK(half <= 3);
}
