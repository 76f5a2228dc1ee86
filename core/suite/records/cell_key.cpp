#include "suite/records/cell_key.hpp"

#include <fmt/format.h>

#include "preimage/base/random.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"

namespace preimage::suite::records {

namespace {

std::string parameter(const ResultRecord& record, const char* path) {
  const auto found = record.parameters.find(path);
  return found == record.parameters.end() ? "" : found->second;
}

}  // namespace

std::string key_line(const std::string& path, const std::string& value) {
  return path + "=" + value + "\n";
}

std::string key_of(const CellParameters& parameters) {
  base::Sha256 hash;
  for (const auto& [path, value] : parameters) hash.update(key_line(path, value));
  return hash.hex_digest();
}

std::uint64_t seed_of(const std::string& study_seed, const std::string& experiment, int repetition, int fold,
                      const std::string& purpose) {
  return base::derive_seed(
      {study_seed, experiment, std::to_string(repetition), std::to_string(fold), purpose});
}

void require_key_of(const ResultRecord& record, const std::string& source) {
  if (key_of(record.parameters) != record.key)
    throw DataError(source + ": damaged record: its key is not that of its parameters");
  const std::map<const char*, std::string> identity = {
      {kExperimentParameter, record.experiment},
      {kRepetitionParameter, std::to_string(record.repetition)},
      {kFoldParameter, std::to_string(record.outer_fold)}};
  for (const auto& [path, value] : identity) {
    if (parameter(record, path) == value) continue;
    throw DataError(fmt::format("{}: damaged record: identity.{} is {}, expected {} as its key has it",
                                source, path, base::excerpt(value), base::excerpt(parameter(record, path))));
  }
  const std::string study_seed = parameter(record, kSeedParameter);
  for (const auto& entry : record.seeds) {
    const auto is_of = [&](int fold) {
      return entry.second == seed_of(study_seed, record.experiment, record.repetition, fold, entry.first);
    };
    if (is_of(kAllFolds) || is_of(record.outer_fold)) continue;
    throw DataError(
        fmt::format("{}: damaged record: seeds.{} does not follow from the study's seed in its key", source,
                    base::name_excerpt(entry.first)));
  }
}

}  // namespace preimage::suite::records
