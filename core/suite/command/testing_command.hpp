// A config that names a program, as a user runs it.
#pragma once

#include <string>
#include <vector>

#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::testing {

/// A folder with a script and a config, c.yaml, which runs it.
struct ProgramPlace {
  TemporaryFolder folder;
  std::string config, out = (folder.path() / "out").string();

  ProgramPlace(const std::string& text, const std::string& name, const std::string& script)
      : config(folder.write("c.yaml", text).string()) {
    folder.write(name, script);
  }
  std::vector<std::string> words(const std::string& verb, const std::vector<std::string>& more) const {
    std::vector<std::string> words = {PREIMAGE_PROGRAM, verb, config, "--out", out};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Finished run(const std::vector<std::string>& more = {"--allow-commands"},
               const std::string& verb = "run") const {
    return run_words(words(verb, more));
  }
};

}  // namespace preimage::testing
