#include "suite/run/run_notes.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;

TEST_CASE("a note is read as it was written, and says the words of a command line") {
  const std::string text =
      R"({"config":"/home/my own/toy.yaml","data":"/data","reading":"nested","repetitions":3,"set":["seed=2"]})"
      "\n";
  const run::NotedRun older = run::note_from_text(text, "note.json");  // of before ways were noted
  CHECK(run::note_text(older) == text);
  CHECK(older.ways.empty());
  CHECK(older.text() == "'/home/my own/toy.yaml' --set seed=2 --repetitions 3 --reading nested");
  CHECK(run::note_from_text(R"({"config":"/a.yaml","set":[]})", "n").text() == "/a.yaml");
}

TEST_CASE("a note says in which ways its config was run, and where that lies from the results") {
  const std::string text = R"({"config":"/a.yaml","relative":"../a.yaml","set":[],"ways":[)"
                           R"({"max_cells":7,"profile":"short","sha256":"00ff","stand_in":true}]})"
                           "\n";
  const run::NotedRun noted = run::note_from_text(text, "note.json");
  CHECK(run::note_text(noted) == text);
  CHECK(noted.relative == "../a.yaml");
  REQUIRE(noted.ways.size() == 1);
  CHECK(noted.ways[0].profile == "short");
  CHECK(noted.ways[0].stand_in);
  CHECK(noted.ways[0].max_cells == 7);
  CHECK(noted.ways[0].config_sha256 == "00ff");
}

TEST_CASE("a note that is none is named with what is wrong in it") {
  const auto message = [](const std::string& text) {
    return testing::thrown_message<DataError>([&] { run::note_from_text(text, "note.json"); });
  };
  CHECK(message("{}") == "note.json: config: missing field");
  CHECK(message(R"({"config":"/a.yaml","set":[],"jobs":2})") == "note.json: jobs: unknown field");
  CHECK(message(R"({"config":"/a.yaml","set":["seed"]})").starts_with("note.json: set: "));
  CHECK(message(R"({"config":"/a.yaml","set":[],"ways":[{}]})") ==
        "note.json: ways[0].profile: missing field");
  CHECK(message(R"({"config":"/a.yaml","set":[],"repetitions":"3"})") ==
        "note.json: repetitions: expected an integer, found \"3\"");
}
