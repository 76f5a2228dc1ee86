#include "suite/results/replace_folder.hpp"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/file_descriptor.hpp"
#include "preimage/base/output_file.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

/// The folder itself, which a symbolic link may name, and what may lie beside it.
struct Places {
  fs::path folder, parent, fresh, old;
  explicit Places(const fs::path& named) {
    folder = fs::absolute(named).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();  // "quick/"
    folder = base::end_of_links(folder);
    parent = folder.parent_path();
    fresh = parent / ("." + folder.filename().string() + ".new");
    old = parent / ("." + folder.filename().string() + ".old");
  }
};

void rename_or_fail(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) base::fail_file(to, "replace", errno);
}

/// Whether the system has exchanged the two by one call.
bool exchange_by_one_call([[maybe_unused]] const fs::path& a, [[maybe_unused]] const fs::path& b) {
#ifdef RENAME_EXCHANGE
  return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0;
#else
  return false;
#endif
}

void put_in_place(const Places& at) {
  if (!fs::exists(at.folder)) return rename_or_fail(at.fresh, at.folder);
  if (exchange_by_one_call(at.fresh, at.folder)) return;
  rename_or_fail(at.folder, at.old);
  try {
    rename_or_fail(at.fresh, at.folder);
  } catch (const DataError&) {
    ::rename(at.old.c_str(), at.folder.c_str());
    throw;
  }
  rename_or_fail(at.old, at.fresh);
}

void remove_folder(const fs::path& folder) {
  std::error_code code;
  fs::remove_all(folder, code);
  if (code) base::fail_file(folder, "remove", code.value());
}

/// What a killed process left. The folder is there: `old` is only taken for it where it is not.
void remove_left_overs_of(const Places& at) {
  remove_folder(at.fresh);
  if (!fs::exists(at.old)) return;
  rename_or_fail(at.old, at.fresh);  // cut short, it must not look like the folder
  remove_folder(at.fresh);
}

void sync_tree(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_symlink()) continue;
    if (entry.is_regular_file() || entry.is_directory()) base::sync_path(entry.path());
  }
  base::sync_path(folder);
}

void make_fresh(const Places& at, const std::map<fs::path, std::string>& files) {
  if (fs::exists(at.folder)) {
    std::error_code code;
    fs::copy(at.folder, at.fresh, fs::copy_options::recursive | fs::copy_options::copy_symlinks, code);
    if (code) base::fail_file(at.fresh, "copy", code.value());
  } else {
    base::create_folder_durably(at.fresh);
  }
  for (const auto& [name, bytes] : files) base::write_file_durably(at.fresh / name, bytes);
  sync_tree(at.fresh);
}

/// The right to replace folders in `parent`, until it is destroyed or its process ends.
class Lock {
 public:
  explicit Lock(const fs::path& parent) : parent_(::open(parent.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (parent_.get() < 0) base::fail_file(parent, "open", errno);
    // Where the file system knows no locks, two at once are left to who starts them.
    if (::flock(parent_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      throw DataError(parent.string() + ": another process replaces files here at this moment");
  }

 private:
  base::FileDescriptor parent_;
};

}  // namespace

void restore_folder(const fs::path& folder) {
  const Places at(folder);
  std::error_code code;
  if (fs::exists(at.folder, code) || !fs::exists(at.old, code)) return;
  const Lock lock(at.parent);
  if (fs::exists(at.folder, code)) return;  // another process has restored it
  rename_or_fail(at.old, at.folder);
  base::sync_path(at.parent);
}

void replace_files_at_once(const fs::path& folder, const std::map<fs::path, std::string>& files) {
  const Places at(folder);
  base::create_folder_durably(at.parent);
  restore_folder(at.folder);
  const Lock lock(at.parent);
  remove_left_overs_of(at);
  try {
    make_fresh(at, files);
    put_in_place(at);
  } catch (const std::exception&) {
    std::error_code ignored;
    if (fs::exists(at.folder, ignored)) fs::remove_all(at.fresh, ignored);
    throw;
  }
  base::sync_path(at.parent);
  remove_folder(at.fresh);
}

}  // namespace preimage::suite::results
