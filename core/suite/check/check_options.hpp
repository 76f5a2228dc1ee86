#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace preimage::suite::check {

/// What `check` compares or updates.
struct CheckOptions {
  std::filesystem::path latest, reference;
  std::string profile = "quick";
  bool update = false;
  bool published = false;
  std::vector<std::filesystem::path> spread;         // --update: runs under other BLAS core types
  std::optional<std::filesystem::path> junit, json;  // the outcome for CI
};

}  // namespace preimage::suite::check
