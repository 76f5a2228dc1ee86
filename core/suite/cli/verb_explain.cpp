#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/known_cells.hpp"
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

/// The first part of a cell's name that no cell has, given the parts before it, and what was probably meant; nothing
/// where there are no cells.
std::string misnamed_part(const std::string& name, const std::vector<std::string>& names) {
  const std::vector<std::string_view> parts = data::split_fields(name, ':');
  std::vector<std::string> alike = names;
  for (std::size_t p = 0; !alike.empty() && p < parts.size(); ++p) {
    const std::string part(parts[p]);
    std::set<std::string> known;
    for (const std::string& other : alike) known.emplace(data::split_fields(other, ':')[p]);
    if (!known.contains(part)) {
      constexpr const char* kParts[] = {"config", "reading", "learner", "repetition", "fold"};
      return fmt::format(": no {} '{}'{}", kParts[p], part,
                         base::suggestion(part, {known.begin(), known.end()}));
    }
    std::erase_if(alike, [&](const std::string& other) { return data::split_fields(other, ':')[p] != part; });
  }
  return "";
}

/// A line per key. Of those with one name, what sets them apart from the first.
void list_keys(const std::set<std::string>& keys, KnownCells& known) {
  const auto parameters_of = [&](const std::string& key) {
    const std::optional<ResultRecord> cell = known.identity_of(key);
    return cell ? cell->parameters : Parameters{};
  };
  const std::string first = known.name_of_key(*keys.begin());
  const Parameters of_first = parameters_of(*keys.begin());
  for (const std::string& key : keys) {
    const std::string name = known.name_of_key(key);
    std::string text = name == first && key != *keys.begin() ? "as the first, but" : name;
    if (name == first) {
      for (const std::string& difference : differences(of_first, parameters_of(key)))
        text += "  " + difference;
    }
    std::cout << key << "  " << text << "\n";
  }
  std::cout.flush();  // before the error
}

/// The one key that `text` means. throws  ConfigError where it means none or, after listing them, several
std::string resolve(const std::string& text, KnownCells& known) {
  const bool is_name = text.find(':') != std::string::npos;
  if (is_name
          ? data::split_fields(text, ':').size() != 5
          : text.size() < kFewestDigits || text.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw ConfigError(fmt::format("cell '{}': {}", text, kForms));
  const std::set<std::string> keys = is_name ? known.keys_with_name(text) : known.keys_with_prefix(text);
  if (keys.empty()) {
    throw ConfigError(fmt::format("no cell '{}' in the selected configs and profile, and no record of it{}",
                                  text, is_name ? misnamed_part(text, known.names()) : ""));
  }
  if (keys.size() == 1) return *keys.begin();
  list_keys(keys, known);
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
  const std::shared_ptr<const study::Reading> reading = cell.reading.get();
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

/// What changed since the nearest record with another key: the one with the fewest differences. A record that
/// nothing refers to any more is held against the cell that took its place.
void print_changes(const ResultRecord& cell, const std::vector<const study::Cell*>& planned,
                   KnownCells& known) {
  if (planned.empty()) {
    for (const std::string& key : known.keys_with_name(name_of(cell))) {
      const std::vector<const study::Cell*> successors = known.planned(key);
      if (successors.empty()) continue;
      line("replaced by", key);
      for (const std::string& text : differences(cell.parameters, successors.front()->parameters()))
        line("changed", text);
    }
    return;
  }
  std::optional<ResultRecord> nearest;
  std::vector<std::string> fewest;
  for (ResultRecord& record : known.records_with_name(name_of(cell))) {
    if (record.key == cell.key) continue;
    std::vector<std::string> lines = differences(record.parameters, cell.parameters);
    if (nearest && lines.size() >= fewest.size()) continue;
    nearest = std::move(record);
    fewest = std::move(lines);
  }
  if (!nearest) {
    line("before", "no other record of this cell");
    return;
  }
  line("before", fmt::format("{} ({})", nearest->key, nearest->status == "ok" ? "done" : "failed"));
  for (const std::string& text : fewest) line("changed", text);
}

/// Of the configs those that the cell's name names, where there are any: nothing is said of the others.
void keep_named_config(study::SelectionOptions& options, const std::string& cell) {
  const std::string name = cell.substr(0, cell.find(':'));
  std::vector<std::filesystem::path> named = run::selected_configs(options);
  std::erase_if(named, [&](const std::filesystem::path& config) { return config.stem() != name; });
  if (!named.empty()) options.configs = std::move(named);
}

/// The selections that cells are looked for in.
class Plans {
 public:
  Plans(const study::SelectionOptions& options, const study::ExperimentTable& experiments, bool has_profile,
        records::RecordStore& store)
      : options_(options), experiments_(experiments), has_profile_(has_profile), known_(store) {
    options_.skip_missing =
        true;  // one config without its data must not keep the others from being explained
  }

  /// Where no config is named, what was run into the folder comes first.
  KnownCells& for_cell(const std::string& cell) {
    const bool is_of_folder =
        options_.configs.empty() && !options_.sweep.is_on() && !run::read_manifest(options_.out).is_empty();
    if (is_of_folder) add_what_was_run();
    if (is_of_folder && has(cell)) return known_;
    study::SelectionOptions one = options_;
    keep_named_config(one, cell);
    selected_ = run::select(one, experiments_, run::make_data_source(one));
    run::report_skipped(selected_.skipped);
    known_.add(selected_);
    return known_;
  }

 private:
  void add_what_was_run() {
    try {
      runs_ = run::folder_runs(options_, experiments_, has_profile_, false);
    } catch (const DataError&) {
      return;  // of what was run here nothing can be planned any more: the configs that come with the program can
    }
    for (const run::FolderPart& part : runs_.parts) known_.add(part.selection);
  }
  bool has(const std::string& cell) {
    if (cell.find(':') == std::string::npos) return known_.plans(cell);
    const std::vector<std::string> names = known_.names();
    return std::find(names.begin(), names.end(), cell) != names.end();
  }

  study::SelectionOptions options_;
  const study::ExperimentTable& experiments_;
  bool has_profile_;
  run::FolderRuns runs_;
  run::Selection selected_;
  KnownCells known_;
};

}  // namespace

int verb_explain(const study::SelectionOptions& options, const study::ExperimentTable& experiments,
                 bool has_profile, const std::string& cell) {
  records::RecordStore store(options.results().cells());
  Plans plans(options, experiments, has_profile, store);
  KnownCells& known = plans.for_cell(cell);
  const std::string key = resolve(cell, known);
  const std::vector<const study::Cell*> planned = known.planned(key);
  const std::optional<ResultRecord> record = store.find(key);
  const std::string damage = store.warning_of(key);
  if (planned.empty() && !record) throw DataError(fmt::format("{}: nothing more is known of it", damage));
  const ResultRecord identity = planned.empty() ? *record : run::identity_of(*planned.front());
  print_identity(identity, planned);
  print_state(record, !planned.empty(), damage);
  if (!planned.empty()) print_command(*planned.front());
  print_inputs(identity);
  print_changes(identity, planned, known);
  return kOk;
}

}  // namespace preimage::suite::cli
