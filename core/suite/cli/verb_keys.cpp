#include <filesystem>
#include <iostream>
#include <set>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/help.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/manifest.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/records/ledger_columns.hpp"
#include "suite/records/ledger_schema.hpp"
#include "suite/run/find_config.hpp"
#include "suite/study/config_keys.hpp"

namespace preimage::suite::cli {

namespace {

/// The key whose file has a format of its own.
constexpr const char* kLedger = "published";
constexpr const char* kDataset = "dataset";
constexpr std::string_view kDatasetPrefix = "dataset.";
constexpr std::string_view kColumnPrefix = "published.";

std::string line_of(const records::LedgerColumn& column) {
  return fmt::format("  {}: {}{}; {}\n", column.name, column.type, column.is_required ? "" : " (optional)",
                     column.meaning);
}

std::string ledger_columns_text() {
  std::string text = "columns of that file, in any order:\n";
  for (const records::LedgerColumn& column : records::kLedgerColumns) text += line_of(column);
  text += "columns of FILE.why.csv beside FILE.csv, which says why numbers do not come out:\n";
  for (const records::LedgerColumn& column : records::kReasonColumns) text += line_of(column);
  return text;
}

/// Of `keys published.value`.
std::string ledger_column_text(const std::string& name) {
  std::vector<std::string> names;
  for (const records::LedgerColumn& column : records::kLedgerColumns) {
    if (column.name == name) return "published: a column of that file\n" + line_of(column);
    names.emplace_back(column.name);
  }
  throw ConfigError(fmt::format("keys: the file of published numbers has no column {}{}", base::excerpt(name),
                                base::suggestion(name, names)));
}

/// A line each.
std::string indented_lines(const std::vector<registry::ParameterFacts>& keys) {
  std::string text;
  for (const std::string& line : registry::lines_of(keys)) text += "  " + line + "\n";
  return text;
}

/// Of `keys dataset`: what experiments say of their own, and the data sets of the manifest.
std::string data_sets_text(const std::vector<study::KeyGroup>& groups) {
  std::string text;
  for (const study::KeyGroup& group : groups) {
    std::vector<registry::ParameterFacts> own;
    for (const registry::ParameterFacts& key : group.keys) {
      if (!group.path.empty() && key.name.starts_with(kDatasetPrefix)) own.push_back(key);
    }
    if (!own.empty()) text += group.path + ":\n" + indented_lines(own);
  }
  text += "data sets of papers (`preimage datasets` says where they are):\n";
  std::string last;
  const data::Manifest manifest = data::load_manifest(data::project_root() / "datasets" / "manifest.tsv");
  for (const data::DatasetFile& file : manifest.files) {
    if (file.set != last) text += fmt::format("  {}: {}\n", file.set, file.shape);
    last = file.set;
  }
  return text;
}

/// The texts that a config names rows and its experiment by: "own_data", "nearest_neighbours", "gaussian".
void add_names(const config::Value& value, std::set<std::string>& names) {
  if (value.kind == config::Value::Kind::scalar) names.insert(value.scalar);
  for (const config::Value& item : value.items) add_names(item, names);
  for (const auto& [key, below] : value.entries) add_names(below, names);
}

/// The keys that this config may have: of the whole, of its parts, of its experiment and of the rows that
/// it names.
std::vector<study::KeyGroup> keys_of_config(std::vector<study::KeyGroup> groups,
                                            const std::filesystem::path& config) {
  const config::Value root = config::load_yaml(config);
  std::set<std::string> names;
  add_names(root, names);
  std::erase_if(groups, [&](const study::KeyGroup& group) {
    const std::size_t dot = group.path.find('.');
    if (dot != std::string::npos) return !names.contains(group.path.substr(dot + 1));
    return !group.path.empty() && root.find(group.path) == nullptr;
  });
  return groups;
}

std::string text_of(const study::ExperimentTable& experiments, const std::string& path) {
  if (path.starts_with(kColumnPrefix)) return ledger_column_text(path.substr(kColumnPrefix.size()));
  const std::vector<study::KeyGroup> all = study::key_groups(experiments);
  std::vector<study::KeyGroup> groups = all;
  if (path.ends_with(".yaml") || path.ends_with(".yml")) {
    groups = keys_of_config(all, run::find_config(path));
  } else if (!path.empty()) {
    groups = study::select_keys(all, path);
  }
  std::string text;
  for (const study::KeyGroup& group : groups) {
    text += fmt::format("{}{}\n{}", group.path.empty() ? "" : group.path + ": ", group.summary,
                        indented_lines(group.keys));
    if (!group.example.empty()) text += "  example: " + group.example + "\n";
  }
  if (path == kLedger) text += ledger_columns_text();
  return path == kDataset ? text + data_sets_text(all) : text;
}

}  // namespace

int verb_keys(const study::ExperimentTable& experiments, const std::string& path, bool is_schema) {
  if (is_schema && path == kLedger) {
    std::cout << records::ledger_schema();
    return kOk;
  }
  if (is_schema) {
    if (!path.empty())
      throw ConfigError(fmt::format("keys: --schema is of all keys, or of {}; leave out {}", kLedger, path));
    std::cout << study::config_schema(experiments);
    return kOk;
  }
  std::cout << for_screen(text_of(experiments, path));
  return kOk;
}

}  // namespace preimage::suite::cli
