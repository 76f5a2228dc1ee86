#include "suite/workers/own_executable.hpp"

#include <cstdint>
#include <filesystem>

#include <fmt/format.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include "preimage/base/error.hpp"

namespace preimage::suite::workers {

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

}  // namespace preimage::suite::workers
