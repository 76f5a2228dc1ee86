#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/delimited.hpp"
#include "suite/results/provenance.hpp"
#include "suite/run/command.hpp"
#include "suite/run/plans.hpp"
#include "suite/run/run_cell.hpp"

namespace preimage::suite::cli {

namespace {

using records::ResultRecord;
using Parameters = std::map<std::string, std::string>;

/// "config:reading:learner:repetition:fold", of a record.
std::string name_of(const ResultRecord& record) {
  return fmt::format("{}:{}:{}:{}:{}", record.config, record.reading, record.learner, record.repetition,
                     record.outer_fold);
}

/// The same of a cell.
std::string name_of(const study::Cell& cell) {
  return fmt::format("{}:{}:{}:{}:{}", cell.study->config, cell.reading->name, *cell.learner, cell.repetition,
                     cell.outer_fold);
}

bool is_name(const std::string& text) {
  return text.find(':') != std::string::npos;
}

/// The keys of the cells of a name, or, of text without a colon, those that begin so.
std::set<std::string> keys_of(const study::Plan& plan, const std::string& text) {
  std::set<std::string> keys;
  for (const study::Cell* cell : plan.all_cells()) {
    if (is_name(text) ? name_of(*cell) == text : cell->key.text().starts_with(text)) keys.insert(cell->key);
  }
  return keys;
}

/// One per reading (or config) that shares the cell; in several profiles it is one.
std::vector<const study::Cell*> cells_with_key(const study::Plan& plan, const records::CellKey& key) {
  std::vector<const study::Cell*> cells;
  std::set<std::pair<std::filesystem::path, std::string>> seen;
  for (const study::Cell* cell : plan.all_cells()) {
    if (cell->key == key && seen.emplace(cell->study->file, name_of(*cell)).second) cells.push_back(cell);
  }
  return cells;
}

/// Of the configs those that the cell's name names, where there are any: nothing is said of the others.
void keep_named_config(study::SelectionOptions& options, const std::string& cell) {
  const std::string name = cell.substr(0, cell.find(':'));
  std::vector<std::filesystem::path> named = run::selected_configs(options);
  std::erase_if(named, [&](const std::filesystem::path& config) { return config.stem() != name; });
  if (!named.empty()) options.configs = std::move(named);
}

/// Of the selected configs. Where none is named, of what was run into the folder, if that has the cell.
/// Skipped configs that nothing names are told of only where nothing was run into the folder.
study::Plan plan_for(study::SelectionOptions options, const study::ExperimentTable& experiments,
                     const std::string& cell) {
  options.skip_missing = true;  // one config without its data must not keep the others from being explained
  study::Plan plan;
  if (options.configs.empty() && !options.sweep.is_on() && run::has_notes(options.out)) {
    plan = run::plan_folder(options, experiments, run::Ways::all);
    if (!keys_of(plan, cell).empty()) return plan;
  }
  keep_named_config(options, cell);
  study::Plan named = run::plan_configs(options, experiments, run::make_data_source(options));
  if (!options.configs.empty() || plan.readings.empty()) run::report_skipped(named);
  plan.add(std::move(named));
  return plan;
}

constexpr std::size_t kFewestDigits = 6;
constexpr const char* kForms =
    "expected at least 6 hexadecimal digits of a key, or config:reading:learner:repetition:fold";

/// "path: old -> new", one per parameter that differs.
std::vector<std::string> differences(const Parameters& from, const Parameters& to) {
  std::map<std::string, std::pair<std::string, std::string>> all;
  for (const auto& [path, value] : from) all[path] = {value, "(none)"};
  for (const auto& [path, value] : to) all.try_emplace(path, "(none)", "").first->second.second = value;
  std::vector<std::string> lines;
  for (const auto& [path, sides] : all) {
    if (sides.first != sides.second)
      lines.push_back(fmt::format("{}: {} -> {}", path, sides.first, sides.second));
  }
  return lines;
}

/// The one key that `text` means, of a plan or, by its digits, of a record.
/// throws  ConfigError where it means none or, after listing them, several
std::string resolve(const std::string& text, const study::Plan& plan, const records::RecordStore& store) {
  if (is_name(text)
          ? data::split_fields(text, ':').size() != 5
          : text.size() < kFewestDigits || text.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw ConfigError(fmt::format("cell '{}': {}", text, kForms));
  std::set<std::string> keys = keys_of(plan, text);
  for (const std::string& key : store.keys()) {
    if (!is_name(text) && key.starts_with(text)) keys.insert(key);
  }
  if (keys.empty()) {
    std::string why = ", and no record of it";
    if (is_name(text))
      why = " (a record is named by its key)" +
            base::suggestion(
                text, base::collect(plan.all_cells(), [](const study::Cell* one) { return name_of(*one); }));
    throw ConfigError(fmt::format("no cell '{}' in the selected configs and profile{}", text, why));
  }
  if (keys.size() == 1) return *keys.begin();
  for (const std::string& key : keys) std::cout << key << "\n";
  std::cout.flush();  // before the error
  throw ConfigError(fmt::format("'{}' means {} cells (listed): give more digits", text, keys.size()));
}

void line(const std::string& title, const std::string& text) {
  std::cout << fmt::format("{:<12} {}\n", title, text);
}

void print_identity(const ResultRecord& cell, const std::vector<const study::Cell*>& planned) {
  line("cell", cell.key);
  line("experiment", cell.experiment);
  line("config", cell.config);
  line("reading", cell.reading);
  line("learner", cell.learner);
  line("repetition", std::to_string(cell.repetition));
  line("fold", std::to_string(cell.outer_fold));
  for (std::size_t i = 1; i < planned.size(); ++i) line("shared with", name_of(*planned[i]));
}

void print_state(const std::optional<ResultRecord>& record, bool is_planned, const std::string& damage) {
  if (!record) {
    line("state", damage.empty() ? "missing" : "damaged: " + damage);
    line("runs again", damage.empty() ? "yes: no record has its key" : "yes: the record cannot be read");
    return;
  }
  const bool is_done = record->status == "ok";
  const auto found = record->circumstances.find("code");
  const std::string code = found == record->circumstances.end() ? "unknown" : found->second;
  line("state", is_done ? fmt::format("done in {:.3g} s by revision {}", record->seconds, code)
                        : "failed: " + record->reason);
  if (!is_planned) {
    line("runs again", "no: the selected configs and profile do not refer to it");
  } else {
    line("runs again", is_done ? "no" : "yes: a failed cell is tried again");
  }
}

/// What a program of the user's is started with, as a line for a shell in this folder.
void print_command(const study::Cell& cell) {
  const study::Reading* reading = cell.reading;
  if (!reading->experiment.outside) return;
  line("command", run::shell_line(reading->experiment.outside->command(run::outside_cell(cell))));
}

void print_inputs(const ResultRecord& cell) {
  const auto data = cell.parameters.find("data");
  if (data != cell.parameters.end()) line("data", data->second);
  for (const auto& [purpose, seed] : cell.seeds)
    line("seed", fmt::format("{} of {}", study::used_seed(purpose, seed), purpose));
  for (const auto& [path, value] : cell.parameters) {
    if (path != "data") line("parameter", fmt::format("{}: {}", path, value));
  }
}

/// How a record that nothing refers to any more differs from the cell that took its place.
void print_changes(const ResultRecord& record, const study::Plan& plan) {
  for (const std::string& key : keys_of(plan, name_of(record))) {
    line("replaced by", key);
    for (const std::string& text :
         differences(record.parameters, cells_with_key(plan, records::CellKey(key)).front()->parameters()))
      line("changed", text);
  }
}

}  // namespace

int verb_explain(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                 const std::string& cell) {
  records::RecordStore store(options.results().cells());
  const study::Plan plan = plan_for(options, experiments, cell);
  const std::string key = resolve(cell, plan, store);
  const std::vector<const study::Cell*> planned = cells_with_key(plan, records::CellKey(key));
  const std::optional<ResultRecord> record = store.find(key);
  const std::string damage = store.warning_of(key);
  if (planned.empty() && !record) throw DataError(fmt::format("{}: nothing more is known of it", damage));
  const ResultRecord identity = planned.empty() ? *record : run::identity_of(*planned.front());
  print_identity(identity, planned);
  print_state(record, !planned.empty(), damage);
  if (!planned.empty()) print_command(*planned.front());
  print_inputs(identity);
  if (planned.empty()) print_changes(identity, plan);
  return kOk;
}

}  // namespace preimage::suite::cli
