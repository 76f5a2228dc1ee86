#include "suite/command/watched_files.hpp"

#include <algorithm>

#include <fmt/format.h>

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

}  // namespace

std::vector<std::string> contents_of(const std::vector<fs::path>& files) {
  std::set<std::string> paths;
  for (const fs::path& file : files) paths.insert(file.string());
  std::vector<std::string> contents;
  for (const fs::path file : paths)
    contents.push_back(fmt::format("{}:{}", file.filename().string(), data::file_sha256(file)));
  return contents;
}

std::set<std::string> unwatched_files(const std::vector<std::string>& words, const fs::path& folder,
                                      const std::vector<fs::path>& files) {
  std::set<std::string> unwatched;
  for (const std::string& word : words) {
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
