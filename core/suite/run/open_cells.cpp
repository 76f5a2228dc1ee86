#include "suite/run/open_cells.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "suite/config/config_error.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/run/child_process.hpp"
#include "suite/run/draw_order.hpp"

namespace preimage::suite::run {

namespace {

constexpr const char* kRunWord = "run";  // of a record's circumstances
constexpr std::size_t kShownDigits = 16;

std::string command_of(const std::string& program, const study::StudyOptions& options) {
  return study::command_text({program, options.selected.sweep.is_on() ? "sweep" : "run"},
                             study::run_arguments(options));
}

/// A path from the working folder on, where it lies in it; else as it is.
std::filesystem::path seen_from_here(const std::filesystem::path& path) {
  std::error_code is_gone;  // the working folder may have been removed
  const std::filesystem::path here = std::filesystem::current_path(is_gone);
  if (is_gone) return path;
  const std::filesystem::path below = path.lexically_normal().lexically_relative(here.lexically_normal());
  return below.empty() || *below.begin() == ".." ? path : below;
}

/// A program as it is typed in the working folder: by its name where it lies in a folder of PATH.
std::string program_from_here(const std::filesystem::path& program) {
  if (find_program(program.filename().string()) == program) return program.filename().string();
  const std::filesystem::path seen = seen_from_here(program);
  return seen.has_parent_path() ? seen.string() : "./" + seen.string();
}

}  // namespace

std::filesystem::path default_results() {
  return seen_from_here(data::program_folders().results);
}

void require_allowed(const std::vector<const study::Cell*>& open, const study::StudyOptions& options) {
  if (options.run.allow_commands) return;
  std::set<const std::string*> seen;  // one of each reading's learners is all
  for (const study::Cell* cell : open) {
    if (!seen.insert(cell->learner).second) continue;
    if (const registry::LearnerProgram* program = study::program_of(*cell->reading, *cell->learner))
      throw ConfigError(
          fmt::format("{}: it would run `{}` on this machine: look at it, then say --allow-commands",
                      cell->study->file.string(), program->text));
  }
}

std::vector<const study::Cell*> chosen_cells(const study::Plan& plan, const study::StudyOptions& options) {
  std::vector<const study::Cell*> cells = in_order_of_draws(plan.distinct_cells());
  if (!options.run.only) return cells;
  std::erase_if(cells,
                [&](const study::Cell* cell) { return !cell->key.text().starts_with(*options.run.only); });
  if (cells.empty()) {
    throw ConfigError("--only " + *options.run.only +
                      ": expected the beginning of a cell's key, and none here begins so");
  }
  return cells;
}

OpenCells::OpenCells(records::RecordStore& store, bool force, std::string run)
    : store_(store), force_(force), run_(std::move(run)) {}

bool OpenCells::is_open(const study::Cell& cell) {
  return is_open(store_.find(cell.key));
}

bool OpenCells::is_open(const std::optional<records::ResultRecord>& record) const {
  if (!record) return true;
  const auto found = record->circumstances.find(kRunWord);
  const bool tried_now = found != record->circumstances.end() && found->second == run_;
  return !tried_now && (force_ || record->status != "ok");
}

std::vector<const study::Cell*> OpenCells::among(const std::vector<const study::Cell*>& cells) {
  const std::vector<records::CellKey> keys = study::keys_of(cells);
  std::vector<bool> open = store_.have_files(keys);
  open.flip();
  std::vector<records::CellKey> to_read;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (open[i]) continue;
    to_read.push_back(keys[i]);
    places.push_back(i);
  }
  store_.find_each(to_read, [&](std::size_t i, const std::optional<records::ResultRecord>& record) {
    open[places[i]] = is_open(record);
  });
  std::vector<const study::Cell*> left;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (open[i]) left.push_back(cells[i]);
  }
  return left;
}

void OpenCells::put(records::ResultRecord record) {
  record.circumstances[kRunWord] = run_;
  store_.put(record);
}

std::vector<std::size_t> shard_order(std::size_t count, const study::Shard& shard, bool steals) {
  const auto begin_of = [&](int s) {
    return count * static_cast<std::size_t>(s) / static_cast<std::size_t>(shard.count);
  };
  const std::size_t begin = begin_of(shard.index), end = begin_of(shard.index + 1);
  std::vector<std::size_t> order;
  for (std::size_t place = begin; place < end; ++place) order.push_back(place);
  if (!steals) return order;
  for (std::size_t place = begin; place > 0; --place) order.push_back(place - 1);
  for (std::size_t place = count; place > end; --place) order.push_back(place - 1);
  return order;
}

study::ProcessLimits limits_of(const study::Cell& cell, const study::StudyOptions& options) {
  study::ProcessLimits limits = cell.study->profiles.at(options.selected.profile).cell_limits;
  if (options.run.cell_limits.seconds) limits.seconds = options.run.cell_limits.seconds;
  if (options.run.cell_limits.memory_mib) limits.memory_mib = options.run.cell_limits.memory_mib;
  return limits;
}

std::string command_for(const study::Cell& cell, const study::StudyOptions& options) {
  study::StudyOptions one = options;
  one.run.only = cell.key.text().substr(0, kShownDigits);
  one.run.force = false;  // a failed cell is run again anyway
  one.selected.configs = {cell.study->file};
  one.selected = study::independent_of_place(std::move(one.selected));  // the line is to work from any folder
  return command_of(data::own_executable(), one);
}

std::string command_for(const study::Study& study, const std::string& reading,
                        const study::SelectionOptions& options) {
  study::StudyOptions all{options, {}, {}};
  all.selected.reading = reading;
  all.selected.skip_missing = false;
  all.run.force = true;
  all.run.allow_commands = study::runs_programs(study);
  all.selected.configs = {study.file};
  all.selected = study::independent_of_place(std::move(all.selected));
  for (std::filesystem::path& config : all.selected.configs) config = seen_from_here(config);
  all.selected.out = seen_from_here(all.selected.out);
  if (all.selected.data) all.selected.data = seen_from_here(*all.selected.data);
  return command_of(program_from_here(data::own_executable()), all);
}

}  // namespace preimage::suite::run
