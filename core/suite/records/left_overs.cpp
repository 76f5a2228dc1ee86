#include "suite/records/left_overs.hpp"

#include <ctime>
#include <map>
#include <regex>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preimage/base/file_descriptor.hpp"
#include "preimage/base/sha256.hpp"

namespace preimage::suite::records {

namespace fs = std::filesystem;

namespace {

/// Whether nothing was written into it for an hour. Where locks do nothing, or nothing beyond one host, this
/// alone tells a file that is being written from a left-over.
bool is_old(const struct stat& status) {
  constexpr std::time_t kHour = 3600;
  return std::time(nullptr) - status.st_mtime >= kHour;
}

/// The open file, its lock taken; none where it is no temporary file, or a young one, or its writer lives.
base::FileDescriptor take_left_temporary(const fs::path& path) {
  static const std::regex pattern(
      R"((.+)\.(json|cache|csv|txt|md|tex|png|svg|pdf|html|sh)\.[0-9a-f]{16}\.tmp)");
  if (path.extension() != ".tmp" || !std::regex_match(path.filename().string(), pattern))
    return base::FileDescriptor();
  base::FileDescriptor file(::open(path.c_str(), O_RDWR | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  const bool is_left = file.is_open() && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
                       is_old(status) && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
  return is_left ? std::move(file) : base::FileDescriptor();
}

}  // namespace

bool is_left_temporary(const fs::path& path) {
  return take_left_temporary(path).is_open();
}

void remove_left_overs(const fs::path& folder) {
  std::error_code code;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, code);
  std::vector<fs::path> left_overs;
  for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
    if (is_left_temporary(entry->path())) left_overs.push_back(entry->path());
  }
  for (const fs::path& path : left_overs) {
    const base::FileDescriptor taken = take_left_temporary(path);  // locked while it is removed
    if (taken.is_open()) fs::remove(path, code);
  }
}

std::map<fs::path, std::string> stray_files(const ResultsFolder& results) {
  std::map<fs::path, std::string> strays;
  std::error_code code;
  for (auto at = fs::recursive_directory_iterator(results.path(), code);
       !code && at != fs::recursive_directory_iterator(); at.increment(code)) {
    const fs::path& path = at->path();
    if (at->is_symlink()) {
      strays.emplace(path, "is a link, which leads out of the folder");
      continue;
    }
    const std::string name = path.filename().string();
    if (path.parent_path() == results.cells() && name != kClaimsFile &&
        !(at->is_directory() && name.size() == 2))
      strays.emplace(path, "is no folder of records");
    if (path.parent_path().parent_path() != results.cells()) continue;
    const bool is_temporary = name.ends_with(".tmp") && base::is_sha256(name.substr(0, name.find('.')));
    if (!is_temporary &&
        (path.extension() != ".json" || !base::is_sha256(path.stem().string()) || !at->is_regular_file()))
      strays.emplace(path, "is no record");
  }
  if (code) strays.emplace(results.path(), "cannot be read: " + code.message());
  return strays;
}

}  // namespace preimage::suite::records
