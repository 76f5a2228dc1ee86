#include "suite/run/selection.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <iterator>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "suite/config/config_error.hpp"
#include "suite/run/environment.hpp"
#include "suite/run/find_config.hpp"
#include "suite/study/grid_points.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;

namespace {

std::vector<const study::Reading*> chosen_readings(const study::Study& study,
                                                   const study::SelectionOptions& options) {
  std::vector<const study::Reading*> readings;
  if (study.point_reader) {
    for (const study::Reading& point : study.readings) readings.push_back(&point);
  } else if (options.reading) {
    readings.push_back(&study.reading(*options.reading));
  } else {
    for (const std::string& name : study.profile(options.profile).readings)
      readings.push_back(&study.reading(name));
  }
  return readings;
}

bool has_chance(const study::CellBlock& block) {
  return std::any_of(block.repeats.begin(), block.repeats.end(),
                     [](study::Repeats repeats) { return repeats != study::Repeats::identical; });
}

void set_repetitions(study::CellBlock& block, bool any_chance, int repetitions) {
  block.repetitions = any_chance ? static_cast<std::size_t>(repetitions) : 1;
}

/// Where one point of a sweep has chance all have its repetitions: points are compared repetition by repetition.
std::vector<study::CellBlock> blocks_of(const study::Study& study, const study::SelectionOptions& options,
                                        const data::DataSource& data) {
  const int repetitions = options.repetitions.value_or(study.profile(options.profile).repetitions);
  std::vector<study::CellBlock> blocks;
  bool any_chance = false;
  for (const study::Reading* reading : chosen_readings(study, options)) {
    study::CellBlock block = study::block_of(study, *reading, repetitions, data);
    // The identities of data are long, and points mostly have the same.
    if (!blocks.empty() && *blocks.back().data == *block.data) block.data = blocks.back().data;
    block.repeats = study::repeats_of(study, *reading, data, block.outer_folds);
    block.runs_copies = study.point_reader != nullptr;
    any_chance = any_chance || has_chance(block);
    set_repetitions(block, has_chance(block), repetitions);
    blocks.push_back(std::move(block));
  }
  for (study::CellBlock& block : blocks) {
    if (study.point_reader) set_repetitions(block, any_chance, repetitions);
  }
  return blocks;
}

/// "10,000,000"
std::string with_commas(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::size_t most_cells(const study::SelectionOptions& options) {
  return options.max_cells.value_or(study::kMaxCells);
}

void require_few(const std::vector<study::CellBlock>& blocks, const study::SelectionOptions& options) {
  const std::size_t most = most_cells(options);
  std::size_t count = 0;
  for (const study::CellBlock& block : blocks) {
    const std::size_t room = std::numeric_limits<std::size_t>::max() - count;
    count += std::min(room, block.size());
  }
  if (count <= most) return;
  throw ConfigError(
      fmt::format("{} cells, more than {}: choose fewer repetitions, folds or readings, or allow them by "
                  "--max-cells {}",
                  with_commas(count), with_commas(most), count));
}

std::string stand_in_hint(const study::Study& study) {
  const bool has_one =
      std::any_of(study.readings.begin(), study.readings.end(),
                  [](const study::Reading& reading) { return reading.experiment.has_stand_in; });
  return has_one ? ", or run with `--stand-in`" : "";
}

/// throws  ConfigError where another config before it has its name
void require_new_name(const SelectedBlocks& selected, const fs::path& config) {
  const std::string& name = selected.studies.back().config;
  const auto namesakes = std::count_if(selected.studies.begin(), selected.studies.end(),
                                       [&](const study::Study& other) { return other.config == name; });
  if (namesakes > 1) {
    throw ConfigError(config.string() + ": another config of this run is named '" + name +
                      "', too, and their tables would overwrite each other");
  }
}

void add_config(SelectedBlocks& selected, const fs::path& config, const study::SelectionOptions& options,
                const study::ExperimentTable& experiments, const data::DataSource& data) {
  selected.studies.push_back(options.sweep.is_on()
                                 ? study::load_sweep(config, options, experiments)
                                 : study::load_study(config, options.overrides, experiments));
  const study::Study& study = selected.studies.back();
  require_new_name(selected, config);
  try {
    std::vector<study::CellBlock> blocks = blocks_of(study, options, data);
    std::move(blocks.begin(), blocks.end(), std::back_inserter(selected.blocks));
  } catch (const data::MissingDataError& error) {
    if (!options.skip_missing) throw data::MissingDataError(error.what() + stand_in_hint(study));
    selected.skipped.push_back(study.config + ": " + error.what());
    selected.left_out.push_back(std::move(selected.studies.back()));
    selected.studies.pop_back();
  }
}

}  // namespace

study::Repeats SelectedReading::repeats_of(const std::string& learner) const {
  const auto found = repeats.find(learner);
  return found == repeats.end() ? study::Repeats::draws : found->second;
}

bool SelectedReading::has_chance() const {
  return repeats.empty() || std::any_of(repeats.begin(), repeats.end(), [](const auto& entry) {
           return entry.second != study::Repeats::identical;
         });
}

bool SelectedReading::repeats_one_draw() const {
  return !repeats.empty() && std::none_of(repeats.begin(), repeats.end(), [](const auto& entry) {
    return entry.second == study::Repeats::draws;
  });
}

std::vector<const study::Cell*> Selection::distinct_cells() const {
  std::vector<const study::Cell*> cells;
  for (const SelectedReading& selected : readings) {
    for (const study::Cell& cell : selected.cells) cells.push_back(&cell);
  }
  // A set of a million keys would take more room than the cells.
  std::vector<std::uint32_t> order(cells.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto by_key = cells[a]->key <=> cells[b]->key;
    return by_key == 0 ? a < b : by_key < 0;
  });
  const auto same_key = [&](std::uint32_t a, std::uint32_t b) { return cells[a]->key == cells[b]->key; };
  order.erase(std::unique(order.begin(), order.end(), same_key), order.end());
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) cells[i] = cells[order[i]];
  cells.resize(order.size());
  return cells;
}

std::vector<fs::path> selected_configs(const study::SelectionOptions& options) {
  return options.configs.empty() ? own_configs() : options.configs;
}

SelectedBlocks select_blocks(const study::SelectionOptions& options,
                             const study::ExperimentTable& experiments, const data::DataSource& data,
                             std::vector<std::string>* troubles) {
  if (options.sweep.is_on() && options.configs.size() != 1)
    throw ConfigError(fmt::format("--grid: expected one config, found {}", options.configs.size()));
  SelectedBlocks selected;
  std::exception_ptr first_trouble;
  for (const fs::path& config : selected_configs(options)) {
    const std::size_t studies = selected.studies.size();
    try {
      add_config(selected, config, options, experiments, data);
    } catch (const std::exception& error) {
      if (troubles == nullptr) throw;
      if (!first_trouble) first_trouble = std::current_exception();
      troubles->push_back(config.filename().string() + ": " + error.what());
      selected.studies.resize(studies);
    }
  }
  if (first_trouble && selected.studies.empty()) std::rethrow_exception(first_trouble);
  require_few(selected.blocks, options);
  return selected;
}

Selection select(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                 const data::DataSource& data, std::vector<std::string>* troubles) {
  SelectedBlocks selected = select_blocks(options, experiments, data, troubles);
  Selection selection;
  selection.readings.reserve(selected.blocks.size());
  for (const study::CellBlock& block : selected.blocks) {
    SelectedReading& reading = selection.readings.emplace_back(SelectedReading{
        block.study, block.reading, static_cast<int>(block.repetitions), study::list_cells(block)});
    for (std::size_t l = 0; l < block.learners.size(); ++l)
      reading.repeats.emplace(*block.learners[l], block.repeats[l]);
  }
  selection.studies = std::move(selected.studies);  // the studies themselves stay where they are
  selection.skipped = std::move(selected.skipped);
  selection.left_out = std::move(selected.left_out);
  return selection;
}

void report_skipped(const std::vector<std::string>& skipped) {
  for (const std::string& line : skipped) std::cerr << "skipped: " << line << "\n";
}

data::DataSource make_data_source(const study::SelectionOptions& options) {
  data::DataSource source = data::make_data_source(options.data, options.stand_in);
  source.cache = data::ContentCache(options.results().cache(),
                                    [](const std::string& line) { std::cerr << line << "\n"; });
  source.rounding = rounding_text();
  return source;
}

}  // namespace preimage::suite::run
