// Groups of rows: patients that no fold has on both sides.
#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "preimage/base/random.hpp"
#include "suite/own_data/testing_own.hpp"
#include "suite/run/inner_folds.hpp"
#include "suite/study/draws.hpp"
#include "testing/config_text.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::suite;
using testing::contains;

namespace {

const suite::data::DataSource kNoGroupData{};

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

struct GroupsPlace {
  testing::TemporaryFolder folder;
  std::string dataset = "inputs: [x, z], outputs: [label], output_kind: class, group: patient";
  std::string protocol = "{outer: {folds: 5, stratified: true}, inner: {folds: 4, stratified: true}}";
  int repetitions = 3;

  explicit GroupsPlace(const std::string& table = patients()) { folder.write("d.csv", table); }
  std::string config() const {
    return folder
        .write("c.yaml", testing::config_of(
                             "own_data",
                             "dataset: {name: vectors, path: d.csv, " + dataset +
                                 "}\ninput_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: "
                                 "distance\nprotocol: " +
                                 protocol + "\nlearners: {one: {method: nearest_neighbours, k: [1, 3]}}\n",
                             repetitions))
        .string();
  }
  testing::Finished call(std::vector<std::string> words = {}) const {
    words.insert(words.begin(), {"run", config(), "--out", (folder.path() / "out").string()});
    return testing::run_preimage(words);
  }
  /// The mean of the first measure.
  double loss() const {
    const testing::Finished finished = call({"--quiet"});
    REQUIRE(finished.code == 0);
    const std::size_t ours = finished.out.find("ours");
    return std::stod(finished.out.substr(finished.out.find_first_of("0123456789", ours)));
  }
  suite::study::Plan selected() const { return testing::plan_of(config()); }
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
  const suite::study::Plan selection = place.selected();
  const suite::study::PlannedReading& selected = selection.readings.front();
  std::size_t seen = 0;
  for (const suite::study::Cell& cell : selected.cells) {
    const study::Reading* reading = cell.reading;
    const auto task = suite::study::draw_task(*cell.study, *reading, cell.repetition, kNoGroupData);
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

const std::string kWithout = "inputs: [x, z], outputs: [label], output_kind: class";

}  // namespace

TEST_CASE(
    "random classes of patients are learned where rows of one patient are on both sides, and not by group") {
  GroupsPlace place;
  const double whole = place.loss();
  CHECK(whole > 0.3);
  CHECK(whole < 0.7);
  const testing::Finished finished = place.call({"--quiet"});
  CHECK(contains(finished.out,
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
}

TEST_CASE(
    "as many folds as groups leave one group out; more, or too few groups to choose by, are refused before a "
    "cell runs") {
  GroupsPlace place;
  place.protocol = "{outer: {folds: 30}, inner: {folds: 4}}";
  check_folds(place);
  place.protocol = "{outer: {folds: 180}, inner: {folds: 4}}";
  const testing::Finished many = place.call();
  CHECK(many.code == 2);
  CHECK(many.err ==
        "preimage: c: protocol.outer.folds: expected at most 30, the number of groups of column 'patient' "
        "(which leaves "
        "one group out), found 180\n");
  place.protocol = "{outer: {folds: 5}, inner: {folds: 25}}";
  CHECK(contains(
      place.call().err,
      "protocol.inner.folds: expected at most 24, the number of groups of column 'patient' in the smallest "
      "training set, found 25"));
}

TEST_CASE("a Gram matrix takes its groups from a file of one column") {
  const GroupsPlace place;
  const auto column = [&](const std::string& file, int number) {
    std::string text, line;
    std::istringstream rows(patients());
    while (std::getline(rows, line)) {
      for (int i = 0; i < number; ++i) line.erase(0, line.find(',') + 1);
      text += line.substr(0, line.find(',')) + "\n";
    }
    place.folder.write(file, text);
  };
  column("G.csv", 0);
  column("Y.csv", 3);
  const auto path = [&](const char* file) { return (place.folder.path() / file).string(); };
  REQUIRE(testing::run_preimage({"gram", path("d.csv"), "--columns", "x,z", "--kernel", "{name: linear}",
                                 "--out", path("K.npy")})
              .code == 0);
  place.folder.write(
      "g.yaml",
      testing::config_of("own_data",
                         "dataset: {name: gram, input: K.npy, outputs: Y.csv, output_kind: class, groups: "
                         "G.csv}\noutput_kernel: {name: class}\nloss: distance\nprotocol: {outer: {folds: 5, "
                         "stratified: true}, inner: {folds: 4, stratified: true}}\n"
                         "learners: {one: {method: nearest_neighbours, k: [1, 3]}}\n",
                         3));
  const testing::Finished finished =
      testing::run_preimage({"run", path("g.yaml"), "--quiet", "--out", path("out")});
  CHECK(finished.code == 0);
  CHECK(contains(finished.out, "30 groups of "));
  const std::string table = place.call({"--quiet"}).out;  // of the same samples as columns
  const auto row = [](const std::string& text) { return text.substr(text.find("ours"), 30); };
  CHECK(row(finished.out) == row(table));
}

TEST_CASE("a group in two given folds is refused with its name") {
  GroupsPlace place(patients() + "p4,1,2,a,2,4\n");
  place.dataset += ", fold: fold";
  place.protocol = "{outer: {given: true}, inner: {folds: 4}}";
  const testing::Finished finished = place.call();
  CHECK(finished.code == 5);
  CHECK(contains(finished.err, "group 'p4' of column 'patient' lies in two given outer folds, '1' and '2'"));
}

TEST_CASE("a group column with gaps, of one value, or of another use is refused") {
  CHECK(contains(
      GroupsPlace(patients() + ",1,2,a,2,4\nNA,1,2,b,2,9\n").call().err,
      "column 'patient': 2 rows have no group: '', 'NA' on lines 182, 183; take them out, or give each a "
      "group of its own"));
  const auto with_group = [](const std::string& column) {
    GroupsPlace place("one,x,z,label\n7,1,2,a\n7,3,2,b\n7.0,1,4,a\n");
    place.dataset = kWithout + ", group: " + column;
    return place.call().err;
  };
  CHECK(contains(with_group("one"), "column 'one': all rows are of one group, '7'"));
  CHECK(contains(with_group("label"),
                 "'label' is the group, which no learner may see, and cannot be an input"));
  CHECK(contains(with_group("x"), "'x' is the group, which no learner may see"));
  CHECK(contains(with_group("lable"), "no column 'lable', did you mean 'label'?"));
}

TEST_CASE("all inputs are without the group, which is in a cell's key where it is given alone") {
  GroupsPlace place;
  const auto parameters = [&] { return place.selected().readings.front().cells.front().parameters(); };
  place.dataset = "inputs: all, except: [fold, same], outputs: [label], output_kind: class, group: patient";
  const auto with = parameters();
  CHECK(with.at("dataset.inputs") == R"(["x","z"])");
  CHECK(with.at("dataset.group") == R"("patient")");
  place.dataset = kWithout;
  CHECK_FALSE(parameters().contains("dataset.group"));
}

TEST_CASE("equal inputs on both sides of outer folds, and an input that is the target, are warned of") {
  GroupsPlace place(patients() + "p30,1,2,a,2,4\np30,1,2,b,2,9\n");
  place.dataset = kWithout;
  place.protocol = "{outer: {folds: 180}, inner: {folds: 4}}";
  CHECK(contains(place.call().out, "have exactly the inputs of a training sample"));
  place.dataset = "inputs: [x, same], outputs: [label], output_kind: class, group: patient";
  place.protocol = "{outer: {folds: 5}, inner: {folds: 4}}";
  CHECK(
      contains(place.call().out, "input column 'same' has one number for each class of the target 'label'"));
  GroupsPlace fine;
  CHECK_FALSE(contains(fine.call().out, "exactly the inputs"));
}

TEST_CASE("a fold column with many values says how many cells it makes") {
  std::string table = "x,label,day\n";
  for (int i = 0; i < 42; ++i)
    table += std::to_string(i * i) + "," + (i % 3 == 0 ? "a" : "b") + "," + std::to_string(i / 2) + "\n";
  GroupsPlace place(table);
  place.dataset = "inputs: [x], outputs: [label], output_kind: class, fold: day";
  place.protocol = "{outer: {given: true}, inner: {folds: 2}}";
  const std::string err = place.call().err;
  CHECK(contains(err, "the fold column has 21 different values, which makes 21 outer folds and 63 cells"));
  CHECK(err.find("21 different") < err.find("cells, 63 to run"));
}

namespace {

std::string drafted(const std::string& table, const std::string& target) {
  const testing::TemporaryFolder folder;
  const std::string file = folder.write("t.csv", table).string(),
                    config = (folder.path() / "c.yaml").string();
  const testing::Finished finished =
      testing::run_preimage({"init", file, "--target", target, "--out", config});
  CHECK(finished.code == 0);
  const std::string text = base::read_file(config, std::size_t{1} << 20);
  CHECK(contains(finished.err, "looks like groups") == contains(text, "# group: "));
  return text;
}

std::string file_text(const std::string& path) {
  return base::read_file(std::filesystem::path(PREIMAGE_SOURCE_ROOT) / path, std::size_t{1} << 20);
}

}  // namespace

TEST_CASE(
    "init finds groups by their name, in text and in numbers, and texts by their rows, whatever they are "
    "called") {
  std::string table = patients();
  CHECK(contains(drafted(table, "label"), "\n  # group: patient\n"));
  table.replace(0, 7, "k");
  CHECK(contains(drafted(table, "label"), "\n  # group: k\n"));
  CHECK(contains(drafted(table, "x"), "\n  # group: k\n"));
  for (std::size_t at = table.find("\np"); at != std::string::npos; at = table.find("\np"))
    table.erase(at + 1, 1);
  CHECK_FALSE(contains(drafted(table, "label"), "# group: k"));
  table.replace(0, 1, "subject");
  CHECK(contains(drafted(table, "label"), "\n  # group: subject\n"));
}

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

TEST_CASE("init takes no measurement, no class and no column of few values for groups") {
  CHECK_FALSE(contains(drafted(file_text("core/docs/example/iris.csv"), "species"), "group:"));
  CHECK_FALSE(contains(drafted(file_text("experiments/own_data/example/points.csv"), "kind"), "# group:"));
  // Numbers with fractions, a number for each row, few values below names of groups; random texts.
  base::Random random(5);
  std::string table = "site depth,subject,batch,colour,x,kind\n";
  for (int i = 0; i < 60; ++i)
    table += fmt::format("{},{},{},c{},{},{}\n", 0.5 * static_cast<double>(random.below(9)), 7 * i % 61,
                         i % 4, random.below(8), random.gaussian(), i % 3 == 0 ? "u" : "v");
  CHECK_FALSE(contains(drafted(table, "kind"), "# group:"));
}
