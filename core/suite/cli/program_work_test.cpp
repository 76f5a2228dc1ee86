// Workers: shards, limits, and what is left of a cell whose process dies.
#include <chrono>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include <doctest/doctest.h>

#include "suite/records/record_store.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using preimage::suite::records::RecordStore;
namespace fs = std::filesystem;

namespace {

/// The toy with a learner whose cells take minutes (with 1000 grid points a side; with 80 about a second);
/// those of the other take milliseconds.
std::string slow_config(int side = 1000) {
  std::string sigmas = "0.1";
  for (int i = 1; i < side; ++i) sigmas += ", " + std::to_string(0.1 + 0.001 * i);
  const std::string ridges = "ridge: [" + sigmas + "]";
  const std::string bandwidths = "bandwidth: {sigma: [" + sigmas + "]}";
  const std::string slow = replaced(replaced(toy_config(), "samples: 30", "samples: 150"),
                                    "bandwidth: {sigma: [0.5, 1]}", bandwidths);
  return replaced(slow, "ridge: [0.01, 1]", ridges);
}

/// The keys of the cells that `work` says to have ended.
std::vector<std::string> done_keys(const std::string& text) {
  std::vector<std::string> keys;
  std::istringstream lines(text);
  std::string word, key, status;
  while (lines >> word >> key) {
    if (word != "done") continue;
    lines >> status;
    keys.push_back(key);
  }
  return keys;
}

#ifdef __linux__
std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream stat(entry.path() / "stat");
    std::string pid, command, state;
    pid_t its_parent = 0;
    if (stat >> pid >> command >> state >> its_parent && its_parent == parent)
      children.push_back(static_cast<pid_t>(std::stol(name)));
  }
  return children;
}

/// Waits for a child of `parent` other than `former`.
pid_t wait_for_child(pid_t parent, pid_t former = -1) {
  for (int i = 0; i < 20000; ++i) {
    for (const pid_t child : children_of(parent)) {
      if (child != former) return child;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  throw std::runtime_error("no child came");
}

/// Sends the signal to the process that computes the cell after `records` others. That must be a slow one,
/// and the run's only worker's. Returns that process.
pid_t signal_computation(const Child& run, const fs::path& out, std::size_t records, int number,
                         pid_t former) {
  const pid_t computation = wait_for_child(wait_for_child(run.pid()), former);
  for (int i = 0; i < 20000 && count_records(out) < records; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // from the last record to the next cell
  ::kill(computation, number);
  return computation;
}
#endif

std::vector<std::string> with_program(std::vector<std::string> words) {
  words.insert(words.begin(), PREIMAGE_PROGRAM);
  return words;
}

}  // namespace

TEST_CASE("shards are disjoint and together everything, in any order; a second time there is nothing to do") {
  const Workplace place;
  const Finished whole = place.run("whole");
  std::multiset<std::string> keys;
  for (const char* shard : {"3/3", "1/3", "2/3"}) {
    const std::vector<std::string> more = {"--shard", shard, "--no-steal"};
    const Finished worked = ended_well(place.call("work", "out", more));
    CHECK(worked.err == "");
    const std::vector<std::string> its_keys = done_keys(worked.out);
    CHECK(its_keys.size() == 8);
    keys.insert(its_keys.begin(), its_keys.end());
    const Finished again = ended_well(place.call("work", "out", more));
    CHECK(again.out == "");
  }
  CHECK(std::set<std::string>(keys.begin(), keys.end()).size() == 24);
  CHECK_FALSE(fs::exists(place.out("out") / "quick"));
  const Finished table = place.run("out");
  CHECK(contains(table.err, "24 cells, 0 to run\n"));
  CHECK(table.out == whole.out);
  CHECK(result_files(place.out("out") / "quick") == result_files(place.out("whole") / "quick"));
}

TEST_CASE(
    "who waits for a cell that another run holds says so after a while, once, with the run's name for it") {
  const Workplace place;
  const std::vector<std::string> short_one = {"--profile", "short", "--quiet", "--jobs", "2"};
  const RecordStore store(place.out("out") / "cells");
  const std::vector<std::string> keys = done_keys(place.call("work", "one", {"--profile", "short"}).out);
  REQUIRE(keys.size() == 6);
  std::optional<preimage::suite::records::CellLock> first = store.try_lock(keys[0], "another-run"),
                                                    second = store.try_lock(keys[3], "another-run");
  REQUIRE(first);
  REQUIRE(second);
  Child run(with_program(place.words("out", short_one)));
  Child work(with_program(place.words("out", {"--profile", "short"}, "work")));
  for (int i = 0; i < 6000 && count_records(place.out("out")) < 4; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  REQUIRE(count_records(place.out("out")) == 4);
  std::this_thread::sleep_for(std::chrono::milliseconds(8000));  // 5 s, and a look every second
  first.reset();
  second.reset();
  CHECK(run.wait() == 0);
  CHECK(work.wait() == 0);
  const std::string who = "waits for process " + std::to_string(::getpid()) + " on ";
  for (const Child* child : {&run, &work}) {
    CHECK_MESSAGE(count_of(child->err(), who) == 1, child->err());
    const auto says = [&](const std::string& key) {
      return contains(child->err(), ", which has had cell " + key.substr(0, 12) + " (toy exclusive ");
    };
    CHECK((says(keys[0]) || says(keys[3])));
    CHECK_FALSE(contains(child->out(), "waits"));
  }
}

TEST_CASE("a worker steals what is left of the other shards, but not with --force") {
  const Workplace place;
  const std::vector<std::string> second = {"--shard", "2/3"};
  const std::vector<std::string> all = done_keys(place.call("work", "one", second).out);
  CHECK(all.size() == 24);
  const std::vector<std::string> alone =
      done_keys(place.call("work", "two", {"--shard", "2/3", "--no-steal"}).out);
  CHECK(std::vector<std::string>(all.begin(), all.begin() + 8) == alone);
  const std::vector<std::string> forced =
      done_keys(place.call("work", "one", {"--shard", "2/3", "--force"}).out);
  CHECK(forced == alone);
}

TEST_CASE("what others have tried meanwhile, with or without success, a worker that steals leaves alone") {
  // Slow cells, so that the other worker comes in between; each of them fails.
  const Workplace place(slow_config());
  const std::vector<std::string> limits = {"--profile", "short", "--cell-time", "1"};
  const auto shard = [&](const std::string& which, const std::vector<std::string>& more) {
    std::vector<std::string> words = limits;
    words.insert(words.end(), {"--shard", which});
    words.insert(words.end(), more.begin(), more.end());
    return with_program(place.words("out", words, "work"));
  };
  Child one(shard("1/2", {}));
  Child two(shard("2/2", {}));
  one.wait();
  two.wait();
  std::multiset<std::string> tried;
  for (const Child* child : {&one, &two}) {
    for (const std::string& key : done_keys(child->out())) tried.insert(key);
  }
  CHECK(tried.size() == 6);
  CHECK(std::set<std::string>(tried.begin(), tried.end()).size() == 6);
  // Failed records that are there from the beginning are tried again, each by the worker in whose stretch it
  // is.
  const std::vector<std::string> again = done_keys(run_words(shard("1/2", {})).out),
                                 rest = done_keys(run_words(shard("2/2", {})).out);
  tried = {again.begin(), again.end()};
  tried.insert(rest.begin(), rest.end());
  CHECK(tried.size() == 3);
  CHECK(std::set<std::string>(tried.begin(), tried.end()).size() == 3);
}

TEST_CASE("a shard, a limit or the beginning of a key that is none is refused") {
  std::vector<Refusal> rows = {
      {{"--only", "xyz", "--cell-time", "1e9"},
       "preimage: --only xyz: expected the beginning of a cell's key, and none here begins so"}};
  for (const std::string shard : {"0/3", "4/3", "1", "1/x", "1/2/3", "1/0", "-1/2"})
    rows.push_back({{"--shard=" + shard}, "preimage: --shard " + shard + ": expected i/n with 1 <= i <= n"});
  for (const std::string seconds : {"0", "-1", "nan", "inf", "1e10", "soon"})
    rows.push_back(
        {{"--cell-time", seconds}, "expected seconds above 0 and at most 1e9, found '" + seconds + "'"});
  const Workplace place;
  check_refusals(rows, [&](const std::vector<std::string>& words) {
    return place.call(words[0].starts_with("--shard") ? "work" : "run", "out", words);
  });
}

TEST_CASE("a cell out of memory is a failed cell, and the command that is printed runs it alone") {
  const Workplace place;
  const std::vector<std::string> limited = {"--profile", "short", "--cell-memory", "1"};
  const Finished failed = place.run("it's out", limited);
  CHECK(failed.code == 6);
  CHECK(contains(failed.out, "6 failed"));
  CHECK(count_of(failed.err, "failed: 6 cells alike, first toy ") == 1);
  CHECK(count_of(failed.err, ": needed more than 1 MiB\n  again: ") == 1);
  const std::size_t begin = failed.err.find("  again: ") + 9;
  std::string again = failed.err.substr(begin, failed.err.find('\n', begin) - begin);
  CHECK(contains(run_words({"sh", "-c", again}).err, "1 cells, 1 to run\n"));
  check_says(run_words({"sh", "-c", replaced(again, " --cell-memory 1", "")}), 0, "1 cells, 1 to run\n");
  CHECK(contains(place.run("it's out", {"--profile", "short", "--cell-memory", "100000"}).err,
                 "6 cells, 5 to run\n"));
}

TEST_CASE("limits of a profile hold; a cell out of time does not hold up the others") {
  const std::string config = replaced(slow_config(), "{repetitions: 1, readings: exclusive}",
                                      "{repetitions: 1, readings: exclusive, cell_time: 1}");
  const Workplace place(config);
  const Finished failed = place.run("out", {"--profile", "short"});
  CHECK(failed.code == 6);
  CHECK(contains(failed.out, "6 cells, 3 failed"));
  CHECK(count_of(failed.err, "failed: 3 cells alike, first ") == 1);
  CHECK(count_of(failed.err, " kde repetition 0 fold 0: took more than 1 s\n") == 1);
  CHECK(contains(place.run("out", {"--profile", "short", "--cell-time", "0.2"}).err,
                 ": took more than 0.2 s\n"));
}

#ifdef __linux__
TEST_CASE("a cell that crashes is a failed cell with the signal; the next run tries it again") {
  const Workplace place(slow_config());
  const fs::path out = place.out("out");
  Child run(with_program(place.words("out", {"--profile", "short", "--jobs", "1", "--cell-time", "60"})));
  pid_t computation = signal_computation(run, out, 0, SIGSYS, -1);
  computation = signal_computation(run, out, 2, SIGKILL, computation);
  signal_computation(run, out, 4, SIGABRT, computation);
  CHECK(run.wait() == 6);
  CHECK(contains(run.out(), "6 cells, 3 failed"));  // all of the slow learner's, none of the other's
  CHECK(contains(run.err(), " kde repetition 0 fold 0: killed by signal 31 (Bad system call)\n"));
  CHECK(contains(run.err(), " kde repetition 0 fold 1: killed by signal 9 (Killed)\n"));
  CHECK(contains(run.err(), " kde repetition 0 fold 2: killed by signal 6 (Aborted)\n"));
  const Finished next = place.run("out", {"--profile", "short", "--cell-time", "0.2"});
  CHECK(contains(next.err, "6 cells, 3 to run\n"));
}

TEST_CASE("a worker that is killed is replaced, and no cell bears the blame") {
  const Workplace place(replaced(toy_config(), "repetitions: 2", "repetitions: 12"));
  const Finished whole = place.run("whole");
  Child run(with_program(place.words("out", {"--jobs", "1"})));
  for (int i = 0; i < 20000 && count_records(place.out("out")) < 5; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(wait_for_child(run.pid()), SIGKILL);
  CHECK(run.wait() == 0);
  CHECK(contains(run.err(), "worker 1: killed by signal 9 (Killed)\n"));
  CHECK(run.out() == whole.out);
  CHECK(result_files(place.out("out") / "quick") == result_files(place.out("whole") / "quick"));
}
#endif

TEST_CASE("two runs at once on one folder share the cells and print the same tables") {
  const Workplace fast;
  // Of the slow one the second run finds all cells in work that are left: it has to wait for the first.
  const Workplace slow(replaced(slow_config(80), "outer: {folds: 3}", "outer: {folds: 2}"));
  for (const Workplace* place : {&fast, &slow}) {
    const std::vector<std::string> words = with_program(place->words("out", {"--profile", "short"}));
    const Finished whole = place->run("whole", {"--profile", "short"});
    Child one(words);
    std::this_thread::sleep_for(std::chrono::milliseconds(place == &fast ? 0 : 300));
    Child two(words);
    CHECK(two.wait() == 0);
    CHECK(one.wait() == 0);
    CHECK(one.out() == whole.out);
    CHECK(two.out() == whole.out);
    CHECK(result_files(place->out("out") / "short") == result_files(place->out("whole") / "short"));
  }
}
