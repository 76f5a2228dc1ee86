// What a program of a cell has started ends with the cell, whatever ends that.
#include "testing/leftovers.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "suite/command/testing_command.hpp"
#include "testing/program.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;

#ifdef __linux__

namespace {

/// A cell whose script starts one of every kind and goes on as `then` says.
struct Place : ProgramPlace {
  Leftovers marked;
  explicit Place(const std::string& then)
      : ProgramPlace(
            "title: Mine\nexperiment: command\nseed: 1\nrun: [sh, script.sh, '{seed}']\n"
            "files: [script.sh]\nmeasures: {value: 'regex:value ([0-9]+)'}\n"
            "learners: {a: {}}\nprofiles: {quick: {repetitions: 2, readings: all}}\n",
            "script.sh", "") {
    folder.write("script.sh", marked.every_kind() + marked.wait_for(Leftovers::kKinds) + then + "\n");
  }
  std::vector<std::string> allowed(const std::string& verb, std::vector<std::string> more = {}) const {
    more.emplace_back("--allow-commands");
    return words(verb, more);
  }
};

/// Until all are there. A minute is more than any machine needs.
void wait_until_started(const Leftovers& marked) {
  for (int i = 0; i < 12'000 && marked.count() < Leftovers::kKinds; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  REQUIRE(marked.count() >= Leftovers::kKinds);
}

/// The worker of a run, by the words that it was started with.
pid_t worker_of(pid_t run) {
  std::ifstream children("/proc/" + std::to_string(run) + "/task/" + std::to_string(run) + "/children");
  pid_t worker = 0;
  children >> worker;
  return worker;
}

}  // namespace

TEST_CASE("nothing of a cell goes on behind its end, its limits or its flood of words") {
  struct Case {
    const char* then;
    std::vector<std::string> options;
    int code;
    const char* says;
  };
  const Case cases[] = {
      {"echo value 3", {}, 0, ""},
      {"exit 3", {}, 6, "exit code 3"},
      {"kill -9 $$", {}, 6, "killed by signal 9"},
      {"wait", {"--cell-time", "1"}, 6, "took more than 1 s"},
      {"head -c 400000000 /dev/zero | tail -c 300000000 >/dev/null & wait",
       {"--cell-memory", "150"},
       6,
       "needed more than 150 MiB"},
      {"while :; do echo words words words words words words words words; done", {}, 6, "prints more than"}};
  for (const Case& one : cases) {
    INFO(one.then);
    const Place place(one.then);
    const Finished finished = run_words(place.allowed("run", one.options));
    CHECK_MESSAGE(finished.code == one.code, finished.err);
    CHECK_MESSAGE(contains(finished.err, one.says), finished.err);
    CHECK(place.marked.count() == 0);
  }
}

TEST_CASE("nothing of a cell goes on behind a signal that ends its run or its worker") {
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1}) {
    for (const std::string verb : {"run", "work"}) {
      INFO(verb, " ", number);
      const Place place("wait");
      Child child(place.allowed(verb));
      wait_until_started(place.marked);
      ::kill(child.pid(), number);
      CHECK(child.wait() == (verb == "run" ? 130 : -number));
      CHECK(place.marked.count() == 0);
    }
  }
}

TEST_CASE("what a killed worker leaves ends with it, and its cell is run again") {
  const Place place("[ -e began ] && echo value 3 && exit; touch began; wait");
  const std::filesystem::path began = place.folder.path() / "began";
  Child child(place.allowed("run", {"--jobs", "1"}));
  wait_until_started(place.marked);
  while (!std::filesystem::exists(began)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ::kill(worker_of(child.pid()), SIGKILL);
  CHECK_MESSAGE(child.wait() == 0, child.err());
  CHECK(place.marked.count() == 0);
}

#endif
