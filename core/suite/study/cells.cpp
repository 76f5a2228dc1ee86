#include "suite/study/cells.hpp"

#include <algorithm>

#include "preimage/base/sha256.hpp"
#include "suite/records/cell_key.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::study {

namespace {

using Parameters = records::CellParameters;

constexpr int kCellVersion = 1;             // of the protocol itself: folds, seeds, choice
constexpr int kStratifiedFoldsVersion = 2;  // of the order of samples in stratified folds

bool is_below(const std::string& path, const std::string& map) {
  return path == map || path.starts_with(map + ".");
}

bool concerns(const std::string& path, const std::string& learner) {
  return is_below(path, "learners." + learner) || !is_below(path, "learners");
}

std::map<std::string, int> learner_versions(const Reading& reading, const std::string& learner) {
  std::map<std::string, int> all;
  for (const auto& [path, versions] : reading.versions) {
    if (!concerns(path, learner)) continue;
    for (const auto& [part, version] : versions) all[part] = version;
  }
  all["cell"] = kCellVersion;
  if (reading.protocol.outer_stratified || reading.protocol.inner_stratified)
    all["stratified_folds"] = kStratifiedFoldsVersion;
  all["experiment"] = reading.experiment.version;
  for (const registry::ParsedLearner& parsed : reading.learners) {
    if (parsed.name == learner) all["method"] = parsed.version;
  }
  return all;
}

/// The part of a reading's parameters that concerns one learner, under names that do not tell the learner's.
Parameters learner_parameters(const Reading& reading, const std::string& learner) {
  Parameters result;
  const std::string own = "learners." + learner;
  for (const auto& [path, value] : reading.parameters) {
    if (concerns(path, learner))
      result[is_below(path, own) ? "learner" + path.substr(own.size()) : path] = value;
  }
  return result;
}

using records::kFoldParameter;
using records::kRepetitionParameter;

/// All but repetition and fold.
Parameters shared_parameters(const Study& study, const Reading& reading, const std::string& learner,
                             const std::string& data) {
  Parameters parameters = learner_parameters(reading, learner);
  parameters["data"] = data;
  parameters[records::kExperimentParameter] = study.experiment;
  parameters[records::kSeedParameter] = study.seed;
  for (const auto& [part, version] : learner_versions(reading, learner))
    parameters["version." + part] = std::to_string(version);
  return parameters;
}

}  // namespace

std::uint64_t seed_for(const Study& study, int repetition, int fold, const std::string& purpose) {
  return records::seed_of(study.seed, study.experiment, repetition, fold, purpose);
}

std::uint64_t used_seed(const std::string& purpose, std::uint64_t seed) {
  return purpose == kOutsidePurpose ? seed % kOutsideSeeds : seed;
}

std::map<std::string, std::string> Cell::parameters() const {
  Parameters parameters = shared_parameters(*study, *reading, *learner, *data);
  parameters[kRepetitionParameter] = std::to_string(repetition);
  parameters[kFoldParameter] = std::to_string(outer_fold);
  return parameters;
}

std::map<std::string, int> Cell::versions() const {
  return learner_versions(*reading, *learner);
}

CellSeries::CellSeries(const PlannedReading& planned, std::size_t learner)
    : planned_(planned), learner_(learner) {
  std::string before;
  for (const auto& [path, value] : shared_parameters(
           *planned.study, *planned.reading, planned.reading->learners[learner].name, *planned.data)) {
    (path < kFoldParameter         ? before
     : path < kRepetitionParameter ? between_
                                   : after_) += records::key_line(path, value);
  }
  before_.update(before);
}

Cell CellSeries::cell(std::size_t repetition, std::size_t outer_fold) const {
  base::Sha256 hash = before_;
  hash.update(records::key_line(kFoldParameter, std::to_string(outer_fold)) + between_ +
              records::key_line(kRepetitionParameter, std::to_string(repetition)) + after_);
  return {planned_.study.get(),
          planned_.reading,
          &planned_.reading->learners[learner_].name,
          static_cast<int>(repetition),
          static_cast<int>(outer_fold),
          records::CellKey(hash.digest()),
          planned_.data};
}

std::string CellSeries::key_of_all() const {
  base::Sha256 hash = before_;
  hash.update(between_ + after_);
  return hash.hex_digest();
}

}  // namespace preimage::suite::study
