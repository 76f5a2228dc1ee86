#include "suite/workers/own_executable.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/error.hpp"

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char** environ;

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

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string variable = *entry;
    const bool replaced = std::any_of(variables.begin(), variables.end(), [&](const auto& extra) {
      return variable.starts_with(extra.first + "=");
    });
    if (!replaced) result.push_back(variable);
  }
  for (const auto& [name, value] : variables) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

}  // namespace preimage::suite::workers
