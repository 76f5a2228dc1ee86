#include "suite/data/content_cache.hpp"

#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;
constexpr std::size_t kDigits = 64;  // of a SHA-256

/// What the checksum covers.
std::string sealed(const std::string& key, const std::string& result) {
  const std::string rest = "\n" + base::sha256(key) + "\n" + result;
  return base::sha256(rest) + rest;
}

/// The result in a file. throws  DataError where not every byte is as it was written for this key
std::string unsealed(const std::string& key, const fs::path& path) {
  const std::string bytes = base::read_file(path, kMaxFileBytes);
  const std::size_t head = 2 * (kDigits + 1);
  const std::string_view checksum = std::string_view(bytes).substr(0, kDigits);
  const std::string_view rest = std::string_view(bytes).substr(checksum.size());
  if (bytes.size() < head || base::sha256(rest) != checksum)
    throw DataError(fmt::format("{}: damaged, its checksum is not that of its content", path.string()));
  if (rest.substr(0, head - kDigits) != "\n" + base::sha256(key) + "\n")
    throw DataError(fmt::format("{}: holds the result of another key", path.string()));
  return bytes.substr(head);
}

}  // namespace

ContentCache::ContentCache(fs::path folder, std::function<void(const std::string& line)> say)
    : folder_(std::move(folder)), say_(std::move(say)) {}

fs::path ContentCache::path_of(const std::string& key) const {
  return folder_ / (base::sha256(key) + ".cache");
}

bool ContentCache::is_cache_file(const fs::path& path) {
  if (path.extension() != ".cache" || !base::is_sha256(path.stem().string())) return false;
  std::error_code code;
  if (!fs::is_regular_file(fs::symlink_status(path, code))) return false;  // a pipe would hold us up
  std::ifstream stream(path, std::ios::binary);
  std::string checksum, key;
  std::getline(stream, checksum);
  std::getline(stream, key);
  return base::is_sha256(checksum) && base::is_sha256(key);
}

std::string ContentCache::get(const std::string& key, const std::function<std::string()>& compute) const {
  if (folder_.empty()) return compute();
  const fs::path path = path_of(key);
  std::error_code code;
  if (fs::exists(path, code)) {
    try {
      return unsealed(key, path);
    } catch (const DataError& error) {
      say_(fmt::format("{} (computed again)", error.what()));
    }
  }
  std::string result = compute();
  keep(key, result);
  return result;
}

void ContentCache::keep(const std::string& key, const std::string& result) const {
  try {
    require_no_link(folder_);
    base::write_file_durably(path_of(key), sealed(key, result));
  } catch (const DataError& error) {
    if (!has_failed_) say_(fmt::format("{} (nothing is kept for the next time)", error.what()));
    has_failed_ = true;
  }
}

void require_no_link(const fs::path& path) {
  std::error_code code;
  if (!fs::is_symlink(fs::symlink_status(path, code))) return;
  throw DataError(fmt::format("{}: is a link to another place, through which nothing is written or removed",
                              path.string()));
}

}  // namespace preimage::suite::data
