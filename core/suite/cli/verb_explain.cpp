#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/nearest_name.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/delimited.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/run/selection.hpp"
#include "suite/tables/provenance.hpp"

namespace preimage::suite::cli {

namespace {

using records::ResultRecord;
using Parameters = std::map<std::string, std::string>;

constexpr std::size_t kFewestDigits = 6;
constexpr const char* kForms =
    "expected at least 6 hexadecimal digits of a key, or config:reading:learner:repetition:fold";

/// "config:reading:learner:repetition:fold"
std::string name_of(const ResultRecord& record) {
  return fmt::format("{}:{}:{}:{}:{}", record.config, record.reading, record.learner, record.repetition,
                     record.outer_fold);
}

/// Whether a record's file names config and learner of `name`: parsing thousands of records would take a
/// hundred times as long. What cannot be read, may be.
bool may_be_of(const std::filesystem::path& path, const std::string& name) {
  const std::vector<std::string_view> parts = data::split_fields(name, ':');
  try {
    const std::string text = base::read_file(path, records::kMaxRecordBytes);
    return text.find("\"config\":" + nlohmann::json(parts[0]).dump()) != std::string::npos &&
           text.find("\"learner\":" + nlohmann::json(parts[2]).dump()) != std::string::npos;
  } catch (const DataError&) {
    return true;
  }
}

/// What the selected configs plan and what has been recorded, by key.
class KnownCells {
 public:
  KnownCells(const run::Selection& selection, records::RecordStore& store) : store_(store) {
    for (const run::SelectedReading& selected : selection.readings) {
      for (const study::Cell& cell : selected.cells) planned_[cell.key].push_back(&cell);
    }
  }
  /// The planned cells with a key: one per reading (or config) that shares it.
  std::vector<const study::Cell*> planned(const std::string& key) const {
    const auto found = planned_.find(key);
    return found == planned_.end() ? std::vector<const study::Cell*>{} : found->second;
  }
  std::set<std::string> keys_with_prefix(const std::string& prefix) const {
    std::set<std::string> keys;
    for (const auto& [key, cells] : planned_) {
      if (key.starts_with(prefix)) keys.insert(key);
    }
    for (const std::string& key : store_.keys()) {
      if (key.starts_with(prefix)) keys.insert(key);
    }
    return keys;
  }
  /// Of the plan; where it has none, of the records.
  std::set<std::string> keys_with_name(const std::string& name) {
    std::set<std::string> keys;
    for (const auto& [key, cells] : planned_) {
      for (const study::Cell* cell : cells) {
        if (name_of(run::identity_of(*cell)) == name) keys.insert(key);
      }
    }
    if (!keys.empty()) return keys;
    for (const ResultRecord& record : records_with_name(name)) keys.insert(record.key);
    return keys;
  }
  /// All records of that name, sorted by key. Those that a newer program wrote say nothing to this one.
  std::vector<ResultRecord> records_with_name(const std::string& name) {
    std::vector<ResultRecord> found;
    for (const std::string& key : store_.keys()) {
      if (!may_be_of(store_.path_of(key), name)) continue;
      try {
        std::optional<ResultRecord> record = store_.find(key);
        if (record && name_of(*record) == name) found.push_back(std::move(*record));
      } catch (const records::NewerRecordError& error) {
        std::cerr << error.what() << "\n";
      }
    }
    return found;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [key, cells] : planned_) {
      for (const study::Cell* cell : cells) names.push_back(name_of(run::identity_of(*cell)));
    }
    return names;
  }
  /// The name of a cell that is planned or recorded.
  std::string name_of_key(const std::string& key) {
    const std::vector<const study::Cell*> cells = planned(key);
    if (!cells.empty()) return name_of(run::identity_of(*cells.front()));
    const std::optional<ResultRecord> record = store_.find(key);
    return record ? name_of(*record) : "a damaged record";
  }

 private:
  records::RecordStore& store_;
  std::map<std::string, std::vector<const study::Cell*>> planned_;
};

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
                                  text, is_name ? base::suggestion(text, known.names()) : ""));
  }
  if (keys.size() == 1) return *keys.begin();
  for (const std::string& key : keys) std::cout << key << "  " << known.name_of_key(key) << "\n";
  throw ConfigError(fmt::format("'{}' stands for {} cells (listed): give more digits", text, keys.size()));
}

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

void print_inputs(const ResultRecord& cell) {
  const auto data = cell.parameters.find("data");
  if (data != cell.parameters.end()) line("data", data->second);
  for (const auto& [purpose, seed] : cell.seeds) line("seed", fmt::format("{} of {}", seed, purpose));
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

}  // namespace

int verb_explain(const study::SelectionOptions& options, const std::string& cell) {
  study::SelectionOptions lenient = options;
  lenient.skip_missing = true;  // one config without its data must not keep the others from being explained
  const data::DataSource data = run::make_data_source(lenient);
  const run::Selection selection = run::select(lenient, data);
  run::report_skipped(selection);
  records::RecordStore store(options.results().cells());
  KnownCells known(selection, store);
  const std::string key = resolve(cell, known);
  const std::vector<const study::Cell*> planned = known.planned(key);
  const std::optional<ResultRecord> record = store.find(key);
  const std::vector<std::string> warnings = store.warnings();
  const auto damage = std::find_if(warnings.begin(), warnings.end(), [&](const std::string& warning) {
    return warning.find(key) != std::string::npos;
  });
  if (planned.empty() && !record) throw DataError(fmt::format("{}: nothing more is known of it", *damage));
  const ResultRecord identity = planned.empty() ? *record : run::identity_of(*planned.front());
  print_identity(identity, planned);
  print_state(record, !planned.empty(), damage == warnings.end() ? "" : *damage);
  print_inputs(identity);
  print_changes(identity, planned, known);
  return kOk;
}

}  // namespace preimage::suite::cli
