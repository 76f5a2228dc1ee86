#include "suite/results/sweep_csv.hpp"

#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/results/table_words.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::results;

namespace {

const std::string kPlace =
    "point,learners.kde.ridge,kernel,config,reading,learner,data,repetition,outer_fold,";
const std::string kHead = kPlace + "inner_loss,string_loss,hyper_parameters,status,reason,key\n";

std::string line(int point, const std::string& ridge, const std::string& kernel, const std::string& learner,
                 int fold, const std::string& losses, const std::string& status = "ok") {
  return fmt::format("{},{},{},c,r,{},real,0,{},{},x,{},,k\n", point, ridge, kernel, learner, fold, losses,
                     status);
}

/// best.csv as far as it is read: the points of outer folds.
std::string best_of(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::string text = kPlace + "inner_loss,string_loss,hyper_parameters\n";
  for (const auto& [point, learner] : rows) text += fmt::format("{},,,c,r,{},real,0,0,,,\n", point, learner);
  return text;
}

/// A sweep of kde over ridge and kernel, and of neighbours over the kernel alone.
void write_files(const testing::TemporaryFolder& folder, const std::string& points) {
  const auto at = folder.path() / "sweeps" / "one";
  base::write_file_durably(at / "points.csv", points);
  base::write_file_durably(
      at / "best.csv", best_of({{"0", "kde"}, {"0", "kde"}, {"3", "kde"}, {"", "kde"}, {"1", "neighbours"}}));
  base::write_file_durably(at / "summary.txt", "the summary\n");
}

std::string usual_points() {
  return kHead + line(0, "0.01", "\"{name: a, b: 1}\"", "kde", 0, "0.1,0.5") +
         line(0, "0.01", "\"{name: a, b: 1}\"", "kde", 1, "0.3,0.7") +
         line(1, "0.01", "b", "kde", 0, "0.2,0.6") + line(1, "0.01", "b", "kde", 1, ",", "failed") +
         line(2, "1", "\"{name: a, b: 1}\"", "kde", 0, "0.4,0.8") + line(3, "1", "b", "kde", 0, "0.5,0.9") +
         line(0, "", "\"{name: a, b: 1}\"", "neighbours", 0, ",0.5") +
         line(1, "", "b", "neighbours", 0, ",0.25");
}

std::vector<StoredSweep> read_all(const testing::TemporaryFolder& folder,
                                  std::vector<std::string>& unreadable) {
  return read_stored_sweeps(
      folder.path(), [](const std::string&, const std::string& learner) { return shown_name(learner); },
      unreadable);
}

}  // namespace

TEST_CASE("a stored sweep: axes of the learner, means over whole points, how often each was chosen") {
  testing::TemporaryFolder folder;
  write_files(folder, usual_points());
  std::vector<std::string> unreadable;
  const std::vector<StoredSweep> sweeps = read_all(folder, unreadable);
  CHECK(unreadable.empty());
  REQUIRE(sweeps.size() == 1);
  CHECK(sweeps[0].name == "one");
  CHECK(sweeps[0].summary == "the summary\n");
  REQUIRE(sweeps[0].learners.size() == 2);
  const StoredLearner& kde = sweeps[0].learners[0];
  CHECK(kde.title == "KDE");
  CHECK(kde.axes == std::vector<std::string>{"learners.kde.ridge", "kernel"});
  CHECK(kde.losses == std::vector<std::string>{"inner loss", "string loss"});
  REQUIRE(kde.points.size() == 4);
  CHECK(kde.points.at(0).values == std::vector<std::string>{"0.01", "{name: a, b: 1}"});
  CHECK(kde.points.at(0).losses[0] == doctest::Approx(0.2));
  CHECK(kde.points.at(0).losses[1] == doctest::Approx(0.6));
  CHECK(std::isnan(kde.points.at(1).losses[0]));  // a cell failed: no mean of the others
  std::vector<std::size_t> chosen;
  for (const auto& [number, point] : kde.points) chosen.push_back(point.chosen);
  CHECK(chosen == std::vector<std::size_t>{2, 0, 0, 1});
  const StoredLearner& neighbours = sweeps[0].learners[1];  // no ridge, no inner loss
  CHECK(neighbours.axes == std::vector<std::string>{"kernel"});
  CHECK(neighbours.losses == std::vector<std::string>{"string loss"});
  CHECK(neighbours.points.at(1).losses == std::vector<double>{0.25});
}

TEST_CASE("the pictures beside points.csv are those of its learners; none is no fault") {
  testing::TemporaryFolder folder;
  write_files(folder, usual_points());
  const auto at = folder.path() / "sweeps" / "one";
  base::write_file_durably(at / "kde_heat_map.svg", "<svg>kde</svg>");
  base::write_file_durably(at / "neighbours_heat_map.svg", "<svg/>");  // of an older sweep: there is one axis
  std::vector<std::string> unreadable;
  const std::vector<StoredLearner> learners = read_all(folder, unreadable).at(0).learners;
  CHECK(learners[0].heat_map.bytes == "<svg>kde</svg>");
  CHECK(
      learners[0].heat_map.caption ==
      "Mean inner loss by learners.kde.ridge and kernel; a ring holds the number of outer folds whose inner "
      "folds chose the point.");
  CHECK(learners[1].heat_map.path.empty());
  CHECK(read_all(folder, unreadable)[0].curve.path.empty());
  write_files(folder,
              kHead + line(0, "0.01", "", "kde", 0, "0.1,0.5") + line(1, "1", "", "kde", 0, "0.2,0.5"));
  base::write_file_durably(at / "best.csv", best_of({{"0", "kde"}}));
  base::write_file_durably(at / "curve.svg", "<svg>curve</svg>");
  CHECK(read_all(folder, unreadable).at(0).curve.bytes == "<svg>curve</svg>");
  CHECK(unreadable.empty());
}

TEST_CASE("what cannot be read is named, and the other sweeps are there") {
  testing::TemporaryFolder folder;
  write_files(folder, usual_points());
  base::write_file_durably(folder.path() / "sweeps" / "broken" / "points.csv", "point,learner\nx,kde\n");
  base::write_file_durably(folder.path() / "sweeps" / "numberless" / "points.csv",
                           kHead + "x,1,b,c,r,kde,real,0,0,1,1,x,ok,,k\n");
  base::write_file_durably(folder.path() / "sweeps" / "turned" / "points.csv",
                           "config,point,inner_loss,hyper_parameters,learner\nc,1,1,x,kde\n");
  for (const char* name : {"broken", "numberless", "turned"})
    base::write_file_durably(folder.path() / "sweeps" / name / "summary.txt", "");
  std::vector<std::string> unreadable;
  CHECK(read_all(folder, unreadable).size() == 1);
  REQUIRE(unreadable.size() == 3);
  CHECK(unreadable[0].find("points.csv:1: no column 'config'") != std::string::npos);
  CHECK(unreadable[1].find("points.csv:2: column 'point': expected a number from 0, found 'x'") !=
        std::string::npos);
  CHECK(unreadable[2].find("points.csv:1: column 'config' is before 'point'") != std::string::npos);
  testing::TemporaryFolder empty;
  CHECK(read_all(empty, unreadable).empty());
}

TEST_CASE("a points.csv that lost its end is not taken for a smaller sweep") {
  testing::TemporaryFolder folder;
  const std::string points = usual_points();
  write_files(folder, points.substr(0, points.find("\n3,") + 1));
  std::vector<std::string> unreadable;
  CHECK(read_all(folder, unreadable).empty());
  REQUIRE(unreadable.size() == 1);
  CHECK(unreadable[0].find("best.csv names point 3, which points.csv does not have") != std::string::npos);
}
