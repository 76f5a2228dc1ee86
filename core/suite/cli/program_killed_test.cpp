// What a killed run leaves, and two runs that cannot see each other's processes.
#include <chrono>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> temporaries(const fs::path& out) {
  std::vector<fs::path> found;
  std::error_code code;  // files come and go while we look
  for (auto at = fs::recursive_directory_iterator(out, code); at != fs::recursive_directory_iterator();
       at.increment(code)) {
    if (at->path().extension() == ".tmp") found.push_back(at->path());
  }
  return found;
}

bool has_ended(const Child& child) {
  siginfo_t status{};  // si_pid stays 0 while the child runs
  ::waitid(P_PID, static_cast<id_t>(child.pid()), &status, WEXITED | WNOHANG | WNOWAIT);
  return status.si_pid != 0;
}

}  // namespace

TEST_CASE("temporary files of a killed run stay for an hour, and go with the first run after it") {
  const Workplace place;
  int kills_with_temporaries = 0;
  for (int kill = 0; kill < 12; ++kill) {
    const fs::path out = place.out(std::to_string(kill));
    std::vector<std::string> words =
        place.words(out.filename().string(), {"--profile", "short", "--jobs", "2"});
    words.insert(words.begin(), PREIMAGE_PROGRAM);
    {
      Child child(words);
      while (temporaries(out).empty() && !has_ended(child)) continue;
      child.kill_group();
      child.wait();
    }
    kills_with_temporaries += temporaries(out).empty() ? 0 : 1;
    const std::vector<fs::path> left = temporaries(out);
    CHECK(place.run(out.filename().string(), {"--profile", "short"}).code == 0);
    CHECK(temporaries(out) == left);
    for (const fs::path& path : left)
      fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(2));
    CHECK(place.run(out.filename().string(), {"--profile", "short"}).code == 0);
    CHECK(temporaries(out).empty());
  }
  CHECK(kills_with_temporaries > 0);  // else nothing was tried
}

TEST_CASE("a run that starts beside one in another container leaves its temporary files alone") {
  const Workplace place;
  const std::vector<std::string> container = {"unshare", "--pid", "--fork", "--mount-proc"};
  const auto contained = [&](std::vector<std::string> words) {
    words.insert(words.begin(), container.begin(), container.end());
    return words;
  };
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = place.words("a", {"--profile", "short", "--quiet"});
    words.insert(words.begin(), PREIMAGE_PROGRAM);
    words.insert(words.end(), more.begin(), more.end());
    return contained(words);
  };
  if (run_words(contained({"true"})).code != 0) {
    MESSAGE("no PID namespaces here: not tested");
    return;
  }
  Child first(run({"--repetitions", "40", "--jobs", "2"}));
  int beside = 0;
  for (; !has_ended(first); ++beside) CHECK(run_words(run({"--jobs", "1"})).code == 0);
  CHECK(beside > 0);
  CHECK_MESSAGE(first.wait() == 0, first.err());
  CHECK(temporaries(place.out("a")).empty());
}
