#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/delimited.hpp"
#include "suite/results/provenance.hpp"
#include "suite/run/folder_runs.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/run/run_notes.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::cli {

namespace {

using records::ResultRecord;
using Parameters = std::map<std::string, std::string>;

/// "config:reading:learner:repetition:fold"
std::string name_of(const ResultRecord& record) {
  return fmt::format("{}:{}:{}:{}:{}", record.config, record.reading, record.learner, record.repetition,
                     record.outer_fold);
}

/// Of the configs those that the cell's name names, where there are any: nothing is said of the others.
void keep_named_config(study::SelectionOptions& options, const std::string& cell) {
  const std::string name = cell.substr(0, cell.find(':'));
  std::vector<std::filesystem::path> named = run::selected_configs(options);
  std::erase_if(named, [&](const std::filesystem::path& config) { return config.stem() != name; });
  if (!named.empty()) options.configs = std::move(named);
}

/// The cells that are planned, by key: one per reading (or config) that shares it.
class PlannedCells {
 public:
  /// Of the selected configs. Where none is named, of what was run into the folder, if that has the cell.
  PlannedCells(study::SelectionOptions options, const study::ExperimentTable& experiments, bool has_profile,
               const std::string& cell) {
    options.skip_missing = true;  // one config without its data must not keep the others from being explained
    if (options.configs.empty() && !options.sweep.is_on() && !run::read_manifest(options.out).is_empty()) {
      try {
        runs_ = run::folder_runs(options, experiments, has_profile, false);
      } catch (const DataError&) {  // of what was run here nothing can be planned any more
      }
      for (const run::FolderPart& part : runs_.parts) add(part.selection);
      if (!keys_of(cell).empty()) return;
    }
    keep_named_config(options, cell);
    selected_ = run::select(options, experiments, run::make_data_source(options));
    run::report_skipped(selected_.skipped);
    add(selected_);
  }

  std::vector<const study::Cell*> with_key(const std::string& key) const {
    const auto found = by_key_.find(key);
    return found == by_key_.end() ? std::vector<const study::Cell*>{} : found->second;
  }
  /// Those of a name, or, of text without a colon, that begin so.
  std::set<std::string> keys_of(const std::string& text) const {
    const bool is_name = text.find(':') != std::string::npos;
    std::set<std::string> keys;
    for (const auto& [key, cells] : by_key_) {
      for (const study::Cell* cell : cells) {
        if (is_name ? name_of(run::identity_of(*cell)) == text : key.starts_with(text)) keys.insert(key);
      }
    }
    return keys;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [key, cells] : by_key_) {
      for (const study::Cell* cell : cells) names.push_back(name_of(run::identity_of(*cell)));
    }
    return names;
  }

 private:
  void add(const run::Selection& selection) {
    for (const run::SelectedReading& selected : selection.readings) {
      for (const study::Cell& cell : selected.cells) {
        std::vector<const study::Cell*>& cells = by_key_[cell.key];
        const bool is_known = std::any_of(cells.begin(), cells.end(), [&](const study::Cell* other) {
          return other->study->file == cell.study->file &&
                 name_of(run::identity_of(*other)) == name_of(run::identity_of(cell));
        });
        if (!is_known) cells.push_back(&cell);  // else of another profile
      }
    }
  }

  run::FolderRuns runs_;
  run::Selection selected_;
  std::map<std::string, std::vector<const study::Cell*>> by_key_;
};

constexpr std::size_t kFewestDigits = 6;
constexpr const char* kForms =
    "expected at least 6 hexadecimal digits of a key, or config:reading:learner:repetition:fold";

/// "path: old -> new", one per parameter that differs.
std::vector<std::string> differences(const Parameters& from, const Parameters& to) {
  const auto text = [](const Parameters& parameters, const std::string& path) {
    const auto found = parameters.find(path);
    return found == parameters.end() ? std::string("(none)") : found->second;
  };
  Parameters all = from;
  all.insert(to.begin(), to.end());
  std::vector<std::string> lines;
  for (const auto& [path, value] : all) {
    if (text(from, path) != text(to, path))
      lines.push_back(fmt::format("{}: {} -> {}", path, text(from, path), text(to, path)));
  }
  return lines;
}

/// The one key that `text` means, of a plan or, by its digits, of a record.
/// throws  ConfigError where it means none or, after listing them, several
std::string resolve(const std::string& text, const PlannedCells& planned, const records::RecordStore& store) {
  const bool is_name = text.find(':') != std::string::npos;
  if (is_name
          ? data::split_fields(text, ':').size() != 5
          : text.size() < kFewestDigits || text.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw ConfigError(fmt::format("cell '{}': {}", text, kForms));
  std::set<std::string> keys = planned.keys_of(text);
  for (const std::string& key : store.keys()) {
    if (!is_name && key.starts_with(text)) keys.insert(key);
  }
  if (keys.empty()) {
    throw ConfigError(
        fmt::format("no cell '{}' in the selected configs and profile{}", text,
                    is_name ? " (a record is named by its key)" + base::suggestion(text, planned.names())
                            : ", and no record of it"));
  }
  if (keys.size() == 1) return *keys.begin();
  for (const std::string& key : keys) std::cout << key << "\n";
  std::cout.flush();  // before the error
  throw ConfigError(fmt::format("'{}' stands for {} cells (listed): give more digits", text, keys.size()));
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
  for (std::size_t i = 1; i < planned.size(); ++i)
    line("shared with", name_of(run::identity_of(*planned[i])));
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
  const study::OutsideCommand command = reading->experiment.outside->command(run::outside_cell(cell));
  std::string before;
  if (!command.folder.empty())
    before = study::command_text({"cd", std::filesystem::absolute(command.folder).string()}, {}) + " && ";
  for (const auto& [name, value] : command.environment)
    before += name + "=" + study::shell_quoted(value) + " ";
  line("command", before + study::command_text(command.words, {}));
}

void print_inputs(const ResultRecord& cell) {
  const auto data = cell.parameters.find("data");
  if (data != cell.parameters.end()) line("data", data->second);
  for (const auto& [purpose, seed] : cell.seeds)
    line("seed", fmt::format("{} of {}", run::used_seed(purpose, seed), purpose));
  for (const auto& [path, value] : cell.parameters) {
    if (path != "data") line("parameter", fmt::format("{}: {}", path, value));
  }
}

/// How a record that nothing refers to any more differs from the cell that took its place.
void print_changes(const ResultRecord& record, const PlannedCells& planned) {
  for (const std::string& key : planned.keys_of(name_of(record))) {
    line("replaced by", key);
    for (const std::string& text :
         differences(record.parameters, planned.with_key(key).front()->parameters()))
      line("changed", text);
  }
}

}  // namespace

int verb_explain(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                 bool has_profile, const std::string& cell) {
  records::RecordStore store(options.results().cells());
  const PlannedCells all(options, experiments, has_profile, cell);
  const std::string key = resolve(cell, all, store);
  const std::vector<const study::Cell*> planned = all.with_key(key);
  const std::optional<ResultRecord> record = store.find(key);
  const std::string damage = store.warning_of(key);
  if (planned.empty() && !record) throw DataError(fmt::format("{}: nothing more is known of it", damage));
  const ResultRecord identity = planned.empty() ? *record : run::identity_of(*planned.front());
  print_identity(identity, planned);
  print_state(record, !planned.empty(), damage);
  if (!planned.empty()) print_command(*planned.front());
  print_inputs(identity);
  if (planned.empty()) print_changes(identity, all);
  return kOk;
}

}  // namespace preimage::suite::cli
