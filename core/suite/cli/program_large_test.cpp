// Studies that are too large, or that no data can give.
#include <doctest/doctest.h>

#include "testing/refusals.hpp"
#include "testing/shadow_memory.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;

#if defined(__linux__) && !PREIMAGE_SHADOW_MEMORY

namespace {

/// The toy config with this many outer folds, samples and repetitions.
std::string large_config(const std::string& folds, const std::string& samples,
                         const std::string& repetitions) {
  return replaced(replaced(replaced(toy_config(), "outer: {folds: 3}", "outer: {folds: " + folds + "}"),
                           "samples: 30", "samples: " + samples),
                  "repetitions: 2", "repetitions: " + repetitions);
}

}  // namespace

TEST_CASE("plan keeps no cell in memory") {
  const Workplace place(large_config("1000", "2000", "250"));
  std::vector<std::string> words = {"sh", "-c", "ulimit -v 330000; exec \"$@\"", "sh", PREIMAGE_PROGRAM};
  for (const std::string& word : place.words("out", {}, "plan")) words.push_back(word);  // a million cells
  const Finished finished = ended_well(run_words(words));
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
  const Finished plan = ended_well(within("450000", "plan", {}));
  CHECK(contains(plan.out, " 60000 "));
  const Finished submitted =
      ended_well(within("450000", "submit", {"--engine", "commands", "--chunks", "2"}));
  CHECK(contains(submitted.err, "60000 cells in 2 chunks"));
}
#endif
