#include "suite/data/file_hash.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;

namespace {

std::string computed(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FileError(fmt::format("{}: cannot read it: {}", path.string(), std::strerror(errno)));
  base::Sha256 hash;
  std::vector<char> buffer(1 << 20);
  while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), file.gcount() > 0)
    hash.update({buffer.data(), static_cast<std::size_t>(file.gcount())});
  return hash.hex_digest();
}

}  // namespace

std::string remembered_of_file(const fs::path& path, const std::string& what,
                               const std::function<std::string()>& compute) {
  static std::mutex mutex;
  static std::map<std::tuple<std::string, std::string, std::uintmax_t, fs::file_time_type>, std::string>
      known;
  const std::tuple key(what, fs::absolute(path).string(), fs::file_size(path), fs::last_write_time(path));
  const std::lock_guard lock(mutex);
  const auto found = known.find(key);
  return found != known.end() ? found->second : known[key] = compute();
}

std::string file_sha256(const fs::path& path) {
  std::error_code code;
  if (!fs::is_regular_file(path, code))
    throw FileError(path.string() + (fs::exists(path, code) ? ": is no file" : ": no such file"));
  return remembered_of_file(path, "bytes", [&] { return computed(path); });
}

}  // namespace preimage::suite::data
