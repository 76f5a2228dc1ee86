// What all readers of one root share, for the files that Reader is written in.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suite/config/reader.hpp"

namespace preimage::suite::config {

struct Reader::State {
  struct Use {
    std::set<std::string> asked;  // by has() or a reader, whether there or not: what suggestions choose from
    std::set<std::string> read;
    std::set<std::string> read_entirely;  // by raw()
  };
  /// A list from which one number is chosen at a time.
  struct Axis {
    std::string path;
    std::size_t size = 0, index = 0;
    double value = 0.0;
    bool was_met = false;  // in this pass: what is read may depend on what was chosen before
  };
  std::map<const Value*, Use> uses;  // of every map some reader looked into
  ReadLog log;
  Versions versions;
  std::map<std::string, std::string> files;  // by the path of the key that names it: its content
  NamedFiles named_files;
  std::optional<std::vector<Axis>> axes;  // while each_choice is at work, in the order in which they were met
};

}  // namespace preimage::suite::config
