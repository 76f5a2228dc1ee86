#include "suite/run/run_notes.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/records/results_folder.hpp"
#include "suite/run/find_config.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;

TEST_CASE("a note is read as it was written, and says the words of a command line") {
  const std::string text =
      R"({"config":"/home/my own/toy.yaml","data":"/data","max_cells":7,"profile":"short","reading":"nested",)"
      R"("relative":"../toy.yaml","repetitions":3,"set":["seed=2"],"sha256":"00ff","stand_in":true})"
      "\n";
  const run::Note note = run::notes_from_text(text, "note.json").at(0);
  CHECK(run::note_text(note) == text);
  CHECK(run::run_text(note.spec) ==
        "'/home/my own/toy.yaml' --set seed=2 --profile short --repetitions 3 --reading nested --stand-in");
}

TEST_CASE(
    "the manifest is the union of the notes: a run once, its configs' sums all, those of 0.1 among them") {
  const testing::TemporaryFolder folder;
  const records::ResultsFolder results(folder.path() / "out");
  folder.write("toy.yaml", "'experiment' : x\n");
  const auto note = [&](const std::string& name, const std::string& text) {
    base::write_file_durably(results.runs() / name, text);
  };
  note(
      "toy-1.json",
      R"({"config":"/gone/toy.yaml","relative":"../toy.yaml","set":[],"ways":[)"
      R"({"profile":"quick","sha256":"01","stand_in":false},{"profile":"long","sha256":"02","stand_in":true}]})");
  note("toy-2.json",
       R"({"config":"/gone/toy.yaml","max_cells":9,"profile":"long","relative":"../toy.yaml","set":[],)"
       R"("sha256":"03","stand_in":true})");
  note("toy-3.json", R"({"config":)");
  std::filesystem::create_directory(results.runs() / "toy-4.json");  // cannot be read
  const run::Manifest manifest = run::read_manifest(results.path());
  REQUIRE(manifest.runs.size() == 2);
  CHECK(manifest.runs[0].spec.profile == "quick");
  CHECK(manifest.runs[0].spec.config == folder.path() / "toy.yaml");
  CHECK(manifest.runs[0].files.size() == 1);
  CHECK(manifest.runs[1].spec.stand_in);
  CHECK_FALSE(manifest.runs[1].spec.max_cells);
  CHECK(manifest.runs[1].config_sha256 == std::set<std::string>{"02", "03"});
  CHECK(manifest.runs[1].files.size() == 2);
  std::vector<study::Why> rest;
  for (const study::NotPlanned& one : manifest.rest) rest.push_back(one.why);
  CHECK(rest == std::vector{study::Why::misnamed, study::Why::damaged, study::Why::unreadable});
  CHECK(run::has_notes(results.path()));
  CHECK_FALSE(run::has_notes(folder.path()));
}

TEST_CASE("the checkout's configs come in the order of their paths") {
  const std::vector<std::filesystem::path> configs = run::all_own_configs();
  CHECK(configs.size() > 10);
  CHECK(std::is_sorted(configs.begin(), configs.end()));
}

TEST_CASE("a config is YAML with a key `experiment`, however it is written") {
  const testing::TemporaryFolder folder;
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string& text : {mark + "experiment: x\n", std::string("\"experiment\": x\n"),
                                  std::string("{seed: 1, experiment: x}\n")})
    CHECK(run::foreign_file_error(folder.write("c.yaml", text)) == "");
  for (const char* text : {"", "title: experiment\n", "experiment: [\n", "experiment x\n"})
    CHECK(run::foreign_file_error(folder.write("c.yaml", text)).find("is no config") != std::string::npos);
}

TEST_CASE("a note that is none is named with what is wrong in it") {
  const auto message = [](const std::string& text) {
    return testing::thrown_message<DataError>([&] { run::notes_from_text(text, "note.json"); });
  };
  const std::string good = R"({"config":"/a.yaml","profile":"p","sha256":"0","stand_in":false,"set":)";
  CHECK(message("{}") == "note.json: config: missing field");
  CHECK(message(good + R"([],"jobs":2})") == "note.json: jobs: unknown field");
  CHECK(message(good + R"(["seed"]})").starts_with("note.json: set: "));
  CHECK(message(R"({"config":"/a.yaml","set":[],"ways":[{}]})") == "note.json: profile: missing field");
  CHECK(message(good + R"([],"repetitions":"3"})") ==
        "note.json: repetitions: expected an integer, found \"3\"");
}

TEST_CASE("a run is chosen by each option that was given; data and limits choose none") {
  study::RunWay run, given;
  run.profile = "long";
  run.repetitions = 3;
  given.data = "/data";
  given.max_cells = 7;
  CHECK(run.is_chosen_by(given, false));
  CHECK_FALSE(run.is_chosen_by(given, true));  // of --profile quick
  given.repetitions = 3;
  CHECK(run.is_chosen_by(given, false));
  given.stand_in = true;
  CHECK_FALSE(run.is_chosen_by(given, false));
  CHECK_FALSE(run.is_plain());
}
