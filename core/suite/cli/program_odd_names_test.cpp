// Names that a config or a command line makes up, as parts of tables and of files: they stay apart, and inside the folder of results.
#include <set>

#include <doctest/doctest.h>

#include "suite/cli/testing_sweep.hpp"
#include "suite/records/results_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

std::set<std::string> paths_below(const fs::path& folder) {
  std::set<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    paths.insert(entry.path().lexically_relative(folder).string());
  return paths;
}

std::string with_profile(const std::string& name) {
  return replaced(toy_config(), "  short: ", "  \"" + name + "\": ");
}

}  // namespace

TEST_CASE("names that a spreadsheet would run are the same names in the reference and for check") {
  const TemporaryFolder folder;
  std::string text = replaced(replaced(toy_config(), "  kde:", "  -kde:"), "  neighbours:", "  +k=3:");
  text = replaced(replaced(text, "  exclusive:", "  =raw:"), "readings: exclusive", "readings: =raw");
  const std::string config = folder.write("@toy.yaml", text).string(), out = (folder.path() / "out").string(),
                    reference = (folder.path() / "ref").string();
  REQUIRE(run_preimage({"run", config, "--out", out, "--profile", "short"}).code == 0);
  const auto check = [&](const std::vector<std::string>& more) {
    return run_preimage(
        joined({"check", config, "--latest", out, "--reference", reference, "--profile", "short"}, more));
  };
  const Finished update = check({"--update"});
  CHECK_MESSAGE(update.code == 0, update.err);
  const Finished held = check({});
  CHECK_MESSAGE(held.code == 0, held.err);
  CHECK(contains(held.out, "0 moved, 0 missing, 0 new"));
  CHECK_FALSE(contains(held.err, "of another state"));
  CHECK(contains(text_of(fs::path(out) / "short/string_toy/@toy.csv"), ",'=raw,"));  // the guard is there
}

TEST_CASE("a config that is named like an option is one, for workers and in printed commands, too") {
  const TemporaryFolder folder;
  folder.write("-toy.yaml", toy_config());
  const auto in_folder = [&](const std::vector<std::string>& words) {
    return run_words(
        joined({"sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path().string(), PREIMAGE_PROGRAM}, words));
  };
  const Finished ran = in_folder({"run", "--out", "out", "--profile", "short", "--", "-toy.yaml"});
  CHECK_MESSAGE(ran.code == 0, ran.err);
  const Finished table = in_folder({"table", "--out", "out", "--profile", "short", "--", "-toy.yaml"});
  CHECK_MESSAGE(table.code == 0, table.err);
}

TEST_CASE("learners whose names differ by what no file name holds have a heat map each") {
  std::string learners;
  const std::string names[] = {"a b", "a:b", "a/b", "a_b", std::string(240, 'n'), "\u00e9"};
  for (const std::string& name : names)
    learners +=
        "  \"" + name +
        "\": {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1]}, ridge: [0.01, 1]}\n";
  const std::string kde =
      "  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1]}, ridge: [0.01, 1]}\n";
  const Workplace place(replaced(toy_config(), kde, learners));
  const Finished finished = sweep(place, "out",
                                  {"--reading", "exclusive", "--repetitions", "1", "--grid",
                                   "dataset.samples=20,25", "--grid", "input_kernel.base.decay=0.5,0.7"});
  REQUIRE_MESSAGE(finished.code == 0, finished.err);
  const fs::path folder = place.out("out") / "sweeps/toy-exclusive-samples-decay";
  std::set<std::string> maps;
  for (const std::string& path : paths_below(folder)) {
    if (path.ends_with("_heat_map.svg")) maps.insert(path);
  }
  CHECK(maps.size() == std::size(names) + 1);  // and neighbours
  CHECK(maps.contains("a_b_heat_map.svg"));
  CHECK(maps.contains("neighbours_heat_map.svg"));
  const Finished report = run_preimage({"report", "--out", place.out("out").string()});
  CHECK_MESSAGE(report.code == 0, report.err);
}

TEST_CASE("a config whose tables could have no file is refused before a cell runs; a reading may be long") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  const std::string long_name = std::string(240, 'c') + ".yaml";
  const Finished refused =
      run_preimage({"run", folder.write(long_name, toy_config()).string(), "--out", out});
  CHECK(refused.code == 2);
  CHECK(contains(refused.err, "give the config a shorter name"));
  CHECK(count_records(out) == 0);
  const std::string reading = std::string(240, 'r');
  const std::string config =
      folder
          .write("c.yaml", replaced(replaced(toy_config(), "exclusive:", reading + ":"),
                                    "readings: exclusive", "readings: " + reading))
          .string();
  const Finished run =
      run_preimage({"run", config, "--out", out, "--profile", "short", "--repetitions", "2"});
  CHECK_MESSAGE(run.code == 0, run.err);
  const Finished one = run_preimage({"run", config, "--out", out, "--reading", reading});
  CHECK_MESSAGE(one.code == 0, one.err);
  for (const char* name : {"timings.x", "a.provenance", "a.confusion", "a.outputs"}) {
    const std::string taken = folder.write(std::string(name) + ".yaml", toy_config()).string();
    const Finished finished = run_preimage({"run", taken, "--out", out});
    CHECK_MESSAGE(finished.code == 2, name);
    CHECK_MESSAGE(contains(finished.err, "rename the config"), finished.err);
  }
}

TEST_CASE("no name of a profile leads out of the folder of results, or into what else it holds") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "a/b/out").string();
  const std::pair<std::string, const char*> names[] = {
      {"../../x", "it names a folder: expected a name without '/' and '\\'"},
      {"..", "begins with no '.'"},
      {".hidden", "begins with no '.'"},
      {"/tmp/x", "it names a folder: expected a name without '/' and '\\'"},
      {"a/b", "it names a folder: expected a name without '/' and '\\'"},
      {"cells", "this name is taken"},
      {"Cells", "this name is taken"},
      {"jobs", "this name is taken"},
      {"cache", "this name is taken"},
      {"sweeps", "this name is taken"},
      {"unfinished", "this name is taken"},
      {"report.html", "this name is taken"},
      {std::string(200, 'p'), "expected at most 100 bytes, found 200"}};
  for (const auto& [profile, message] : names) {
    const auto& name = profile;
    CAPTURE(name);
    const std::string config = folder.write("toy.yaml", with_profile(name)).string();
    const std::set<std::string> before = paths_below(folder.path());
    for (const char* verb : {"run", "plan", "work", "sweep", "submit", "table", "report", "check", "clean"}) {
      Words words = {verb, config,      std::string(verb) == "check" ? "--latest" : "--out",
                     out,  "--profile", name};
      if (std::string(verb) == "sweep") words = joined(words, {"--grid", "learners.kde.ridge=1,2"});
      if (std::string(verb) == "submit") words = joined(words, {"--engine", "commands"});
      const Finished finished = run_preimage(words);
      CHECK_MESSAGE(finished.code != 0, verb);
      if (std::string(verb) != "clean") CHECK_MESSAGE(contains(finished.err, message), verb << finished.err);
    }
    CHECK(paths_below(folder.path()) == before);
  }
  // Without a config, too.
  fs::create_directories(out + "/cells");
  const std::set<std::string> before = paths_below(folder.path());
  for (const char* verb : {"report", "check"}) {
    const Finished finished = run_preimage(
        {verb, std::string(verb) == "check" ? "--latest" : "--out", out, "--profile", "../../x"});
    CHECK_MESSAGE(finished.code == 2, verb);
  }
  CHECK(paths_below(folder.path()) == before);
}
