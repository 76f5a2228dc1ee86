// Runs: what is run again and what is not, and that tables do not depend on how the run went.
#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include "suite/data/delimited.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

TEST_CASE("tables do not depend on the number of workers") {
  const Workplace place;
  const Finished one = place.run("one", {"--jobs", "1"});
  const Finished two = place.run("two", {"--jobs", "2"});
  CHECK(one.code == 0);
  CHECK(two.out == one.out);
  const auto files = result_files(place.out("one") / "quick");
  CHECK(files.size() >= 5);  // text, Markdown, LaTeX, CSV and Figure 1
  CHECK(result_files(place.out("two") / "quick") == files);
}

TEST_CASE("a run that is killed in the middle goes on to the same tables") {
  const Workplace place(replaced(toy_config(), "repetitions: 2", "repetitions: 12"));
  const Finished whole = ended_well(place.run("whole"));
  std::vector<std::string> words = place.words("killed", {"--jobs", "2"});
  words.insert(words.begin(), PREIMAGE_PROGRAM);
  {
    Child child(words);
    for (int i = 0; i < 20000 && count_records(place.out("killed")) < 5; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    child.kill_group();
    CHECK(child.wait() == -SIGKILL);
  }
  const std::size_t kept = count_records(place.out("killed"));
  CHECK(kept >= 5);
  CHECK(kept < 144);
  CHECK_FALSE(fs::exists(place.out("killed") / "quick"));
  const Finished resumed = place.run("killed");
  CHECK(contains(resumed.err, "144 cells, " + std::to_string(144 - kept) + " to run\n"));
  CHECK(resumed.out == whole.out);
  CHECK(result_files(place.out("killed") / "quick") == result_files(place.out("whole") / "quick"));
}

TEST_CASE("a full disk keeps the finished cells, and the run goes on when there is room") {
  const Workplace place;
  CHECK(place.run("out", {"--profile", "short"}).code == 0);
  const std::size_t kept = count_records(place.out("out"));
  std::string command = "trap '' XFSZ; ulimit -f 1; exec " PREIMAGE_PROGRAM;
  for (const std::string& word : place.words("out", {"--jobs", "1"})) command += " '" + word + "'";
  const Finished full = run_words({"bash", "-c", command});
  CHECK(full.code == 5);
  CHECK(full.out == "");
  CHECK(contains(full.err, "cannot write: File too large\n"));
  CHECK(count_records(place.out("out")) == kept);
  check_says(place.run("out"), 0, "24 cells, 18 to run\n");
}
