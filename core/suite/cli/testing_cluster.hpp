// Slurm's commands as small scripts, for the tests of `submit`, `status` and `collect`.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "testing/workplace.hpp"

namespace preimage::testing {

/// A folder of commands, looked for before all others.
class Commands {
 public:
  void add(const std::string& name, const std::string& script) const {
    std::filesystem::permissions(folder_.write(name, "#!/bin/sh\n" + script),
                                 std::filesystem::perms::owner_all);
  }
  std::string text(const std::string& name) const { return base::read_file(folder_.path() / name, 1 << 16); }
  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  Environment environment() const { return {{"PATH", folder_.path().string() + ":" + std::getenv("PATH")}}; }

 private:
  TemporaryFolder folder_;
};

/// A cluster that takes every job and never runs it: `queue` is what squeue prints.
class Cluster : public Commands {
 public:
  explicit Cluster(const std::string& queue = "") {
    add("scontrol", "echo 'MaxArraySize            = 6'\n");
    add("squeue", "printf '%s' '" + queue + "'\n");
    add("sbatch", "printf '%s\\n' \"$@\" >" + path("arguments").string() + "\necho '77;here'\n");
  }
};

inline const Environment kNowhere = {{"PATH", "/nonexistent"}};

inline Finished submit(const Workplace& place, const std::vector<std::string>& more,
                       const Environment& environment = {}) {
  return run_preimage(place.words("out", more, "submit"), environment);
}

inline Finished with_out(const Workplace& place, const std::string& verb,
                         const std::vector<std::string>& more = {}, const Environment& environment = {}) {
  std::vector<std::string> words = {verb, "--out", place.out("out").string()};
  words.insert(words.end(), more.begin(), more.end());
  return run_preimage(words, environment);
}

/// The folder of the only job.
inline std::filesystem::path job_folder(const Workplace& place) {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(place.out("out") / "jobs"))
    folders.push_back(entry.path());
  REQUIRE(folders.size() == 1);
  return folders.front();
}

}  // namespace preimage::testing
