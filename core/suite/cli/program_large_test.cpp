// Studies that are too large, or that no data can give.
#include <doctest/doctest.h>

#include "testing/address_sanitizer.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;

namespace {

/// The toy config with this many outer folds, samples and repetitions.
std::string large_config(const std::string& folds, const std::string& samples,
                         const std::string& repetitions) {
  return replaced(replaced(replaced(toy_config(), "outer: {folds: 3}", "outer: {folds: " + folds + "}"),
                           "samples: 30", "samples: " + samples),
                  "repetitions: 2", "repetitions: " + repetitions);
}

}  // namespace

TEST_CASE("more cells than are allowed, or more folds than samples, are refused before a cell is listed") {
  const Workplace many(large_config("100000", "100000", "100000")), twelve(large_config("3", "12", "1")),
      folds(large_config("201", "200", "1"));
  const std::string own =
      (std::filesystem::path(PREIMAGE_SOURCE_ROOT) / "experiments/own_data/example/vectors.yaml").string();
  std::vector<Refusal> rows = {
      {many.words("out", {"--reading", "nested", "--grid", "learners.neighbours.k=1,2,3"}, "plan"),
       "30,000,000,000 cells, more than 10,000,000: "},
      {twelve.words("out", {"--max-cells", "11"}), "12 cells, more than 11: "},
      {folds.words("out", {}, "plan"),
       "preimage: toy in reading 'exclusive': protocol.outer.folds: expected at most 200, the number of "
       "samples, found 201"},
      {{"plan", own, "--set", "protocol.outer={folds: 61}"},
       "preimage: vectors: protocol.outer.folds: expected at most 60, the number of samples, found 61"}};
  for (const char* verb : {"plan", "run", "table", "report"})
    rows.push_back(
        {many.words("out", {}, verb),
         "preimage: 40,000,000,000 cells, more than 10,000,000: choose fewer repetitions, folds or "
         "readings, or allow them by --max-cells 40000000000"});
  check_refusals(rows, [](const std::vector<std::string>& words) { return run_preimage(words); });
  CHECK(twelve.run("out", {"--max-cells", "12", "--quiet"}).code == 0);
}

TEST_CASE("plan counts a learner's cells once, whichever readings share them") {
  const std::string shared = replaced(
      toy_config(), "nested: {dataset.noise: nested, choices_after_seeing: 1}", "again: {note: same}");
  const Workplace place(shared);
  const Finished plan = run_preimage(place.words("out", {}, "plan"));
  CHECK(contains(squeezed(plan.out), "\ntoy exclusive kde 6 0 0 "));
  CHECK(contains(squeezed(plan.out), "\ntoy again kde 0 0 6 "));
  CHECK(place.run("out", {"--quiet", "--profile", "short"}).code == 0);  // one of two repetitions
  const Finished half = run_preimage(place.words("out", {}, "plan"));
  CHECK(contains(squeezed(half.out), "\ntoy exclusive kde 6 3 0 "));
}

#if defined(__linux__) && !PREIMAGE_ADDRESS_SANITIZER
TEST_CASE("plan keeps no cell in memory") {
  const Workplace place(large_config("1000", "2000", "250"));
  std::vector<std::string> words = {"sh", "-c", "ulimit -v 330000; exec \"$@\"", "sh", PREIMAGE_PROGRAM};
  for (const std::string& word : place.words("out", {}, "plan")) words.push_back(word);  // a million cells
  const Finished finished = run_words(words);
  CHECK(finished.code == 0);
  CHECK(contains(finished.out, " 250000 "));
}

TEST_CASE("the largest sweep is planned and handed to a cluster in 450 MB of address space") {
  const Workplace place;
  const auto within = [&](const std::string& kib, const std::string& verb,
                          const std::vector<std::string>& more) {
    std::vector<std::string> words = {"sh", "-c", "ulimit -v " + kib + "; exec \"$@\"", "sh",
                                      PREIMAGE_PROGRAM};
    const std::vector<std::string> grid = {"--reading", "exclusive",
                                           "--grid",    "learners.kde.ridge=1e-6:1e6:log10:100",
                                           "--grid",    "learners.kde.bandwidth.sigma=1e-4:1e4:log10:100"};
    for (const std::string& word : place.words("out", grid, verb)) words.push_back(word);
    words.insert(words.end(), more.begin(), more.end());
    return run_words(words);
  };
  // 10,000 points with six cells each.
  const Finished plan = within("450000", "plan", {});
  CHECK(plan.code == 0);
  CHECK(contains(plan.out, " 60000 "));
  const Finished submitted = within("450000", "submit", {"--engine", "commands", "--chunks", "2"});
  CHECK_MESSAGE(submitted.code == 0, submitted.err);
  CHECK(contains(submitted.err, "60000 cells in 2 chunks"));
}
#endif

TEST_CASE("plan --measure runs a cell of each learner that was never timed, once, and keeps it") {
  const Workplace place;
  const Finished before = run_preimage(place.words("out", {}, "plan"));
  CHECK(contains(before.out, "unknown"));
  const Finished plan = run_preimage(place.words("out", {"--measure"}, "plan"));
  CHECK(plan.code == 0);
  CHECK_FALSE(contains(plan.out, "unknown"));
  const std::size_t records = count_records(place.out("out"));
  CHECK(records == 4);  // two learners in two readings
  CHECK(run_preimage(place.words("out", {"--measure"}, "plan")).out == plan.out);
  CHECK(count_records(place.out("out")) == records);
}
