// A folder of records, one small file per cell, that survives kills, power loss and damaged files. Nothing
// is kept in memory and there is no index: the folder is the truth.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/records/cell_key.hpp"
#include "suite/records/file_lock.hpp"
#include "suite/records/result_record.hpp"

namespace preimage::suite::records {

/// The right to compute one cell. Advisory: it saves work, correctness does not depend on it.
using CellLock = records::FileLock;

/// Records in `<folder>/<first two digits of the key>/<key>.json`. Any number of processes may use one folder
/// at a time; one object belongs to one thread. All functions throw DataError for a key that is not 64
/// lower-case hexadecimal digits.
class RecordStore {
 public:
  /// Touches nothing: the folder is made by the first put or claim.
  explicit RecordStore(std::filesystem::path folder);

  /// The record of a cell, or nothing where there is none. A damaged file, and one that contradicts its key,
  /// counts as none, so that the cell is computed again, and adds to warnings().
  /// throws  NewerRecordError where a newer version of the program wrote it; FileError where the system does
  ///         not give its bytes: it may be a good record, which must not be replaced
  std::optional<ResultRecord> find(const std::string& key);

  /// Takes find(keys[i]) for i = 0, 1, ..., read by as many threads as there are cores: parsing takes nearly
  /// all of the time. A few dozen are held at a time.
  /// newer   is told of what a newer version of the program wrote, which then counts as none
  /// throws  as find; NewerRecordError only without `newer`
  using Take = std::function<void(std::size_t i, std::optional<ResultRecord> record)>;
  void find_each(const std::vector<CellKey>& keys, const Take& take,
                 std::vector<std::string>* newer = nullptr);

  /// Writes the record durably (whole after a crash at any moment), replacing the one that was there.
  /// throws  what to_json throws; DataError where the record contradicts its key; DataError naming the file
  ///         and the system's reason (full disk, read-only folder): the old record stays
  void put(const ResultRecord& record);

  /// Makes the folder where there is none.
  /// throws  DataError where it, or a record in it, could not be written: to be asked before hours of work
  void require_writable() const;

  /// Of each key whether it has a file, whatever is in it. Where many keys share a folder it is listed once:
  /// on a shared disk a question per key would be a message per key, and a million are common.
  /// throws  DataError where a folder cannot be listed
  std::vector<bool> have_files(const std::vector<CellKey>& keys) const;

  /// The keys of all record files, damaged ones included, sorted; left-over temporary files are ignored.
  std::vector<std::string> keys() const;

  /// The claim on a cell, or nothing where another process, or another claim of this one, has it.
  /// Cells whose keys share the first 60 bits share a claim. Throws DataError naming the lock file where it
  /// cannot be opened or locked.
  /// run  as FileLock's
  std::optional<CellLock> try_lock(const std::string& key, const std::string& run = "") const;
  /// Who has the claim that try_lock did not get, or nothing where that is not known.
  std::optional<records::LockHolder> holder_of(const std::string& key) const;

  std::filesystem::path path_of(const std::string& key) const;

  /// One line per damaged file that find met, sorted by key; that of one of them, or "".
  std::vector<std::string> warnings() const;
  std::string warning_of(const std::string& key) const;

 private:
  /// What find makes of the file, without a trace in this object.
  struct Looked {
    std::optional<ResultRecord> record;
    std::string warning;
  };
  Looked look(const std::string& key) const;
  std::optional<ResultRecord> taken(const std::string& key, Looked looked);

  std::filesystem::path folder_;
  std::map<std::string, std::string> warnings_;  // key -> message
};

}  // namespace preimage::suite::records
