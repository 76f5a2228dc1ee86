// From a method's name in a config to a method of the library. Rows are in learners/<group>.cpp, a function
// add_<group>; CMake finds them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "preimage/models/method.hpp"
#include "preimage/regression/calibration.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/config/reader.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

/// A program of the user's, which a learner runs.
struct LearnerProgram {
  std::string text;                // as a user reads it: "python3 knn.py {train} {test} {predictions}"
  std::vector<std::string> words;  // of one call, with names filled in
  std::filesystem::path folder;    // that it works in
  std::function<std::set<std::string>()> warnings;
};

/// What a row's parser makes.
struct ParsedMethod {
  ParsedMethod(models::MethodPtr made, std::optional<LearnerProgram> runs = {})
      : method(std::move(made)), program(std::move(runs)) {}
  std::shared_ptr<const models::Method> method;
  std::optional<LearnerProgram> program;  // that it runs
};

struct LearnerRow {
  std::string name;  // as typed in `method:`
  int version = 1;   // raised when the numbers it produces change; part of every cell's key
  std::string summary;
  std::vector<ParameterFacts> parameters;
  std::string example;  // a YAML flow map that the conformance tests run
  std::function<ParsedMethod(const config::Reader&)> parse;
  /// false: of several input kernels the inner folds choose one for it. true: it is given all of them.
  bool takes_all_kernels = false;
  /// It chooses by leaving out single training samples, whatever groups they are of.
  bool leaves_one_out = false;
  std::string abbreviation = {};  // "KDE": how tables write this word of a learner's name
  /// It has decision values of classes (outputs::Scores); with the decoder `candidates`, where it has one.
  bool has_scores = false;
  /// It runs a program, which is given samples as they are, whatever a config says of kernels and scales.
  bool runs_program = false;
};
inline LearnerRow with_scores(LearnerRow row) {
  row.has_scores = true;
  return row;
}

using LearnerRows = std::vector<LearnerRow>;

/// In the order of their names.
const LearnerRows& learner_table();

/// A key of every learner, beside its method's.
inline constexpr Choice kProbabilities{
    "probabilities", "sigmoid | isotonic",
    "of classes: calibrators of the decision values of the inner folds' held-out samples"};

/// Binds a parsed learner to one draw.
/// throws  std::invalid_argument where the draw lacks what the learner needs (classes, output vectors, ...)
using LearnerBuilder = std::function<std::unique_ptr<const validation::Learner>(const samples::DataSet&)>;

struct ParsedLearner {
  std::string name;  // in the config
  std::string method;
  int version = 0;
  LearnerBuilder build;
  bool is_random = false;  // other ones in each repetition (samples/folds.hpp)
  bool leaves_one_out = false;
  std::optional<regression::Calibration> probabilities = {};  // inner folds are needed, whatever the grid
  std::optional<LearnerProgram> program = std::nullopt;
};

/// Reads `method:`, its parameters, and `probabilities`.
/// throws  ConfigError (unknown method, with the nearest; probabilities of a method without decision values)
ParsedLearner parse_learner(const std::string& name, const config::Reader& reader);

}  // namespace preimage::suite::registry
