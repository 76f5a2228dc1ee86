// `preimage verdict`: two files, or one number, without a config.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "preimage/base/file.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;

TEST_CASE("two files become verdicts as text, Markdown and JSON, with the exit codes of check --published") {
  const TemporaryFolder folder;
  const std::string printed = folder
                                  .write("printed.csv",
                                         "method,value,spread,spread_kind,runs,runs_draw,matters\n"
                                         "a|b,0.947,0.022,SD,10,seeds,0.05\nc,0.800,,,,,0.001\nd,0.7,,,,,\n")
                                  .string(),
                    rerun =
                        folder.write("rerun.csv", "method,mean,sd,count\na|b,0.945,0.02,10\nc,0.8,0.02,10\n")
                            .string(),
                    markdown = (folder.path() / "v.md").string(), json = (folder.path() / "v.json").string();
  const Finished done = run_preimage({"verdict", printed, rerun, "--markdown", markdown, "--json", json});
  CHECK_MESSAGE(done.code == 4, done.err);  // c is inconclusive
  CHECK(contains(done.out, "a|b     0.947 +- 0.022  0.9450 +- 0.0200 (10)"));
  CHECK(contains(done.out, "inconclusive  u 0.021 > M 0.001; to decide: none: the paper is one draw\n"));
  CHECK(contains(done.out, "no rerun\n"));
  CHECK(contains(preimage::base::read_file(markdown, 10000), "| a\\|b | 0.947 +- 0.022 |"));
  const auto numbers = nlohmann::json::parse(preimage::base::read_file(json, 100000)).at("numbers");
  REQUIRE(numbers.size() == 3);
  CHECK(numbers[0].at("verdict").at("word") == "reproduced");
  CHECK(numbers[0].at("published").at("runs") == 10);
  CHECK(numbers[1].at("verdict").at("why") == "u 0.021 > M 0.001; to decide: none: the paper is one draw");
  CHECK(numbers[2].at("verdict").is_null());
}

TEST_CASE("one number is judged by a file of values") {
  const TemporaryFolder folder;
  const std::string values = folder.write("a.csv", "accuracy\n0.91\n0.93\n0.94\n0.92\n0.9285\n").string();
  const std::vector<std::string> words = {
      "verdict",     "--printed", ".947 +- .022", "--spread-kind", "SD",      "--runs", "10",
      "--runs-draw", "seeds",     "--matters",    ".01",           "--rerun", values};
  const Finished done = run_preimage(words);
  CHECK_MESSAGE(done.code == 0, done.err);
  CHECK(contains(done.out, " consistent (provisional)"));
  std::vector<std::string> bad = words;
  bad[2] = "high";
  CHECK(contains(run_preimage(bad).err, "--printed: expected a number, found 'high'"));
  bad = words;
  bad[6] = "0";
  CHECK(
      contains(run_preimage(bad).err, "column 'runs': expected a whole number from 1 to 100000, found '0'"));
  CHECK(run_preimage({"verdict", values}).code == 2);
}
