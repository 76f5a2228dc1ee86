#include "suite/data/program_folders.hpp"

#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

namespace preimage::suite::data {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMark = "preimage-source-root";
constexpr std::size_t kMarkBytes = 4096;

std::optional<fs::path> from_environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

bool is_root(const fs::path& folder) {
  std::error_code code;
  return fs::exists(folder / "datasets" / "manifest.tsv", code);
}

/// A folder as it lies to the program's own: PREIMAGE_SHARE is "../share/preimage", PREIMAGE_PAGES
/// "../share/doc/preimage".
fs::path installed_folder(const fs::path& executable, const char* from_program) {
  return (executable.parent_path() / from_program).lexically_normal();
}

/// The checkout that the build folder around the program was made for.
std::optional<fs::path> checkout(const fs::path& executable) {
  std::error_code code;
  for (fs::path folder = executable.parent_path();; folder = folder.parent_path()) {
    if (fs::exists(folder / kMark, code)) {
      const std::string text = base::read_file(folder / kMark, kMarkBytes);
      return fs::path(text.substr(0, text.find('\n')));
    }
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

ProgramFolders folders_of_checkout(const fs::path& root) {
  return {root, root / "results" / "latest", root / "datasets" / "cache", "datasets/fetch.sh", {}};
}

ProgramFolders folders_of_installed(const fs::path& root, const ProgramPlace& place) {
  const fs::path datasets = place.cache.value_or(fs::current_path()) / "preimage" / "datasets";
  return {root, fs::path("results") / "latest", datasets,
          fmt::format("'{}' --to '{}'", (root / "datasets" / "fetch.sh").string(), datasets.string()),
          installed_folder(place.executable, PREIMAGE_PAGES)};
}

}  // namespace

ProgramFolders folders_of(const ProgramPlace& place) {
  if (place.root) return folders_of_checkout(*place.root);
  const fs::path installed = installed_folder(place.executable, PREIMAGE_SHARE);
  if (is_root(installed)) return folders_of_installed(installed, place);
  if (const std::optional<fs::path> root = checkout(place.executable)) return folders_of_checkout(*root);
  throw DataError(
      fmt::format("{}: no such folder; the configs and the list of data sets belong there (cmake --install), "
                  "or where PREIMAGE_ROOT names a checkout",
                  installed.string()));
}

std::string own_executable() {
#ifdef __APPLE__
  std::string path(4096, '\0');
  auto size = static_cast<std::uint32_t>(path.size());
  if (_NSGetExecutablePath(path.data(), &size) != 0) throw DataError("cannot find the running program");
  return path.c_str();
#else
  std::error_code code;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", code);
  if (code) throw DataError(fmt::format("/proc/self/exe: cannot read: {}", code.message()));
  return path.string();
#endif
}

ProgramFolders program_folders() {
  std::optional<fs::path> cache = from_environment("XDG_CACHE_HOME");
  if (!cache) {
    if (const std::optional<fs::path> home = from_environment("HOME")) cache = *home / ".cache";
  }
  return folders_of({own_executable(), from_environment("PREIMAGE_ROOT"), cache});
}

fs::path project_root() {
  return program_folders().root;
}

std::string page_path(const std::string& page) {
  return (program_folders().pages / page).string();
}

}  // namespace preimage::suite::data
