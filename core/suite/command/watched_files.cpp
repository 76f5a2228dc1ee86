#include "suite/command/watched_files.hpp"

#include <algorithm>
#include <regex>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/file.hpp"
#include "suite/data/file_hash.hpp"

namespace preimage::suite::command {

namespace fs = std::filesystem;

namespace {

/// What may be a file's name in a word: the word, the text behind a `=`, and the words of a line for a shell.
std::vector<std::string> parts_of(const std::string& word) {
  std::vector<std::string> parts = {word};
  constexpr const char* kBetween = " \t\n\"'=;|&<>()";
  for (std::size_t at = word.find_first_not_of(kBetween); at != std::string::npos;) {
    const std::size_t end = std::min(word.find_first_of(kBetween, at), word.size());
    parts.push_back(word.substr(at, end - at));
    at = word.find_first_not_of(kBetween, end);
  }
  return parts;
}

/// Names of files of its own kind that a script has between quotes: source("more.R").
std::vector<std::string> sourced_by(const fs::path& script) {
  constexpr std::size_t kMaxScript = 200'000;  // bytes; larger ones are data
  std::error_code code;
  std::vector<std::string> names;
  if (fs::file_size(script, code) > kMaxScript || code) return names;
  const std::string text = base::read_file(script, kMaxScript);
  static const std::regex kQuoted(R"(["']([^"'\n]{1,200})["'])");
  for (std::sregex_iterator found(text.begin(), text.end(), kQuoted), end; found != end; ++found)
    if (fs::path((*found)[1].str()).extension() == script.extension()) names.push_back((*found)[1]);
  return names;
}

}  // namespace

std::vector<std::string> contents_of(const std::vector<fs::path>& files) {
  std::set<std::string> paths;
  for (const fs::path& file : files) paths.insert(file.string());
  return base::collect(paths, [](const fs::path& file) {
    return fmt::format("{}:{}", file.filename().string(), data::file_sha256(file));
  });
}

std::set<std::string> unwatched_files(const std::vector<std::string>& words, const fs::path& folder,
                                      const std::vector<fs::path>& files) {
  std::set<std::string> unwatched;
  std::vector<std::string> all = words;
  for (const fs::path& file : files)
    for (std::string& name : sourced_by(file)) all.push_back(std::move(name));
  for (const std::string& word : all) {
    for (const std::string& part : parts_of(word)) {
      const fs::path path = fs::path(part).lexically_normal();
      std::error_code code;
      if (path.empty() || path.is_absolute() || *path.begin() == "..") continue;
      const fs::path file = folder / path;
      const auto is_it = [&](const fs::path& named) { return fs::equivalent(named, file, code); };
      if (!fs::is_regular_file(file, code) || std::any_of(files.begin(), files.end(), is_it)) continue;
      unwatched.insert(fmt::format(
          "{0} is run and not among `files`: cells do not notice when it is changed; `files: [{0}]` would, "
          "with the files that it reads or sources",
          path.string()));
    }
  }
  return unwatched;
}

}  // namespace preimage::suite::command
