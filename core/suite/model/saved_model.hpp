// A learner of a config, fitted, as a file that the program reads again.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "preimage/models/method.hpp"
#include "preimage/models/model_file.hpp"
#include "suite/study/experiment.hpp"
#include "suite/study/kept_samples.hpp"

namespace preimage::suite::model {

/// Names of facts in model.json. Those that begin with kParameter are what the key of a cell would be made
/// of: everything that was read of the config, defaults included, and the versions of what it names.
inline constexpr const char* kParameter = "parameters.";
inline constexpr const char* kUnlogged = "unlogged.";  // what the config needs beside them
inline constexpr const char* kExperiment = "experiment";
inline constexpr const char* kConfig = "config";
inline constexpr const char* kReading = "reading";  // with what was modified of it
inline constexpr const char* kLearner = "learner";
inline constexpr const char* kGridPoint = "grid_point";
inline constexpr const char* kChosen = "chosen";
inline constexpr const char* kWarning = "warning";  // lost digits, or training that did not converge
using study::kTraining;
/// Files that the config names, by the path of the key, as bytes.
inline constexpr const char* kFiles = "files/";
/// Arrays of the fitted method; those of the samples begin with "samples/".
inline constexpr const char* kFit = "fit/";
inline constexpr const char* kArrayFolders[] = {kFiles, kFit, "samples/"};

/// "sigma = 0.5, ridge = 0.01"; "nothing to choose" of none.
std::string text_of(const base::Parameters& parameters);

struct SavedModel {
  models::ModelFile file;
  study::Experiment experiment;
  std::shared_ptr<const study::Task> task;  // its samples
  std::shared_ptr<const models::FittedMethod> fitted;
};

/// throws  DataError naming the file: as models::read_model_file, and where it is of an experiment, method or
///         version that this program has not. Of an earlier format or another version it says which `preimage
///         fit` makes the model anew.
SavedModel load_model(const std::filesystem::path& path, const study::ExperimentTable& experiments);
/// path  of the file, for such a line
SavedModel restore_model(models::ModelFile file, const study::ExperimentTable& experiments,
                         const std::string& path = "MODEL");

}  // namespace preimage::suite::model
