#include "suite/study/plan.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "preimage/base/collect.hpp"
#include "suite/study/fold_sizes.hpp"

namespace preimage::suite::study {

namespace {

/// a b, or the largest number where that is more.
std::size_t product(std::size_t a, std::size_t b) {
  constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();
  return b > 0 && a > kLargest / b ? kLargest : a * b;
}

/// Why what was run, or asked for, is left out.
const std::set<Why> kLeavesOut = {Why::damaged,     Why::unreadable, Why::gone,   Why::foreign,
                                  Why::unplannable, Why::rewritten,  Why::refused};

const RunSpec& spec_of(const Plan& part) {
  return part.readings.empty() ? part.rest.front().spec : part.readings.front().spec;
}

/// Whether the part is of another config with this one's name.
bool has_namesake(const Plan& part, const RunSpec& spec) {
  const auto is_one = [&](const RunSpec& other) {
    return other.config.stem() == spec.config.stem() && other.config != spec.config;
  };
  return std::ranges::any_of(part.readings, is_one, &PlannedReading::spec) ||
         std::ranges::any_of(part.rest, is_one, &NotPlanned::spec);
}

Plan& part_of(std::vector<Plan>& parts, const RunSpec& spec) {
  const auto found = std::ranges::find_if(parts, [&](const Plan& part) {
    return spec_of(part).way() == spec.way() && !has_namesake(part, spec);
  });
  return found == parts.end() ? parts.emplace_back() : *found;
}

}  // namespace

Repeats PlannedReading::repeats_of(const std::string& learner) const {
  const auto found = repeats.find(learner);
  return found == repeats.end() ? Repeats::draws : found->second;
}

std::size_t PlannedReading::repetitions_of(const std::string& learner) const {
  const bool runs_once = !study->point_reader && repeats_of(learner) == Repeats::identical;
  return static_cast<std::size_t>(runs_once ? std::min(repetitions, 1) : repetitions);
}

std::size_t PlannedReading::size() const {
  std::size_t count = 0;
  for (const registry::ParsedLearner& learner : reading->learners) {
    const std::size_t of_learner = product(repetitions_of(learner.name), outer_folds + fold_pairs);
    count += std::min(of_learner, std::numeric_limits<std::size_t>::max() - count);
  }
  return count;
}

std::vector<const Cell*> PlannedReading::all_cells() const {
  std::vector<const Cell*> all;
  for (const std::vector<Cell>* of : {&cells, &pair_cells}) {
    for (const Cell& cell : *of) all.push_back(&cell);
  }
  return all;
}

bool PlannedReading::has_chance() const {
  return repeats.empty() ||
         std::ranges::any_of(repeats, [](const auto& entry) { return entry.second != Repeats::identical; });
}

bool PlannedReading::repeats_one_draw() const {
  return !repeats.empty() &&
         std::ranges::none_of(repeats, [](const auto& entry) { return entry.second == Repeats::draws; });
}

PlannedReading plan_reading(std::shared_ptr<const Study> study, const Reading& reading, int repetitions,
                            const data::DataSource& data) {
  PlannedReading planned;
  planned.study = std::move(study);
  planned.reading = &reading;
  planned.repetitions = repetitions;
  planned.spec.config = planned.study->file;
  planned.data = std::make_shared<const std::string>(reading.experiment.data_identity(data));
  if (reading.experiment.size)
    require_enough_samples(*planned.study, reading, repetitions, reading.experiment.size(data));
  planned.outer_folds = outer_fold_count(*planned.study, reading, data);
  if (reading.protocol.nested_interval && !planned.study->point_reader)  // sweeps have no intervals
    planned.fold_pairs = planned.outer_folds * (planned.outer_folds - 1) / 2;
  if (reading.protocol.ordered) {
    for (const samples::Split& split : outer_splits_in_order(reading.protocol, reading.experiment.size(data)))
      planned.training_sizes.push_back(split.train.n_elem);
  }
  const std::vector<Repeats> repeats = study::repeats_of(*planned.study, reading, data, planned.outer_folds);
  for (std::size_t l = 0; l < repeats.size(); ++l)
    planned.repeats.emplace(reading.learners[l].name, repeats[l]);
  return planned;
}

namespace {

std::vector<Cell> cells_of_folds(const PlannedReading& planned, std::size_t first, std::size_t last) {
  std::vector<CellSeries> series;
  std::vector<std::size_t> repetitions;
  for (const registry::ParsedLearner& learner : planned.reading->learners) {
    series.emplace_back(planned, series.size());
    repetitions.push_back(planned.repetitions_of(learner.name));
  }
  std::vector<Cell> cells;
  for (std::size_t repetition = 0; repetition < static_cast<std::size_t>(planned.repetitions); ++repetition) {
    for (std::size_t fold = first; fold < last; ++fold) {
      for (std::size_t l = 0; l < series.size(); ++l) {
        if (repetition < repetitions[l]) cells.push_back(series[l].cell(repetition, fold));
      }
    }
  }
  return cells;
}

}  // namespace

std::vector<Cell> list_cells(const PlannedReading& planned) {
  return cells_of_folds(planned, 0, planned.outer_folds);
}

std::vector<Cell> list_pair_cells(const PlannedReading& planned) {
  return cells_of_folds(planned, planned.outer_folds, planned.outer_folds + planned.fold_pairs);
}

std::vector<std::reference_wrapper<const Study>> Plan::studies() const {
  std::vector<std::reference_wrapper<const Study>> studies;
  for (const PlannedReading& planned : readings) {
    const bool is_known =
        std::ranges::any_of(studies, [&](const Study& other) { return &other == planned.study.get(); });
    if (!is_known) studies.emplace_back(*planned.study);
  }
  return studies;
}

std::vector<const Cell*> Plan::all_cells() const {
  std::vector<const Cell*> cells;
  for (const PlannedReading& planned : readings) {
    for (const Cell* cell : planned.all_cells()) cells.push_back(cell);
  }
  return cells;
}

std::vector<const Cell*> Plan::distinct_cells() const {
  std::vector<const Cell*> cells = all_cells();
  // A set of a million keys would take more room than the cells.
  std::vector<std::uint32_t> order(cells.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const auto by_key = cells[a]->key <=> cells[b]->key;
    return by_key == 0 ? a < b : by_key < 0;
  });
  const auto same_key = [&](std::uint32_t a, std::uint32_t b) { return cells[a]->key == cells[b]->key; };
  order.erase(std::unique(order.begin(), order.end(), same_key), order.end());
  std::ranges::sort(order);
  for (std::size_t i = 0; i < order.size(); ++i) cells[i] = cells[order[i]];
  cells.resize(order.size());
  return cells;
}

bool Plan::is_whole() const {
  return std::ranges::none_of(rest, [](const NotPlanned& one) { return kLeavesOut.contains(one.why); });
}

bool Plan::has(Why why) const {
  return std::ranges::find(rest, why, &NotPlanned::why) != rest.end();
}

void Plan::add(Plan more) {
  std::move(more.readings.begin(), more.readings.end(), std::back_inserter(readings));
  std::move(more.rest.begin(), more.rest.end(), std::back_inserter(rest));
}

std::vector<records::CellKey> keys_of(const std::vector<const Cell*>& cells) {
  return base::collect(cells, &Cell::key);
}

std::vector<Plan> by_way(Plan plan) {
  std::vector<Plan> parts;
  for (PlannedReading& planned : plan.readings) {
    Plan& part = part_of(parts, planned.spec);
    part.readings.push_back(std::move(planned));
  }
  for (NotPlanned& one : plan.rest) {
    if (one.why != Why::no_data) continue;
    Plan& part = part_of(parts, one.spec);
    part.rest.push_back(std::move(one));
  }
  return parts;
}

SelectionOptions options_of(const Plan& part, SelectionOptions given) {
  given.way() = spec_of(part).way();
  given.configs.clear();
  for (const Study& study : part.studies()) given.configs.push_back(study.file);
  return given;
}

}  // namespace preimage::suite::study
