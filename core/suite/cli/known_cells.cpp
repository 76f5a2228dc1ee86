#include "suite/cli/known_cells.hpp"

#include <algorithm>
#include <iostream>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/run/run_cell.hpp"

namespace preimage::suite::cli {

using records::ResultRecord;

namespace {

/// Parsing thousands of records would take a hundred times as long. What cannot be read, may be.
bool may_be_of(const std::filesystem::path& path, const std::string& name) {
  const std::vector<std::string_view> parts = data::split_fields(name, ':');
  try {
    return records::may_be_of(base::read_file(path, records::kMaxRecordBytes), std::string(parts[0]),
                              std::string(parts[2]));
  } catch (const DataError&) {
    return true;
  }
}

}  // namespace

std::string name_of(const ResultRecord& record) {
  return fmt::format("{}:{}:{}:{}:{}", record.config, record.reading, record.learner, record.repetition,
                     record.outer_fold);
}

void KnownCells::add(const run::Selection& selection) {
  for (const run::SelectedReading& selected : selection.readings) {
    for (const study::Cell& cell : selected.cells) {
      std::vector<const study::Cell*>& cells = planned_[cell.key];
      const bool is_known = std::any_of(cells.begin(), cells.end(), [&](const study::Cell* other) {
        return other->study->file == cell.study->file &&
               name_of(run::identity_of(*other)) == name_of(run::identity_of(cell));
      });
      if (!is_known) cells.push_back(&cell);  // else of another profile
    }
  }
}

bool KnownCells::plans(const std::string& prefix) const {
  const auto found = planned_.lower_bound(prefix);
  return found != planned_.end() && found->first.starts_with(prefix);
}

std::vector<const study::Cell*> KnownCells::planned(const std::string& key) const {
  const auto found = planned_.find(key);
  return found == planned_.end() ? std::vector<const study::Cell*>{} : found->second;
}

std::set<std::string> KnownCells::keys_with_prefix(const std::string& prefix) const {
  std::set<std::string> keys;
  for (const auto& [key, cells] : planned_) {
    if (key.starts_with(prefix)) keys.insert(key);
  }
  for (const std::string& key : store_.keys()) {
    if (key.starts_with(prefix)) keys.insert(key);
  }
  return keys;
}

std::set<std::string> KnownCells::keys_with_name(const std::string& name) {
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

std::vector<ResultRecord> KnownCells::records_with_name(const std::string& name) {
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

std::vector<std::string> KnownCells::names() const {
  std::vector<std::string> names;
  for (const auto& [key, cells] : planned_) {
    for (const study::Cell* cell : cells) names.push_back(name_of(run::identity_of(*cell)));
  }
  return names;
}

std::optional<ResultRecord> KnownCells::identity_of(const std::string& key) {
  const std::vector<const study::Cell*> cells = planned(key);
  return cells.empty() ? store_.find(key) : run::identity_of(*cells.front());
}

std::string KnownCells::name_of_key(const std::string& key) {
  const std::optional<ResultRecord> cell = identity_of(key);
  return cell ? name_of(*cell) : "a damaged record";
}

}  // namespace preimage::suite::cli
