// How much memory there is for large arrays: asked before they are allocated, because a system that has none
// left kills.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace preimage::base {

/// Bytes that this process could still take without swapping: what the system calls available (MemAvailable),
/// or what the limits of its control groups leave, whichever is less. Nothing where the system does not tell
/// (elsewhere than on Linux).
std::optional<std::uint64_t> available_memory();

/// The same of control groups alone, versions 1 and 2: the limit of each group and those around it, less what
/// is in use and cannot be dropped. Nothing where there is no limit.
/// mount   where the groups are mounted: /sys/fs/cgroup
/// groups  the text of /proc/self/cgroup
std::optional<std::uint64_t> memory_of_groups(const std::filesystem::path& mount, std::string_view groups);

/// What is there, where that is less than `bytes`; allowed as below.
std::optional<std::uint64_t> too_little_memory(std::uint64_t bytes,
                                               const std::optional<std::uint64_t>& allowed = std::nullopt);

/// "needs 14.59 GB of memory, 3.20 GB are there"
std::string memory_shortage(std::uint64_t bytes, std::uint64_t there);

/// allowed  bytes that this process may take, where that was given; else only what is more than 1 GiB is
///          looked at
/// throws   MemoryError "what: needs 14.59 GB of memory, 3.20 GB are there"
void require_memory(std::uint64_t bytes, const std::string& what,
                    const std::optional<std::uint64_t>& allowed = std::nullopt);

}  // namespace preimage::base
