// What a cell's key is the hash of, and whether a record holds what its key says.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "preimage/base/sha256.hpp"
#include "suite/records/result_record.hpp"

namespace preimage::suite::records {

using CellParameters = std::map<std::string, std::string>;

/// A cell's key, in the 32 bytes that it is: lists hold a million of them.
class CellKey {
 public:
  CellKey() = default;
  explicit CellKey(const base::Digest& digest) : digest_(digest) {}
  /// requires  base::is_sha256(hex)
  explicit CellKey(std::string_view hex) : digest_(base::digest_of_hex(hex)) {}
  /// 64 lower-case hexadecimal digits.
  std::string text() const { return base::hex_text(digest_); }
  operator std::string() const { return text(); }  // NOLINT(google-explicit-constructor): files are named so
  auto operator<=>(const CellKey&) const = default;

 private:
  base::Digest digest_{};
};

/// Parameters of every cell.
inline constexpr const char* kExperimentParameter = "experiment";
inline constexpr const char* kFoldParameter = "outer_fold";
inline constexpr const char* kRepetitionParameter = "repetition";
inline constexpr const char* kSeedParameter = "seed";

/// One parameter as it is hashed.
std::string key_line(const std::string& path, const std::string& value);

/// The SHA-256 of all parameters, sorted by path.
std::string key_of(const CellParameters& parameters);

inline constexpr int kAllFolds = -1;  // a seed that all folds share

/// The seed of one purpose: a hash of (the study's seed, experiment, repetition, fold, purpose).
std::uint64_t seed_of(const std::string& study_seed, const std::string& experiment, int repetition, int fold,
                      const std::string& purpose);

/// The key says the same as the parameters, these the same as experiment, repetition and fold, and each seed
/// is one that follows from them. The names of config, reading and learner are in no key: they may change.
/// throws  DataError naming `source` and what contradicts the key
void require_key_of(const ResultRecord& record, const std::string& source);

}  // namespace preimage::suite::records
