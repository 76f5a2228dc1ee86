// Configs and cells by the names that people type.
#include <doctest/doctest.h>

#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

/// A program's folder with configs of its own, and another one to stand in.
struct Root {
  TemporaryFolder folder, here;
  Root() {
    fs::create_directories(folder.path() / "configs/more");
    fs::create_directories(folder.path() / "configs/others");
    fs::create_directories(folder.path() / "datasets");
    fs::copy_file(fs::path(PREIMAGE_SOURCE_ROOT) / "datasets/manifest.tsv",
                  folder.path() / "datasets/manifest.tsv");
    folder.write("configs/first.yaml", toy_config());
    folder.write("configs/more/second.yaml", toy_config());
  }
  Finished plan(const std::string& name) const {
    return run_words(
        {"sh", "-c",
         "cd '" + here.path().string() + "' && exec '" + PREIMAGE_PROGRAM + "' plan " + name + " --out out"},
        {{"PREIMAGE_ROOT", folder.path().string()}});
  }
};

}  // namespace

TEST_CASE("a config is found by its name: here, in configs/ and in its folders") {
  const Root root;
  for (const char* name : {"first", "first.yaml", "second", "second.yaml", "more/second", "more/second.yaml"})
    CHECK_MESSAGE(root.plan(name).code == 0, name);
  CHECK(contains(root.plan("first").out, "\nfirst "));
  root.here.write("second.yaml", "title: of here\n");
  CHECK(contains(root.plan("second").err, "preimage: second.yaml:1:1: "));  // before that of configs/
  fs::create_directories(root.here.path() / "first");
  CHECK(root.plan("first").code == 0);  // a folder is no config
}

TEST_CASE("a name of two configs is refused with both paths; of none with the nearest") {
  const Root root;
  root.folder.write("configs/others/second.yaml", toy_config());
  const Finished two = root.plan("second");
  CHECK(two.code == 2);
  for (const char* path : {"configs/more/second.yaml", "configs/others/second.yaml"})
    CHECK(contains(two.err, (root.folder.path() / path).string()));
  CHECK(root.plan("others/second").code == 0);
  CHECK(contains(root.plan("secnod").err, "did you mean 'second'?\n"));
  CHECK(contains(root.plan("secnod.yaml").err, "did you mean 'second'?\n"));
}

TEST_CASE("a misspelt config of the folder that one stands in is suggested, too") {
  const Root root;
  root.here.write("patients.yaml", toy_config());
  CHECK(contains(root.plan("pateints.yaml").err, "did you mean 'patients'?"));
  CHECK(contains(root.plan("frist").err, "did you mean 'first'?"));
}

TEST_CASE("a file of data is no config: `init` writes one for it") {
  const Root root;
  for (const char* name : {"iris.csv", "iris.tsv", "iris.arff", "iris.csv.gz"}) {
    root.here.write(name, "x,y\n1,2\n");
    const Finished refused = root.plan(name);
    CHECK(refused.code == 2);
    CHECK(refused.err == "preimage: " + std::string(name) + " holds data and is no config: `preimage init " +
                             name + "` writes one for it\n");
  }
}

TEST_CASE("values without brackets are answered with how a list is written") {
  const Workplace place;
  const Finished refused = place.run("out", {"--set", "learners.kde.ridge=0.1,0.2"});
  CHECK(refused.code == 2);
  CHECK(contains(refused.err, "found '0.1,0.2' (a list is written [0.1, 0.2])\n"));
  CHECK(contains(place.run("out", {"--set", "learners.neighbours.k=1, 3"}).err,
                 "(a list is written [1, 3])\n"));
  CHECK_FALSE(contains(place.run("out", {"--set", "learners.kde.ridge=0.1,x"}).err, "a list is written"));
  CHECK_FALSE(contains(place.run("out", {"--set", "dataset.samples=30,40"}).err, "a list is written"));
}

TEST_CASE("a method is suggested by a word of its name or by its initials") {
  const std::pair<std::string, std::string> cases[] = {{"svm", "one_vs_rest_svm"},
                                                       {"kde", "kernel_dependency_estimation"}};
  for (const auto& one : cases) {
    const Workplace place(replaced(toy_config(), "method: nearest_neighbours", "method: " + one.first));
    CHECK_MESSAGE(contains(place.run("out").err, "did you mean '" + one.second + "'?"), one.first);
  }
}

TEST_CASE("explain looks among what was run into the folder") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short", "--set", "dataset.samples=31"}).code == 0);
  const std::string key = files_below(place.out("out") / "cells").at(0).stem().string();
  const Finished by_key = run_preimage({"explain", key, "--out", place.out("out").string()});
  CHECK(by_key.code == 0);
  CHECK(contains(by_key.out, "\nruns again   no\n"));  // not: that no config refers to it
  CHECK_FALSE(contains(by_key.out, "shared with"));
  const Finished by_name =
      run_preimage({"explain", "toy:exclusive:kde:0:1", "--out", place.out("out").string()});
  CHECK(by_name.code == 0);
  CHECK(contains(by_name.out, "\nstate        done in "));
  const Finished other = run_preimage(
      {"explain", "kde_nips_table1:A-exclusive-noise:kde:0:1", "--out", place.out("out").string()});
  CHECK(contains(other.out, "\nstate        missing\n"));  // a config that comes with the program
}

TEST_CASE("clean looks at what was run into the folder, not at all of configs/") {
  const Root root;
  const std::string out = (root.here.path() / "out").string();
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin(), PREIMAGE_PROGRAM);
    words.insert(words.end(), {"--out", out});
    return run_words(words, {{"PREIMAGE_ROOT", root.folder.path().string()}});
  };
  REQUIRE(run({"run", "first", "--profile", "short"}).code == 0);
  root.folder.write("configs/broken.yaml", "title: nobody ran it\n");
  const Finished cleaned = run({"clean"});
  CHECK(cleaned.code == 0);
  CHECK(cleaned.out == "nothing to remove\n");
  CHECK(contains(cleaned.err, "first.yaml --profile short, which was run here"));
  CHECK_FALSE(contains(cleaned.err, "broken"));
  CHECK(run({"clean", "--older"}).code == 2);  // records of before may be of any of them
}
