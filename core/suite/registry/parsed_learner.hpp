// A learner as a config describes it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "suite/config/reader.hpp"

namespace preimage::samples {
struct DataSet;  // preimage/samples/sample_set.hpp
}  // namespace preimage::samples
namespace preimage::sequences {
struct SharedWork;  // preimage/sequences/element_regression.hpp
}  // namespace preimage::sequences
namespace preimage::validation {
class Learner;  // preimage/validation/nested_cross_validation.hpp
}  // namespace preimage::validation

namespace preimage::suite::registry {

/// Binds a parsed learner to one draw.
/// work    what learners on this draw share; may be null
/// throws  std::invalid_argument where the draw lacks what the learner needs (classes, output vectors, ...)
using LearnerBuilder = std::function<std::unique_ptr<const validation::Learner>(
    const samples::DataSet&, const std::shared_ptr<sequences::SharedWork>& work)>;

struct ParsedLearner {
  std::string name;  // in the config
  std::string method;
  int version = 0;
  LearnerBuilder build;
  bool is_random = false;  // other ones in each repetition (samples/folds.hpp)
};

/// Reads `method:` and its parameters. throws ConfigError (unknown method, with the nearest)
ParsedLearner parse_learner(const std::string& name, const config::Reader& reader);

}  // namespace preimage::suite::registry
