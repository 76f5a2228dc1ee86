// From a method's name in a config to a learner: the only place that knows all of them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "preimage/validation/learner.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::registry {

/// Binds a parsed learner to one draw. The problem must outlive the learner.
/// throws  ConfigError where the problem lacks what the learner needs (classes, output vectors, ...)
using LearnerBuilder = std::function<std::unique_ptr<const validation::Learner>(const validation::Problem&)>;

struct LearnerRow {
  std::string name;        // as typed in `method:`
  int version = 1;         // raised when the numbers it produces change; part of every cell's key
  std::string parameters;  // in words
  std::string example;     // a YAML flow map that the conformance tests run
  std::function<LearnerBuilder(const config::Reader&)> parse;
  /// Works with all input kernels of a problem at once, or with none; others choose one on inner folds.
  bool takes_all_kernels = false;
};

const std::vector<LearnerRow>& learner_table();

struct ParsedLearner {
  std::string name;  // in the config
  std::string method;
  int version = 0;
  LearnerBuilder build;
};

/// Reads `method:` and its parameters. throws ConfigError (unknown method, with the nearest)
ParsedLearner parse_learner(const std::string& name, const config::Reader& reader);

}  // namespace preimage::suite::registry
