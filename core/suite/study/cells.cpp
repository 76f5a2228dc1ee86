#include "suite/study/cells.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/registry/decoders/decoder_table.hpp"
#include "suite/registry/kernels/kernel_table.hpp"

namespace preimage::suite::study {

namespace {

using Parameters = std::map<std::string, std::string>;

constexpr int kCellVersion = 1;  // of the protocol itself: folds, seeds, choice

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

/// Versions of the rows that a list of parameters names ("...kernel.name", "...base.name", "decoder.name").
template <class Row>
void add_versions(const std::string& kind, const std::vector<Row>& rows, const Parameters& parameters,
                  Parameters& versions) {
  for (const auto& [path, value] : parameters) {
    for (const Row& row : rows) {
      if (value == "\"" + row.name + "\"")
        versions["version." + kind + "." + row.name] = std::to_string(row.version);
    }
  }
}

/// The part of a reading's parameters that concerns one learner, under names that do not tell the learner's.
Parameters learner_parameters(const Reading& reading, const std::string& learner) {
  Parameters result;
  const std::string own = "learners." + learner + ".";
  for (const auto& [path, value] : reading.parameters) {
    if (starts_with(path, own)) {
      result["learner." + path.substr(own.size())] = value;
    } else if (!starts_with(path, "learners.")) {
      result[path] = value;
    }
  }
  Parameters versions;
  add_versions("kernel", registry::kernel_table<kernels::Vectors>(), result, versions);
  add_versions("kernel", registry::kernel_table<kernels::Strings>(), result, versions);
  add_versions("kernel", registry::kernel_table<kernels::StringPairs>(), result, versions);
  add_versions("kernel", registry::kernel_table<kernels::Labels>(), result, versions);
  add_versions("kernel", registry::kernel_table<kernels::LabelSets>(), result, versions);
  add_versions("kernel", registry::kernel_table<samples::VectorSequences>(), result, versions);
  add_versions("decoder", registry::decoder_table(), result, versions);
  result.merge(versions);
  return result;
}

constexpr const char* kFold = "outer_fold";
constexpr const char* kRepetition = "repetition";

std::string line_of(const std::string& path, const std::string& value) {
  return path + "=" + value + "\n";
}

void require_given(const std::vector<int>& folds) {
  if (folds.empty()) throw DataError("protocol.outer.given: the data set has no fold column");
  if (std::adjacent_find(folds.begin(), folds.end(), std::not_equal_to<>()) == folds.end())
    throw DataError("the fold column names fewer than 2 folds");
}

/// The members of each fold, in the order of the folds' names.
std::vector<validation::Indices> parts_by_given_fold(const std::vector<int>& folds) {
  require_given(folds);
  std::map<int, std::vector<arma::uword>> members;
  for (std::size_t i = 0; i < folds.size(); ++i) members[folds[i]].push_back(i);
  std::vector<validation::Indices> parts;
  for (const auto& [name, samples] : members)
    parts.push_back(arma::conv_to<validation::Indices>::from(samples));
  return parts;
}

std::map<int, std::size_t> given_fold_sizes(const std::vector<int>& folds) {
  require_given(folds);
  std::map<int, std::size_t> sizes;
  for (const int name : folds) ++sizes[name];
  return sizes;
}

/// Of the sizes of the outer folds.
struct FoldSizes {
  std::size_t first = 0, smallest = 0, largest = 0;
};

FoldSizes fold_sizes(const Protocol& protocol, const DrawSize& size) {
  const std::size_t folds = protocol.outer_folds;
  const std::size_t rounded_up = (size.samples + folds - 1) / folds;
  if (!protocol.given_folds)
    return {rounded_up, size.samples / folds, rounded_up};  // as cut_into_folds deals
  const std::map<int, std::size_t> sizes = given_fold_sizes(size.given_folds);
  const auto [smallest, largest] = std::minmax_element(
      sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return {sizes.begin()->second, smallest->second, largest->second};
}

std::size_t smallest_training_set(const Protocol& protocol, const DrawSize& size) {
  const FoldSizes folds = fold_sizes(protocol, size);
  if (protocol.train_on == validation::TrainOn::first_fold) return folds.first;
  if (protocol.train_on == validation::TrainOn::one_fold) return folds.smallest;
  return size.samples - folds.largest;
}

/// throws  ConfigError for folds that no draw of this size can give
void require_enough_samples(const Study& study, const Reading& reading, const DrawSize& size) {
  const Protocol& protocol = reading.protocol;
  const auto require = [&](const char* key, std::size_t folds, std::size_t most, const char* what) {
    if (folds <= most) return;
    const std::string where = study.readings.size() > 1 ? " in reading '" + reading.name + "'" : "";
    throw ConfigError(fmt::format("{}{}: protocol.{}.folds: expected at most {}, {}, found {}", study.config,
                                  where, key, most, what, folds));
  };
  if (!protocol.given_folds) require("outer", protocol.outer_folds, size.samples, "the number of samples");
  require("inner", protocol.inner_folds, smallest_training_set(protocol, size),
          "the size of the smallest training set");
}

/// a b, or the largest number where that is more.
std::size_t product(std::size_t a, std::size_t b) {
  constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();
  return b > 0 && a > kLargest / b ? kLargest : a * b;
}

}  // namespace

std::uint64_t seed_for(const Study& study, int repetition, int fold, const std::string& purpose) {
  return base::derive_seed(
      {study.seed, study.experiment, std::to_string(repetition), std::to_string(fold), purpose});
}

std::shared_ptr<const Task> draw_task(const Study& study, const Reading& reading, int repetition,
                                      const data::DataSource& data) {
  std::shared_ptr<const Task> task =
      reading.experiment.draw({data, seed_for(study, repetition, -1, "data"), repetition});
  std::vector<std::string> names;
  for (const validation::Measure& measure : task->measures) names.push_back(measure.name);
  if (names != reading.experiment.measures)
    throw std::logic_error("experiment " + study.experiment + ": its draw has other measures than it says");
  return task;
}

const std::vector<int>& strata_of(const Task& task, const std::string& folds) {
  if (task.strata.empty())
    throw ConfigError("protocol." + folds + ".stratified: the outputs of this data set have no classes");
  return task.strata;
}

std::vector<validation::Split> outer_splits(const Study& study, const Reading& reading, int repetition,
                                            const Task& task) {
  const Protocol& protocol = reading.protocol;
  if (protocol.given_folds)
    return validation::make_splits(parts_by_given_fold(task.given_folds), protocol.train_on);
  base::Random random(seed_for(study, repetition, -1, "outer folds"));
  const auto all = arma::regspace<validation::Indices>(0, task.problem.size() - 1);
  const std::vector<int> strata = protocol.outer_stratified ? strata_of(task, "outer") : std::vector<int>{};
  return validation::make_splits(validation::cut_into_folds(all, protocol.outer_folds, strata, random),
                                 protocol.train_on);
}

std::size_t outer_fold_count(const Study& study, const Reading& reading, const data::DataSource& data) {
  const Protocol& protocol = reading.protocol;
  if (protocol.train_on == validation::TrainOn::first_fold) return 1;
  if (!protocol.given_folds) return protocol.outer_folds;
  if (reading.experiment.size) return given_fold_sizes(reading.experiment.size(data).given_folds).size();
  return outer_splits(study, reading, 0, *draw_task(study, reading, 0, data)).size();
}

bool has_chance(const Study& study, const Reading& reading, const data::DataSource& data) {
  if (!reading.experiment.has_chance || !reading.repeats_splits()) return reading.experiment.has_chance;
  const std::shared_ptr<const Task> task = draw_task(study, reading, 0, data);
  const auto draws_inner_folds = [&](const registry::ParsedLearner& learner) {
    if (reading.judged.contains(learner.name)) return true;
    try {
      return learner.build(task->problem)->grid_size() > 1;
    } catch (const std::runtime_error&) {
      return false;
    }
  };
  return std::any_of(reading.learners.begin(), reading.learners.end(), draws_inner_folds);
}

std::map<std::string, std::string> Cell::parameters() const {
  Parameters parameters = *shared_parameters;
  parameters[kRepetition] = std::to_string(repetition);
  parameters[kFold] = std::to_string(outer_fold);
  return parameters;
}

std::size_t CellBlock::size() const {
  return product(product(repetitions, outer_folds), reading->learners.size());
}

CellBlock block_of(const Study& study, const Reading& reading, int repetitions,
                   const data::DataSource& data) {
  CellBlock block{&study, &reading, static_cast<std::size_t>(repetitions), 0,
                  reading.experiment.data_identity(data)};
  if (reading.experiment.size) require_enough_samples(study, reading, reading.experiment.size(data));
  block.outer_folds = outer_fold_count(study, reading, data);
  return block;
}

CellSeries::CellSeries(const CellBlock& block, std::size_t learner) : block_(block), learner_(learner) {
  const registry::ParsedLearner& parsed = block.reading->learners[learner];
  Parameters parameters = learner_parameters(*block.reading, parsed.name);
  parameters["data"] = block.data;
  parameters["experiment"] = block.study->experiment;
  parameters["seed"] = block.study->seed;
  parameters["version.cell"] = std::to_string(kCellVersion);
  parameters["version.experiment"] = std::to_string(block.reading->experiment.version);
  parameters["version.method"] = std::to_string(parsed.version);
  for (const auto& [path, value] : parameters)
    (path < kFold ? before_ : path < kRepetition ? between_ : after_) += line_of(path, value);
  shared_ = std::make_shared<const Parameters>(std::move(parameters));
}

Cell CellSeries::cell(std::size_t repetition, std::size_t outer_fold) const {
  Cell cell{block_.study,
            block_.reading,
            &block_.reading->learners[learner_],
            static_cast<int>(repetition),
            static_cast<int>(outer_fold),
            "",
            shared_};
  cell.key = base::sha256(before_ + line_of(kFold, std::to_string(outer_fold)) + between_ +
                          line_of(kRepetition, std::to_string(repetition)) + after_);
  return cell;
}

std::string CellSeries::key_of_all() const {
  return base::sha256(before_ + between_ + after_);
}

std::vector<Cell> list_cells(const CellBlock& block) {
  std::vector<CellSeries> series;
  for (std::size_t l = 0; l < block.reading->learners.size(); ++l) series.emplace_back(block, l);
  std::vector<Cell> cells;
  cells.reserve(block.size());
  for (std::size_t repetition = 0; repetition < block.repetitions; ++repetition) {
    for (std::size_t fold = 0; fold < block.outer_folds; ++fold) {
      for (const CellSeries& one : series) cells.push_back(one.cell(repetition, fold));
    }
  }
  return cells;
}

std::vector<Cell> plan_cells(const Study& study, const Reading& reading, int repetitions,
                             const data::DataSource& data) {
  return list_cells(block_of(study, reading, repetitions, data));
}

}  // namespace preimage::suite::study
