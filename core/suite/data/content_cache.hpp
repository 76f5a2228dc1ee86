#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace preimage::suite::data {

/// Before something is written or removed below a folder that may be a stranger's.
/// throws  DataError where the path is a symbolic link: its target is another place
void require_no_link(const std::filesystem::path& path);

/// Results of expensive pure functions in a folder, one file each, that outlive the process and that any
/// number of processes may share. What is in a file is believed only as far as its checksum goes:
///   file = SHA-256 of the rest, in 64 hexadecimal digits | "\n" | SHA-256 of the key | "\n" | result
/// Nothing depends on the cache but the time. One object belongs to one thread.
class ContentCache {
 public:
  /// Without a folder: get computes every time.
  ContentCache() = default;
  /// Touches nothing: the folder is made by the first result.
  /// say  is given a line for people about each file that was damaged, and one about the first result that
  ///      could not be kept
  ContentCache(std::filesystem::path folder, std::function<void(const std::string& line)> say);

  /// The result of `compute`, from the file where an intact one is there. A file that cannot be read, is
  /// damaged or holds the result of another key is replaced. A folder that cannot be written keeps nothing,
  /// and that is no error.
  /// key      names the function, its version and all that it depends on
  /// compute  must be a pure function of what the key names
  /// throws   only what compute throws
  /// cost     the hash of the result, once
  std::string get(const std::string& key, const std::function<std::string()>& compute) const;

  /// The file of a key.
  std::filesystem::path path_of(const std::string& key) const;

  /// Whether a file is one of a cache by its name and by how it begins; it may be damaged.
  static bool is_cache_file(const std::filesystem::path& path);

 private:
  void keep(const std::string& key, const std::string& result) const;

  std::filesystem::path folder_;
  std::function<void(const std::string& line)> say_;
  mutable bool has_failed_ = false;  // to keep a result
};

}  // namespace preimage::suite::data
