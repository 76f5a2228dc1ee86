// Names of profiles as parts of paths: they stay inside the folder of results. Other odd names are in
// core/testing/transcripts/names.md.
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
