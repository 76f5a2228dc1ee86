// The layout of a folder of results. No other file knows a name in it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "preimage/base/error.hpp"
#include "suite/records/file_lock.hpp"

namespace preimage::suite::records {

/// In the folder of cells.
inline constexpr const char* kClaimsFile = ".claims";
/// In the folder of configs.
inline constexpr const char* kLocksFile = ".lock";

/// `results/latest`, or what `--out` names:
///   cells/       a record per finished cell, and the claims of workers on open ones
///   cache/       what is made of the data and is expensive
///   unfinished/  a folder per cell that was begun, with what of it need not be computed again
///   sweeps/      a folder per sweep
///   jobs/        a folder per job that was handed to a scheduler
///   .configs/    which config the tables of a name are of, which configs were run here, of what tables were
///                made, and the locks
///   report.html  the report page
///   <profile>/   tables, figures and timings of a profile
class ResultsFolder {
 public:
  explicit ResultsFolder(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path cells() const { return path_ / "cells"; }
  /// Whose byte ranges are locked: the claims of workers on open cells.
  std::filesystem::path claims() const { return cells() / kClaimsFile; }
  std::filesystem::path cache() const { return path_ / "cache"; }
  std::filesystem::path unfinished() const { return path_ / "unfinished"; }
  /// Of the cell with this key.
  std::filesystem::path unfinished(const std::string& key) const { return unfinished() / key; }
  std::filesystem::path sweeps() const { return path_ / "sweeps"; }
  std::filesystem::path jobs() const { return path_ / "jobs"; }
  std::filesystem::path configs() const { return path_ / ".configs"; }
  /// A file per config and its options: what was run here. From the first one on there is a list of the
  /// records that were there before, where there were any.
  std::filesystem::path runs() const { return configs() / "runs"; }
  std::filesystem::path older_records() const { return configs() / "older.txt"; }
  /// What is noted of tables as they are written.
  std::filesystem::path table_sums() const { return configs() / "tables"; }
  std::filesystem::path locks() const { return configs() / kLocksFile; }
  std::filesystem::path page() const { return path_ / "report.html"; }
  /// throws  std::invalid_argument where profile_name_error has a word: no file is ever written outside this
  ///         folder
  std::filesystem::path profile(const std::string& name) const;
  /// variant  of the tables that it goes with, as results/result_files.hpp names it, or ""
  std::filesystem::path timings(const std::string& profile, const std::string& variant = "") const {
    return this->profile(profile) / ("timings" + variant + ".csv");
  }

  /// Removes what is kept of the cell while it is unfinished. What cannot be removed stays, and what lies
  /// behind a link.
  void remove_unfinished(const std::string& key) const;

  /// The names of the folders that hold tables, sorted; none where there is no such folder.
  std::vector<std::string> profiles() const;

 private:
  std::filesystem::path path_;
};

/// All that lies in a folder, sorted; nothing where there is no such folder.
std::vector<std::filesystem::path> paths_in(const std::filesystem::path& folder);

/// A name that a config or a user made up, as a part of a file's name: letters, digits, '.', '_', '-' and '+'
/// stay, at most `most` bytes of them. What was left out or replaced is told apart by a hash: different names
/// have different parts.
std::string file_part(const std::string& name, std::size_t most = 80);

/// Why tables of a profile of this name cannot have a folder of that name beside the others of ResultsFolder;
/// "" where they can.
std::string profile_name_error(const std::string& name);

/// Before something is written into the folder.
/// throws  DataError where a folder of the results, or one in it, is a link: nothing is written through it
void require_no_links(const ResultsFolder& results);

/// Waits for the lock that the folder has for `what` ("the tables of quick/string_toy/toy"), and says on
/// standard error after five seconds who has it.
/// throws  as FileLock::try_lock and require_no_links
records::FileLock lock_for(const ResultsFolder& results, const std::string& what);

/// For who relies on records that are there: as long as it lives, no process has take_records. Waits for its
/// holder, as lock_for. Nothing where there are no records yet, or the folder cannot be written, which then
/// no process can remove from.
/// throws  as FileLock::try_lock
std::optional<records::FileLock> share_records(const ResultsFolder& results);

/// For who removes records: nothing where another process has share_records.
/// throws  as lock_for
std::optional<records::FileLock> take_records(const ResultsFolder& results);

/// The first folder between the results folder and `path` that is a link, which leads out of it; nothing
/// where all are folders.
std::optional<std::filesystem::path> link_on_the_way(const ResultsFolder& results,
                                                     const std::filesystem::path& path);

/// Changes of a results folder that a verb can do without: a read-only folder can be tabled and reported.
class OptionalWriting {
 public:
  /// is_optional  false: a refusal is thrown, as everything else is
  explicit OptionalWriting(bool is_optional) : is_optional_(is_optional) {}

  /// Makes the change, unless one before was refused: of files that belong together none is written alone.
  void attempt(const std::function<void()>& change) {
    if (!refusal_.empty()) return;
    try {
      change();
    } catch (const RefusedError& error) {
      if (!is_optional_) throw;
      refusal_ = error.what();
    }
  }
  /// What the system said to the first change that it refused, or "".
  const std::string& refusal() const { return refusal_; }

 private:
  bool is_optional_;
  std::string refusal_;
};

}  // namespace preimage::suite::records
