// A learner as a config describes it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "suite/config/reader.hpp"

namespace preimage::validation {
class Learner;   // preimage/validation/learner.hpp
struct Problem;  // preimage/validation/problem.hpp
}  // namespace preimage::validation

namespace preimage::suite::registry {

/// Binds a parsed learner to one draw. The problem must outlive the learner.
/// throws  ConfigError where the problem lacks what the learner needs (classes, output vectors, ...)
using LearnerBuilder = std::function<std::unique_ptr<const validation::Learner>(const validation::Problem&)>;

struct ParsedLearner {
  std::string name;  // in the config
  std::string method;
  int version = 0;
  LearnerBuilder build;
};

/// Reads `method:` and its parameters. throws ConfigError (unknown method, with the nearest)
ParsedLearner parse_learner(const std::string& name, const config::Reader& reader);

}  // namespace preimage::suite::registry
