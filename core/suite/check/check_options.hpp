#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suite/study/study.hpp"

namespace preimage::suite::check {

/// What `check` compares or updates.
struct CheckOptions {
  study::ExperimentTable experiments;          // that configs may name
  std::vector<std::filesystem::path> configs;  // only their numbers; none: every table's
  std::filesystem::path latest, reference;
  std::string profile = "quick";
  bool has_reference = false;  // whether it was given; else it is the program's own
  bool has_profile = false;    // whether it was given; else the notes of `latest` may say another
  bool update = false;
  bool published = false;
  bool bisect = false;                                         // the exit codes of `git bisect run`
  std::vector<std::filesystem::path> spread;                   // --update: runs under other BLAS core types
  std::optional<std::filesystem::path> junit, json, markdown;  // the outcome for CI
};

/// " --profile paper", or nothing where it is the default: for commands that messages name.
std::string profile_words(const CheckOptions& options);

}  // namespace preimage::suite::check
