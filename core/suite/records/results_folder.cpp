#include "suite/records/results_folder.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::records {

std::filesystem::path ResultsFolder::profile(const std::string& name) const {
  const std::string error = profile_name_error(name);
  if (!error.empty()) throw std::invalid_argument(fmt::format("profile {}: {}", base::excerpt(name), error));
  return path_ / name;
}

std::vector<std::string> ResultsFolder::profiles() const {
  std::vector<std::string> names;
  for (const std::filesystem::path& path : paths_in(path_)) {
    const std::string name = path.filename().string();
    if (std::filesystem::is_directory(path) && profile_name_error(name).empty()) names.push_back(name);
  }
  return names;
}

std::vector<std::filesystem::path> paths_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  if (!std::filesystem::is_directory(folder)) return paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  return paths;
}

void ResultsFolder::remove_unfinished(const std::string& key) const {
  if (link_on_the_way(*this, unfinished(key) / "file")) return;
  std::error_code code;
  std::filesystem::remove_all(unfinished(key), code);
  std::filesystem::remove(unfinished(), code);  // where it is empty
}

std::string file_part(const std::string& name, std::size_t most) {
  constexpr std::size_t kHashDigits = 8;
  const auto is_other = [](unsigned char c) {
    return std::isalnum(c) == 0 && c != '-' && c != '_' && c != '.' && c != '+';
  };
  std::string part = name.substr(0, most);
  std::ranges::replace_if(part, is_other, '_');
  return part == name ? part : part + "-" + base::sha256(name).substr(0, kHashDigits);
}

std::string profile_name_error(const std::string& name) {
  constexpr std::size_t kMaxBytes = 100;
  const ResultsFolder folder("");
  const std::string lower = data::lower_case(name);  // on some disks "Cells" and "cells" are one folder
  for (const std::filesystem::path& taken :
       {folder.cells(), folder.cache(), folder.unfinished(), folder.sweeps(), folder.jobs(), folder.page()}) {
    if (taken == lower) return "this name is taken: results hold another file or folder of it";
  }
  if (name.empty() || name.front() == '.' || name.find_first_of("/\\") != std::string::npos)
    return "it names a folder: expected a name without '/' and '\\' that begins with no '.'";
  if (name.size() > kMaxBytes)
    return fmt::format("it names a folder: expected at most {} bytes, found {}", kMaxBytes, name.size());
  return "";
}

namespace {

constexpr const char* kRecords = "the records";

/// Of the folders in `folder`, and of those in them.
void require_no_links_in(const std::filesystem::path& folder, int depth) {
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(folder, code)) {
    if (entry.is_symlink(code) && entry.is_directory(code))
      throw DataError(fmt::format(
          "{}: a link to a folder, through which no results are written: expected a folder; only the results "
          "folder itself may be a link",
          entry.path().string()));
    if (depth > 1 && !entry.is_symlink(code) && entry.is_directory(code))
      require_no_links_in(entry.path(), depth - 1);
  }
}

/// The file of the folder's locks, which is the first that a verb writes there.
std::filesystem::path locks_of(const ResultsFolder& results) {
  require_no_links(results);
  base::create_folder_durably(results.configs());
  return results.locks();
}

records::FileLock waited_for(const ResultsFolder& results, const std::string& what, records::LockKind kind) {
  const std::filesystem::path locks = locks_of(results);
  const auto on_wait = [&](const std::optional<records::LockHolder>& holder) {
    std::cerr << fmt::format("{}: waits for {}, which {} has since {}\n", results.path().string(), what,
                             holder ? holder->name() : "another process", holder ? holder->since : "before");
  };
  return records::FileLock::wait(locks, lock_byte(base::sha256(what)), on_wait, std::chrono::seconds(5),
                                 kind);
}

}  // namespace

void require_no_links(const ResultsFolder& results) {
  require_no_links_in(results.path(), 2);
}

records::FileLock lock_for(const ResultsFolder& results, const std::string& what) {
  return waited_for(results, what, records::LockKind::exclusive);
}

std::optional<records::FileLock> share_records(const ResultsFolder& results) {
  if (!std::filesystem::is_directory(results.cells())) return std::nullopt;
  try {
    return waited_for(results, kRecords, records::LockKind::shared);
  } catch (const RefusedError&) {
    return std::nullopt;
  }
}

std::optional<records::FileLock> take_records(const ResultsFolder& results) {
  return records::FileLock::try_lock(locks_of(results), lock_byte(base::sha256(kRecords)));
}

std::optional<std::filesystem::path> link_on_the_way(const ResultsFolder& results,
                                                     const std::filesystem::path& path) {
  std::optional<std::filesystem::path> found;
  for (std::filesystem::path at = path.parent_path(); at != results.path() && at.has_relative_path();
       at = at.parent_path()) {
    if (std::filesystem::is_symlink(at)) found = at;
  }
  return found;
}

}  // namespace preimage::suite::records
