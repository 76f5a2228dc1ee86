#include "suite/records/record_store.hpp"

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "preimage/base/tiles.hpp"
#include "suite/records/cell_key.hpp"
#include "suite/records/results_folder.hpp"

namespace preimage::suite::records {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kReadTogether = 64;
constexpr std::size_t kShardDigits = 2;  // of a key, that name the folder of its record

bool is_record_file(const fs::path& file, const std::string& shard) {
  const std::string stem = file.stem().string();
  return file.extension() == ".json" && stem.starts_with(shard) && base::is_sha256(stem);
}

/// What is in a folder; nothing where there is no such folder.
std::vector<fs::directory_entry> entries_of(const fs::path& folder) {
  std::error_code code;
  if (fs::status(folder, code).type() == fs::file_type::not_found) return {};
  try {
    return {fs::directory_iterator(folder), fs::directory_iterator()};
  } catch (const fs::filesystem_error& error) {
    throw DataError(fmt::format("{}: cannot list: {}", error.path1().string(), error.code().message()));
  }
}

/// The keys that have a file in one of the folders, sorted.
std::vector<CellKey> keys_in(const fs::path& folder) {
  std::vector<CellKey> keys;
  for (const fs::directory_entry& file : entries_of(folder)) {
    if (is_record_file(file.path(), folder.filename().string()))
      keys.emplace_back(std::string_view(file.path().stem().string()));
  }
  std::ranges::sort(keys);
  return keys;
}

}  // namespace

RecordStore::RecordStore(fs::path folder) : folder_(std::move(folder)) {}

fs::path RecordStore::path_of(const std::string& key) const {
  require_key(key);
  return folder_ / key.substr(0, kShardDigits) / (key + ".json");
}

RecordStore::Looked RecordStore::look(const std::string& key) const {
  const fs::path path = path_of(key);
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (status.type() == fs::file_type::not_found) return {};
  try {
    ResultRecord record = from_json(base::read_file(path, kMaxRecordBytes), path.string());
    if (record.key != key) {
      throw DataError(fmt::format("{}: holds the record of another cell, {}", path.string(), record.key));
    }
    require_key_of(record, path.string());
    return {std::move(record), ""};
  } catch (const NewerRecordError&) {
    throw;
  } catch (const FileError&) {
    throw;
  } catch (const DataError& error) {
    return {std::nullopt, fmt::format("{} (ignored: the cell counts as not computed)", error.what())};
  }
}

std::optional<ResultRecord> RecordStore::taken(const std::string& key, Looked looked) {
  if (!looked.warning.empty()) warnings_[key] = std::move(looked.warning);
  return std::move(looked.record);
}

std::optional<ResultRecord> RecordStore::find(const std::string& key) {
  return taken(key, look(key));
}

void RecordStore::find_each(const std::vector<CellKey>& keys, const Take& take,
                            std::vector<std::string>* newer) {
  const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t first = 0; first < keys.size(); first += kReadTogether) {
    const std::size_t count = std::min(kReadTogether, keys.size() - first);
    std::vector<Looked> looked(count);
    std::vector<std::string> too_new(count);
    base::for_each_tile(count, threads, [&](std::size_t i) {
      try {
        looked[i] = look(keys[first + i]);
      } catch (const NewerRecordError& error) {
        if (newer == nullptr) throw;
        too_new[i] = error.what();
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      if (!too_new[i].empty()) newer->push_back(too_new[i]);
      take(first + i, taken(keys[first + i], std::move(looked[i])));
    }
  }
}

void RecordStore::put(const ResultRecord& record) {
  const std::string text = to_json(record);
  const fs::path path = path_of(record.key);
  require_key_of(record, path.string());
  if (text.size() > kMaxRecordBytes) {
    throw DataError(fmt::format("{}: a record of {} bytes is larger than the limit of {}", path.string(),
                                text.size(), kMaxRecordBytes));
  }
  base::write_file_durably(path, text);
}

void RecordStore::require_writable() const {
  base::create_folder_durably(folder_);
  if (::access(folder_.c_str(), W_OK | X_OK) != 0)
    throw DataError(fmt::format("{}: cannot write: {}", folder_.string(), std::strerror(errno)));
}

std::vector<bool> RecordStore::have_files(const std::vector<CellKey>& keys) const {
  constexpr std::size_t kFew = 16;
  std::vector<bool> have(keys.size(), false);
  std::map<std::string, std::vector<std::size_t>> shards;
  for (std::size_t i = 0; i < keys.size(); ++i) shards[keys[i].text().substr(0, kShardDigits)].push_back(i);
  for (const auto& [shard, places] : shards) {
    if (places.size() <= kFew) {
      std::error_code code;
      for (const std::size_t place : places) {
        const fs::file_type type = fs::status(path_of(keys[place]), code).type();
        have[place] = type != fs::file_type::not_found;  // what cannot be told may be there
      }
      continue;
    }
    const std::vector<CellKey> there = keys_in(folder_ / shard);
    for (const std::size_t place : places) have[place] = std::ranges::binary_search(there, keys[place]);
  }
  return have;
}

std::vector<std::string> RecordStore::keys() const {
  std::vector<std::string> keys;
  for (const fs::directory_entry& shard : entries_of(folder_)) {
    if (!shard.is_directory() || shard.path().filename().string().size() != kShardDigits) continue;
    for (const CellKey& key : keys_in(shard.path())) keys.push_back(key.text());
  }
  std::ranges::sort(keys);
  return keys;
}

std::optional<CellLock> RecordStore::try_lock(const std::string& key, const std::string& run) const {
  require_key(key);
  base::create_folder_durably(folder_);
  return CellLock::try_lock(folder_ / kClaimsFile, lock_byte(key), run);
}

std::optional<records::LockHolder> RecordStore::holder_of(const std::string& key) const {
  require_key(key);
  return records::lock_holder(folder_ / kClaimsFile, lock_byte(key));
}

std::string RecordStore::warning_of(const std::string& key) const {
  const auto found = warnings_.find(key);
  return found == warnings_.end() ? "" : found->second;
}

std::vector<std::string> RecordStore::warnings() const {
  std::vector<std::string> lines;
  for (const auto& [key, line] : warnings_) lines.push_back(line);
  return lines;
}

}  // namespace preimage::suite::records
