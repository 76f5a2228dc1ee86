// Misspelt names and numbers that are not finite: what the program says of them, and what it shows all the
// same.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "testing/config_text.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

/// Own data in two given folds, and a method that predicts the outputs of the other fold.
std::string own_config() {
  return preimage::testing::own_config(
      "given: true",
      "dataset: {name: vectors, path: t.csv, inputs: [x], outputs: [y], output_kind: vector, fold: fold}\n"
      "input_kernel: {name: linear}\noutput_kernel: {name: gaussian, sigma: 1}\nloss: squared_distance\n"
      "learners:\n  nearest: {method: nearest_neighbours, k: 1}\n");
}

/// Outputs of about `scale`: their squared errors are 4 scale^2 in the first fold, and 17/3 scale^2 in the
/// second on average.
std::string table_of(double scale) {
  return fmt::format("x,y,fold\n0,{0},0\n1,{0},0\n2,{0},0\n10,{1},1\n11,{1},1\n12,{2},1\n", scale, -scale,
                     -2.0 * scale);
}

}  // namespace

TEST_CASE("losses that are not finite: failed cells, dashes, exit code 6, and a page all the same") {
  const TemporaryFolder folder;
  folder.write("t.csv", table_of(4e153));
  const std::string config = folder.write("own.yaml", own_config()).string(),
                    out = (folder.path() / "out").string();
  const Finished run = run_preimage({"run", config, "--out", out});
  CHECK(run.code == 6);
  CHECK(contains(run.err, "squared_error of 3 test samples: the mean is not finite\n"));
  CHECK_FALSE(contains(run.out, "inf"));
  CHECK_FALSE(contains(run.out, "nan"));
  const std::size_t squared_error = run.out.find("\n  squared error  ");
  REQUIRE(squared_error != std::string::npos);
  const std::string ours = run.out.substr(run.out.find("\n    ours  ", squared_error), 60);
  CHECK(contains(ours, "  -  "));
  CHECK(contains(run.out, "2 cells, 2 failed"));
  const Finished report = run_preimage({"report", config, "--out", out});
  CHECK(report.code == 6);
  const std::string html = base::read_file(folder.path() / "out/report.html", std::size_t{1} << 26);
  CHECK(contains(html, "squared_error of 3 test samples: the mean is not finite"));
}

TEST_CASE("finite folds whose spread is not finite: a dash below a named number, and exit code 6") {
  const TemporaryFolder folder;
  folder.write("t.csv", table_of(1e120));  // squared errors of 1e240: their differences squared overflow
  const std::string config = folder.write("own.yaml", own_config()).string(),
                    out = (folder.path() / "out").string();
  for (const char* verb : {"run", "table"}) {
    const Finished finished = run_preimage({verb, config, "--out", out});
    CHECK(finished.code == 6);
    CHECK(contains(finished.out, "squared error, nearest: no number, its mean or spread is not finite\n"));
    CHECK(contains(finished.out, "2 cells, 0 failed"));
    CHECK_FALSE(contains(finished.out, "inf"));
    CHECK_FALSE(contains(finished.out, "nan"));
  }
  CHECK(run_preimage({"report", config, "--out", out}).code == 6);
  const std::string html = base::read_file(folder.path() / "out/report.html", std::size_t{1} << 26);
  CHECK(contains(html, "Not finite: numbers whose cells are all there."));
  CHECK(contains(html, "own / as-written: squared error, nearest"));
}

TEST_CASE("one config in problem never takes down the page: it is named on top, and the exit code is 6") {
  const Workplace place;
  REQUIRE(place.run("out").code == 0);
  const TemporaryFolder folder;
  const std::string broken =
      folder.write("broken.yaml", replaced(toy_config(), "samples: 30", "samples: many")).string();
  const Finished report = run_preimage(place.words("out", {broken}, "report"));
  CHECK(report.code == 6);
  const std::string html = base::read_file(place.out("out") / "report.html", std::size_t{1} << 26);
  CHECK(contains(html, "In problem: what follows is not on this page, or not all of it."));
  CHECK(contains(html, "broken.yaml: "));
  CHECK(contains(html, "<h1>Toy</h1>"));
  CHECK(html.find("In problem") < html.find("<main"));
  CHECK(run_preimage({"report", broken, "--out", place.out("out").string()}).code == 2);  // nothing is left
}
