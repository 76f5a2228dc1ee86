#include "suite/study/cells.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/records/cell_key.hpp"
#include "suite/study/fold_sizes.hpp"

namespace preimage::suite::study {

namespace {

using Parameters = records::CellParameters;

constexpr int kCellVersion = 1;             // of the protocol itself: folds, seeds, choice
constexpr int kStratifiedFoldsVersion = 2;  // of the order of samples in stratified folds

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

bool is_below(const std::string& path, const std::string& map) {
  return path == map || starts_with(path, map + ".");
}

/// The part of a reading's parameters that concerns one learner, under names that do not tell the learner's.
Parameters learner_parameters(const Reading& reading, const std::string& learner) {
  Parameters result;
  const std::string own = "learners." + learner;
  const auto concerns = [&](const std::string& path) {
    return is_below(path, own) || !is_below(path, "learners");
  };
  for (const auto& [path, value] : reading.parameters) {
    if (concerns(path)) result[is_below(path, own) ? "learner" + path.substr(own.size()) : path] = value;
  }
  for (const auto& [path, versions] : reading.versions) {
    if (!concerns(path)) continue;
    for (const auto& [part, version] : versions) result["version." + part] = std::to_string(version);
  }
  return result;
}

using records::kFoldParameter;
using records::kRepetitionParameter;

/// a b, or the largest number where that is more.
std::size_t product(std::size_t a, std::size_t b) {
  constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();
  return b > 0 && a > kLargest / b ? kLargest : a * b;
}

}  // namespace

std::uint64_t seed_for(const Study& study, int repetition, int fold, const std::string& purpose) {
  return records::seed_of(study.seed, study.experiment, repetition, fold, purpose);
}

namespace {

/// All but repetition and fold.
Parameters shared_parameters(const Study& study, const Reading& reading, const std::string& learner,
                             const std::string& data) {
  const auto parsed =
      std::find_if(reading.learners.begin(), reading.learners.end(),
                   [&](const registry::ParsedLearner& candidate) { return candidate.name == learner; });
  Parameters parameters = learner_parameters(reading, learner);
  parameters["data"] = data;
  parameters[records::kExperimentParameter] = study.experiment;
  parameters[records::kSeedParameter] = study.seed;
  parameters["version.cell"] = std::to_string(kCellVersion);
  if (reading.protocol.outer_stratified || reading.protocol.inner_stratified)
    parameters["version.stratified_folds"] = std::to_string(kStratifiedFoldsVersion);
  parameters["version.experiment"] = std::to_string(reading.experiment.version);
  parameters["version.method"] = std::to_string(parsed->version);
  return parameters;
}

}  // namespace

std::map<std::string, std::string> Cell::parameters() const {
  Parameters parameters = shared_parameters(*study, *reading, *learner, *data);
  parameters[kRepetitionParameter] = std::to_string(repetition);
  parameters[kFoldParameter] = std::to_string(outer_fold);
  return parameters;
}

std::size_t CellBlock::repetitions_of(std::size_t learner) const {
  const bool runs_once = !runs_copies && !repeats.empty() && repeats[learner] == Repeats::identical;
  return runs_once ? std::min<std::size_t>(repetitions, 1) : repetitions;
}

std::size_t CellBlock::size() const {
  std::size_t cells = 0;
  for (std::size_t l = 0; l < learners.size(); ++l) {
    const std::size_t of_learner = product(repetitions_of(l), outer_folds);
    cells += std::min(of_learner, std::numeric_limits<std::size_t>::max() - cells);
  }
  return cells;
}

CellBlock block_of(const Study& study, const Reading& reading, int repetitions,
                   const data::DataSource& data) {
  CellBlock block{&study, &reading, static_cast<std::size_t>(repetitions), 0, nullptr, {}, {}};
  block.data = std::make_shared<const std::string>(reading.experiment.data_identity(data));
  for (const registry::ParsedLearner& learner : reading.learners) block.learners.push_back(&learner.name);
  if (reading.experiment.size)
    require_enough_samples(study, reading, repetitions, reading.experiment.size(data));
  block.outer_folds = outer_fold_count(study, reading, data);
  return block;
}

CellSeries::CellSeries(const CellBlock& block, std::size_t learner) : block_(block), learner_(learner) {
  std::string before;
  for (const auto& [path, value] :
       shared_parameters(*block.study, *block.reading, *block.learners[learner], *block.data)) {
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
  return {block_.study,
          block_.reading,
          block_.learners[learner_],
          static_cast<int>(repetition),
          static_cast<int>(outer_fold),
          records::CellKey(hash.digest()),
          block_.data};
}

std::string CellSeries::key_of_all() const {
  base::Sha256 hash = before_;
  hash.update(between_ + after_);
  return hash.hex_digest();
}

std::vector<Cell> list_cells(const CellBlock& block) {
  std::vector<CellSeries> series;
  for (std::size_t l = 0; l < block.learners.size(); ++l) series.emplace_back(block, l);
  std::vector<Cell> cells;
  cells.reserve(block.size());
  for (std::size_t repetition = 0; repetition < block.repetitions; ++repetition) {
    for (std::size_t fold = 0; fold < block.outer_folds; ++fold) {
      for (std::size_t l = 0; l < series.size(); ++l) {
        if (repetition < block.repetitions_of(l)) cells.push_back(series[l].cell(repetition, fold));
      }
    }
  }
  return cells;
}

std::vector<Cell> plan_cells(const Study& study, const Reading& reading, int repetitions,
                             const data::DataSource& data) {
  return list_cells(block_of(study, reading, repetitions, data));
}

}  // namespace preimage::suite::study
