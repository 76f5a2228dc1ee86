// The cells that selected configs plan and those that a results folder has records of, by key and by name.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/run/selection.hpp"

namespace preimage::suite::cli {

/// "config:reading:learner:repetition:fold"
std::string name_of(const records::ResultRecord& record);

class KnownCells {
 public:
  explicit KnownCells(records::RecordStore& store) : store_(store) {}
  /// Its cells are planned, too. The selection must outlive this object.
  void add(const run::Selection& selection);

  /// Whether a planned cell's key begins so.
  bool plans(const std::string& prefix) const;
  /// The planned cells with a key: one per reading (or config) that shares it.
  std::vector<const study::Cell*> planned(const std::string& key) const;
  std::set<std::string> keys_with_prefix(const std::string& prefix) const;
  /// Of the plan; where it has none, of the records.
  std::set<std::string> keys_with_name(const std::string& name);
  /// All records of that name, sorted by key. Those that a newer program wrote say nothing to this one.
  std::vector<records::ResultRecord> records_with_name(const std::string& name);
  /// Of the plan.
  std::vector<std::string> names() const;
  /// What is planned or recorded under a key; nothing of a damaged record.
  std::optional<records::ResultRecord> identity_of(const std::string& key);
  /// Its name, or "a damaged record".
  std::string name_of_key(const std::string& key);

 private:
  records::RecordStore& store_;
  std::map<std::string, std::vector<const study::Cell*>> planned_;
};

}  // namespace preimage::suite::cli
