#include <filesystem>
#include <iostream>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/cli/exit_code.hpp"
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

void print_ledger_columns() {
  std::cout << "columns of that file, in any order:\n";
  for (const records::LedgerColumn& column : records::kLedgerColumns) std::cout << line_of(column);
  std::cout << "columns of FILE.why.csv beside FILE.csv, which says why numbers do not come out:\n";
  for (const records::LedgerColumn& column : records::kReasonColumns) std::cout << line_of(column);
}

/// Of `keys published.value`.
void print_ledger_column(const std::string& name) {
  std::vector<std::string> names;
  for (const records::LedgerColumn& column : records::kLedgerColumns) {
    if (column.name == name) {
      std::cout << "published: a column of that file\n" << line_of(column);
      return;
    }
    names.emplace_back(column.name);
  }
  throw ConfigError(fmt::format("keys: the file of published numbers has no column {}{}", base::excerpt(name),
                                base::suggestion(name, names)));
}

/// Of `keys dataset`: what experiments say of their own, and the data sets of the manifest.
void print_data_sets(const std::vector<study::KeyGroup>& groups) {
  for (const study::KeyGroup& group : groups) {
    std::vector<registry::ParameterFacts> own;
    for (const registry::ParameterFacts& key : group.keys) {
      if (!group.path.empty() && key.name.starts_with(kDatasetPrefix)) own.push_back(key);
    }
    if (own.empty()) continue;
    std::cout << group.path << ":\n";
    for (const std::string& line : registry::lines_of(own)) std::cout << "  " << line << "\n";
  }
  std::cout << "data sets of papers (`preimage datasets` says where they are):\n";
  std::string last;
  const data::Manifest manifest = data::load_manifest(data::project_root() / "datasets" / "manifest.tsv");
  for (const data::DatasetFile& file : manifest.files) {
    if (file.set != last) std::cout << fmt::format("  {}: {}\n", file.set, file.shape);
    last = file.set;
  }
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

bool is_config(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
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
  if (path.starts_with(kColumnPrefix)) {
    print_ledger_column(path.substr(kColumnPrefix.size()));
    return kOk;
  }
  std::vector<study::KeyGroup> groups = study::key_groups(experiments);
  if (is_config(path)) {
    groups = keys_of_config(std::move(groups), run::find_config(path));
  } else if (!path.empty()) {
    groups = study::select_keys(groups, path);
  }
  for (const study::KeyGroup& group : groups) {
    std::cout << fmt::format("{}{}\n", group.path.empty() ? "" : group.path + ": ", group.summary);
    for (const std::string& line : registry::lines_of(group.keys)) std::cout << "  " << line << "\n";
    if (!group.example.empty()) std::cout << "  example: " << group.example << "\n";
  }
  if (path == kLedger) print_ledger_columns();
  if (path == kDataset) print_data_sets(study::key_groups(experiments));
  return kOk;
}

}  // namespace preimage::suite::cli
