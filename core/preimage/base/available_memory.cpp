#include "preimage/base/available_memory.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::base {

namespace fs = std::filesystem;

namespace {

using Bytes = std::optional<std::uint64_t>;

Bytes less_of(const Bytes& a, const Bytes& b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

/// A file of one number; nothing for "max".
Bytes number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  if (!(stream >> number)) return std::nullopt;
  return number;
}

/// The number behind a word that begins a line.
Bytes number_after(const fs::path& file, const std::string& word) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string first;
    if (words >> first && first == word && words >> number) return number;
  }
  return std::nullopt;
}

/// Of one group: pages of files count as in use, but are dropped when there is need.
Bytes room_of(const fs::path& group, const char* limit, const char* usage, const char* files) {
  const Bytes most = number_in(group / limit), used = number_in(group / usage);
  if (!most || !used) return std::nullopt;
  const std::uint64_t dropped = number_after(group / "memory.stat", files).value_or(0);
  const std::uint64_t held = *used - std::min(*used, dropped);
  return *most - std::min(*most, held);
}

/// Of a group and those around it.
Bytes room_above(const fs::path& mount, fs::path group, const char* limit, const char* usage,
                 const char* files) {
  Bytes room;
  for (;; group = group.parent_path()) {
    room = less_of(room, room_of(mount / group.relative_path(), limit, usage, files));
    if (group == group.parent_path()) return room;
  }
}

}  // namespace

std::optional<std::uint64_t> memory_of_groups(const fs::path& mount, std::string_view groups) {
  Bytes room;
  std::istringstream lines{std::string(groups)};
  for (std::string line; std::getline(lines, line);) {  // number:controllers:path
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty())
      room = less_of(room, room_above(mount, group, "memory.max", "memory.current", "file"));
    if (controllers == "memory")
      room = less_of(room, room_above(mount / "memory", group, "memory.limit_in_bytes",
                                      "memory.usage_in_bytes", "total_cache"));
  }
  return room;
}

std::optional<std::uint64_t> available_memory() {
  Bytes system = number_after("/proc/meminfo", "MemAvailable:");
  if (system) *system *= 1024;
  std::ifstream stream("/proc/self/cgroup");
  std::ostringstream groups;
  groups << stream.rdbuf();
  return less_of(system, memory_of_groups("/sys/fs/cgroup", groups.str()));
}

std::optional<std::uint64_t> too_little_memory(std::uint64_t bytes,
                                               const std::optional<std::uint64_t>& allowed) {
  constexpr std::uint64_t kWorthAsking = std::uint64_t{1} << 30U;
  if (!allowed && bytes < kWorthAsking) return std::nullopt;
  const Bytes there = less_of(available_memory(), allowed);
  return there && bytes > *there ? there : std::nullopt;
}

std::string memory_shortage(std::uint64_t bytes, std::uint64_t there) {
  const auto gigabytes = [](std::uint64_t count) { return static_cast<double>(count) * 1e-9; };
  return fmt::format("needs {:.2f} GB of memory, {:.2f} GB are there", gigabytes(bytes), gigabytes(there));
}

void require_memory(std::uint64_t bytes, const std::string& what,
                    const std::optional<std::uint64_t>& allowed) {
  if (const Bytes there = too_little_memory(bytes, allowed))
    throw MemoryError(what + ": " + memory_shortage(bytes, *there));
}

}  // namespace preimage::base
