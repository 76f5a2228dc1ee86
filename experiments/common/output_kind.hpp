#pragma once

#include <string>
#include <vector>

#include "data/vectors.hpp"

namespace preimage::experiments {

/// The words for what CSV columns hold, as typed in configs and on the command line.
inline const std::vector<std::string>& output_kind_names() {
  static const std::vector<std::string> names = {"vector", "class", "label_set", "string"};
  return names;
}

/// Requires one of output_kind_names().
inline data::OutputKind kind_of(const std::string& name) {
  if (name == "class") return data::OutputKind::class_label;
  if (name == "label_set") return data::OutputKind::label_set;
  return name == "string" ? data::OutputKind::string : data::OutputKind::vector;
}

}  // namespace preimage::experiments
