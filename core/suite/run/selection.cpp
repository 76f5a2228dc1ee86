#include "suite/run/selection.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <iterator>
#include <limits>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/environment.hpp"
#include "suite/study/points.hpp"

namespace preimage::suite::run {

namespace fs = std::filesystem;

namespace {

std::vector<const study::Reading*> chosen_readings(const study::Study& study,
                                                   const study::SelectionOptions& options) {
  std::vector<const study::Reading*> readings;
  if (options.sweep.is_on()) {
    for (const study::Reading& point : study.readings) readings.push_back(&point);
  } else if (options.reading) {
    readings.push_back(&study.reading(*options.reading));
  } else {
    for (const std::string& name : study.profile(options.profile).readings)
      readings.push_back(&study.reading(name));
  }
  return readings;
}

std::vector<study::CellBlock> blocks_of(const study::Study& study, const study::SelectionOptions& options,
                                        const data::DataSource& data) {
  const int repetitions = options.repetitions.value_or(study.profile(options.profile).repetitions);
  const std::vector<const study::Reading*> chosen = chosen_readings(study, options);
  std::vector<bool> chances;
  for (const study::Reading* reading : chosen) chances.push_back(study::has_chance(study, *reading, data));
  // The points of a sweep are compared repetition by repetition, so all have them where one needs them.
  if (options.sweep.is_on() && std::count(chances.begin(), chances.end(), true) > 0)
    chances.assign(chances.size(), true);
  std::vector<study::CellBlock> blocks;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    blocks.push_back(study::block_of(study, *chosen[i], chances[i] ? repetitions : 1, data));
    blocks.back().has_chance = chances[i];
  }
  return blocks;
}

/// "10,000,000"
std::string with_commas(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

void require_few(const std::vector<study::CellBlock>& blocks, const study::SelectionOptions& options) {
  const std::size_t most = options.max_cells.value_or(study::kMaxCells);
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
                const data::DataSource& data) {
  selected.studies.push_back(options.sweep.is_on()
                                 ? study::load_sweep(config, options)
                                 : study::load_study(config, options.overrides, options.experiments));
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

std::vector<const study::Cell*> Selection::distinct_cells() const {
  std::unordered_set<std::string_view> seen;
  std::vector<const study::Cell*> cells;
  for (const SelectedReading& selected : readings) {
    for (const study::Cell& cell : selected.cells) {
      if (seen.insert(cell.key).second) cells.push_back(&cell);
    }
  }
  return cells;
}

std::vector<const study::Study*> all_studies(const Selection& selection) {
  std::vector<const study::Study*> studies;
  for (const auto* some : {&selection.studies, &selection.left_out}) {
    for (const study::Study& study : *some) studies.push_back(&study);
  }
  std::stable_sort(studies.begin(), studies.end(),
                   [](const study::Study* a, const study::Study* b) { return a->file < b->file; });
  return studies;
}

namespace {

constexpr const char* kEnding = ".yaml";

fs::path own_folder() {
  return data::project_root() / "configs";
}

std::vector<fs::path> own_configs() {
  std::vector<fs::path> configs;
  for (const auto& entry : fs::directory_iterator(own_folder())) {
    if (entry.path().extension() == kEnding) configs.push_back(entry.path());
  }
  std::sort(configs.begin(), configs.end());
  return configs;
}

}  // namespace

std::vector<fs::path> selected_configs(const study::SelectionOptions& options) {
  return options.configs.empty() ? own_configs() : options.configs;
}

fs::path find_config(const fs::path& given) {
  fs::path with_ending = given;
  with_ending += kEnding;
  for (const fs::path& candidate : {given, with_ending, own_folder() / given, own_folder() / with_ending}) {
    std::error_code unreadable;
    if (fs::exists(candidate, unreadable) || unreadable) return candidate;
  }
  if (given.has_parent_path() || given.extension() == kEnding) return given;  // whoever reads it says why not
  std::vector<std::string> names;
  for (const fs::path& config : own_configs()) names.push_back(config.stem().string());
  throw ConfigError(fmt::format("config '{}': no such file, and none of that name in configs/{}",
                                given.string(), base::suggestion(given.string(), names)));
}

SelectedBlocks select_blocks(const study::SelectionOptions& options, const data::DataSource& data,
                             std::vector<std::string>* troubles) {
  if (options.sweep.is_on() && options.configs.size() != 1)
    throw ConfigError(fmt::format("--grid: expected one config, found {}", options.configs.size()));
  SelectedBlocks selected;
  std::exception_ptr first_trouble;
  for (const fs::path& config : selected_configs(options)) {
    const std::size_t studies = selected.studies.size();
    try {
      add_config(selected, config, options, data);
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

Selection select(const study::SelectionOptions& options, const data::DataSource& data,
                 std::vector<std::string>* troubles) {
  SelectedBlocks selected = select_blocks(options, data, troubles);
  Selection selection;
  for (const study::CellBlock& block : selected.blocks) {
    selection.readings.push_back({block.study, block.reading, static_cast<int>(block.repetitions),
                                  study::list_cells(block), block.has_chance});
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
