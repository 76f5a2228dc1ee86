// From a method's name in a config to a learner. A row is a file learners/<name>.cpp; CMake finds them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "preimage/validation/learner.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/registry/parameter.hpp"
#include "suite/registry/parsed_learner.hpp"

namespace preimage::suite::registry {

struct LearnerRow {
  std::string name;  // as typed in `method:`
  int version = 1;   // raised when the numbers it produces change; part of every cell's key
  std::string summary;
  std::vector<ParameterFacts> parameters;
  std::string example;  // a YAML flow map that the conformance tests run
  std::function<LearnerBuilder(const config::Reader&)> parse;
  /// false: of several input kernels the inner folds choose one for it. true: it is given all of them.
  bool takes_all_kernels = false;
};

/// In the order of their names.
const std::vector<LearnerRow>& learner_table();

}  // namespace preimage::suite::registry
