// A job whose file was cut short beside one that is whole.
#include <doctest/doctest.h>

#include "suite/cli/testing_cluster.hpp"
#include "testing/refusals.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

TEST_CASE("a damaged job is named, and the other jobs of the folder can be asked for and collected") {
  const Workplace place;
  REQUIRE(submit(place, {"--engine", "commands", "--profile", "short"}).code == 0);
  const fs::path cut = job_folder(place);
  const std::string json = preimage::base::read_file(cut / "job.json", 1 << 20);
  const std::vector<std::string> changed = {"--profile", "short", "--set", "dataset.samples=33"};
  std::vector<std::string> words = changed;
  words.insert(words.end(), {"--engine", "commands"});
  REQUIRE(submit(place, words).code == 0);
  std::string whole;
  for (const auto& entry : fs::directory_iterator(place.out("out") / "jobs")) {
    if (entry.path() != cut) whole = entry.path().filename().string();
  }
  preimage::base::write_file_durably(cut / "job.json", json.substr(0, json.size() / 3));
  const std::string line = (cut / "job.json").string() +
                           ": not JSON: the file was cut short; once none of its tasks " + "runs, remove " +
                           cut.string() + " and submit the rest again\n";
  const Finished all = with_out(place, "status");
  CHECK(all.code == 5);
  CHECK(contains(all.out, whole));
  CHECK(all.err == "left out: " + line);
  CHECK(with_out(place, "status", {whole}).code == 0);
  check_says(with_out(place, "status", {"nobody"}), 2, "no job 'nobody'; known: " + whole + "\n");
  REQUIRE(place.run("out", changed).code == 0);
  const Finished collected = ended_well(with_out(place, "collect", {whole}));
  CHECK(contains(collected.out, "(modified: dataset.samples=33)"));
  CHECK(collected.err.starts_with("left out: " + line));
  const Finished asked = with_out(place, "collect", {cut.filename().string()});
  CHECK(asked.code == 5);
  CHECK(asked.err == "preimage: " + line);
}
