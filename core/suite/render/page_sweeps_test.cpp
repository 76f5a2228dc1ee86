#include "suite/render/page_sweeps.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "suite/results/table_words.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::render;

namespace {

const std::string kHead =
    "point,learners.kde.ridge,kernel,config,reading,learner,data,repetition,outer_fold,inner_loss,string_"
    "loss,"
    "hyper_parameters,status,reason,key\n";

std::string line(int point, const std::string& ridge, const std::string& kernel, const std::string& learner,
                 int fold, const std::string& losses, const std::string& status = "ok") {
  return fmt::format("{},{},{},c,r,{},real,0,{},{},x,{},,k\n", point, ridge, kernel, learner, fold, losses,
                     status);
}

/// A sweep of kde over ridge and kernel, and of neighbours over the kernel alone.
void write_sweep(const testing::TemporaryFolder& folder, const std::string& points) {
  const auto at = folder.path() / "sweeps" / "one";
  base::write_file_durably(at / "points.csv", points);
  base::write_file_durably(at / "best.csv", "point,learner\n0,kde\n0,kde\n3,kde\n,kde\n1,neighbours\n");
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

const LearnerTitles kTitleOf = [](const std::string&, const std::string& learner) {
  return results::shown_name(learner);
};

}  // namespace

TEST_CASE("a sweep: axes of the learner, means over whole points, how often each was chosen") {
  testing::TemporaryFolder folder;
  write_sweep(folder, usual_points());
  PageWarning warning;
  const std::vector<PageSweep> sweeps = read_sweeps(folder.path(), warning, kTitleOf);
  CHECK(warning.lines.empty());
  REQUIRE(sweeps.size() == 2);
  const PageSweep& kde = sweeps[0];
  CHECK(kde.name == "one");
  CHECK(kde.summary == "the summary\n");
  REQUIRE(kde.columns.size() == 4);
  CHECK(kde.columns[0].title == "ridge");
  CHECK(kde.columns[0].scale == "log10");  // .01 and 1
  CHECK(kde.columns[1].scale == "list");
  CHECK(kde.columns[1].values == std::vector<std::string>{"{name: a, b: 1}", "b"});
  CHECK(kde.columns[2].title == "inner loss");
  CHECK(kde.columns[3].title == "string loss");
  REQUIRE(kde.rows.size() == 4);
  CHECK(kde.rows[0][0] == 0.01);
  CHECK(*kde.rows[0][2] == doctest::Approx(0.2));
  CHECK(*kde.rows[0][3] == doctest::Approx(0.6));
  CHECK_FALSE(kde.rows[1][2].has_value());  // a cell failed: no mean of the others
  CHECK(kde.rows[3][1] == 1.0);
  CHECK(kde.chosen == std::vector<std::size_t>{2, 0, 0, 1});
  const PageSweep& neighbours = sweeps[1];
  CHECK(neighbours.columns.size() == 2);  // no ridge, no inner loss
  CHECK(neighbours.columns[1].title == "string loss");
}

TEST_CASE("the heat map has the mean inner loss of each point; a sweep over one axis has none") {
  testing::TemporaryFolder folder;
  write_sweep(folder, usual_points());
  PageWarning warning;
  const std::vector<PageSweep> sweeps = read_sweeps(folder.path(), warning, kTitleOf);
  REQUIRE(sweeps[0].heat_map.has_value());
  CHECK(sweeps[0].heat_map->svg.find("{name: a, b: 1}") != std::string::npos);
  CHECK(sweeps[0].heat_map->svg.find(">inner loss of KDE<") != std::string::npos);
  CHECK_FALSE(sweeps[1].heat_map.has_value());
}

TEST_CASE("what cannot be read is named, and the other sweeps are there") {
  testing::TemporaryFolder folder;
  write_sweep(folder, usual_points());
  base::write_file_durably(folder.path() / "sweeps" / "broken" / "points.csv", "point,learner\nx,kde\n");
  base::write_file_durably(folder.path() / "sweeps" / "numberless" / "points.csv",
                           kHead + "x,1,b,c,r,kde,real,0,0,1,1,x,ok,,k\n");
  PageWarning warning;
  CHECK(read_sweeps(folder.path(), warning, kTitleOf).size() == 2);
  REQUIRE(warning.lines.size() == 2);
  CHECK(warning.lines[0].find("points.csv:1: no column 'config'") != std::string::npos);
  CHECK(warning.lines[1].find("points.csv:2: column 'point': expected a number from 0, found 'x'") !=
        std::string::npos);
  CHECK(read_sweeps(folder.path() / "nowhere", warning, kTitleOf).empty());
}

TEST_CASE("a points.csv that lost its end is not taken for a smaller sweep") {
  testing::TemporaryFolder folder;
  const std::string points = usual_points();
  write_sweep(folder, points.substr(0, points.find("\n3,") + 1));
  PageWarning warning;
  CHECK(read_sweeps(folder.path(), warning, kTitleOf).empty());
  REQUIRE(warning.lines.size() == 1);
  CHECK(warning.lines[0].find("best.csv names point 3, which points.csv does not have") != std::string::npos);
}

TEST_CASE("of a very large sweep the page takes the first points and says how many it leaves out") {
  testing::TemporaryFolder folder;
  std::string points = kHead;
  for (std::size_t p = 0; p < kMaxSweepRows + 5; ++p)
    points += line(static_cast<int>(p), fmt::format("{}", p + 1), "b", "kde", 0, "0.1,0.2");
  write_sweep(folder, points);
  PageWarning warning;
  base::write_file_durably(folder.path() / "sweeps" / "one" / "best.csv", "point,learner\n0,kde\n");
  const std::vector<PageSweep> sweeps = read_sweeps(folder.path(), warning, kTitleOf);
  REQUIRE(sweeps.size() == 1);
  CHECK(sweeps[0].rows.size() == kMaxSweepRows);
  CHECK(sweeps[0].left_out == 5);
}

TEST_CASE("the curve of a sweep is drawn from its numbers, at the first learner; a damaged one is named") {
  testing::TemporaryFolder folder;
  write_sweep(folder, usual_points());
  const auto numbers = folder.path() / "sweeps" / "one" / "curve.csv";
  base::write_file_durably(numbers,
                           "axis,learner,value,loss,mean,spread,spread_of,left_out\n"
                           "learners.kde.ridge,kde,0.01,inner_loss,0.2,0.1,SD over 2 repetitions,0\n"
                           "learners.kde.ridge,kde,1,inner_loss,0.5,0.1,SD over 2 repetitions,0\n");
  PageWarning warning;
  const std::vector<PageSweep> sweeps = read_sweeps(folder.path(), warning, kTitleOf);
  CHECK(warning.lines.empty());
  REQUIRE(sweeps.size() == 2);
  REQUIRE(sweeps[0].curve.has_value());
  CHECK(sweeps[0].curve->svg.find("bars: SD over 2 repetitions") != std::string::npos);
  CHECK(sweeps[0].curve->svg.find(">KDE<") != std::string::npos);
  CHECK(sweeps[0].title == "KDE");
  CHECK_FALSE(sweeps[1].curve.has_value());
  base::write_file_durably(numbers, "axis,learner\n");
  CHECK(read_sweeps(folder.path(), warning, kTitleOf).empty());
  REQUIRE(warning.lines.size() == 1);
  CHECK(warning.lines[0].find("curve.csv:1: no column 'value'") != std::string::npos);
}
