// A config and its result folders, for tests that run the program on them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "preimage/base/file.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/toy_config.hpp"

namespace preimage::testing {

/// A folder with a config, toy.yaml, what it reads, and any number of result folders.
class Workplace {
 public:
  /// files  name -> text of what lies beside the config
  explicit Workplace(const std::string& config = toy_config(),
                     const std::map<std::string, std::string>& files = {})
      : config_(folder_.write("toy.yaml", config).string()) {
    for (const auto& [name, text] : files) add(name, text);
  }
  const std::string& config() const { return config_; }
  /// Writes a file beside the config.
  void add(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  std::filesystem::path out(const std::string& name) const { return folder_.path() / name; }
  std::vector<std::string> words(const std::string& out_name, const std::vector<std::string>& more = {},
                                 const std::string& verb = "run") const {
    std::vector<std::string> words = {verb, config_, "--out", out(out_name).string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Finished call(const std::string& verb, const std::string& out_name = "out",
                const std::vector<std::string>& more = {}) const {
    return run_preimage(words(out_name, more, verb));
  }
  Finished run(const std::string& out_name, const std::vector<std::string>& more = {}) const {
    return call("run", out_name, more);
  }
  /// A model, m.pim, with the results in out("out").
  Finished fit(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"fit", config_, "--out", out("m.pim"), "--results", out("out")});
    return run_preimage(more);
  }
  /// By that model, of a table of new rows.
  Finished predict(const std::string& rows) const {
    return run_preimage({"predict", out("m.pim"), folder_.write("new.csv", rows)});
  }

 private:
  TemporaryFolder folder_;
  std::string config_;
};

/// A whole file of a test.
inline std::string text_of(const std::filesystem::path& file) {
  return base::read_file(file, std::size_t{1} << 26);
}

/// The files below a folder that end so, sorted.
inline std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                                      const std::string& ending = ".json") {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ending) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::filesystem::path some_record(const std::filesystem::path& out) {
  return files_below(out / "cells").at(0);
}

/// The notes in a folder of results on configs of this name, sorted.
inline std::vector<std::filesystem::path> notes_on(const std::filesystem::path& out,
                                                   const std::string& config) {
  std::vector<std::filesystem::path> notes = files_below(out / ".configs/runs");
  std::erase_if(notes, [&](const auto& note) { return !note.filename().string().starts_with(config + "-"); });
  return notes;
}

/// `clean` of the config's records in out("out").
inline Finished clean(const Workplace& place, const std::vector<std::string>& more = {}) {
  return place.call("clean", "out", more);
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// With one blank in place of several: columns are as wide as their longest cell.
inline std::string squeezed(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' || result.empty() || result.back() != ' ') result += c;
  }
  return result;
}

inline std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

}  // namespace preimage::testing
