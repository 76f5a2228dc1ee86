// What a saved model needs of an experiment: its samples as arrays, and new inputs from a user's file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "preimage/models/model_file.hpp"
#include "preimage/samples/sample_set.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::suite::study {

/// Inputs to predict, in a form that the experiment's learners take.
struct InputBlock {
  samples::SampleSet inputs;
  std::vector<std::string> names;  // of each, as its row in a table of predictions begins
  /// Whether each is farther from every training sample than two of these can be from each other; empty where
  /// that is not known.
  std::vector<bool> is_far = {};
};

/// New inputs, block by block.
class NewInputs {
 public:
  virtual ~NewInputs() = default;
  /// What the names are: "id", "row".
  virtual std::string name_of_names() const = 0;
  /// Nothing behind the last.
  /// throws  DataError naming file and line
  virtual std::optional<InputBlock> next() = 0;
  /// What to tell the user of the file, a line each: columns that were not asked for.
  virtual std::vector<std::string> remarks() const { return {}; }
  /// The same of the rows that next() has given: how many have what no training sample has.
  virtual std::vector<std::string> remarks_on_rows() const { return {}; }
};

/// What a file says of new samples: what they are, or no more than their kernel values with the n samples of
/// the model, or their distances to these: a row of n numbers each, in the order of the model's samples.
enum class NewInputsForm { samples, gram, distances };

struct NewInputsRequest {
  std::filesystem::path file;  // "-": standard input
  std::size_t block = 1024;    // inputs at a time
  std::size_t first = 0;       // the number of the first of them, n: ties at random are drawn by it
  /// Beside a Gram matrix, k(x, x) of each new sample: a column, or a square matrix with them on its
  /// diagonal; or empty.
  std::filesystem::path diagonal = {};
};

/// The array of a model file with the positions of the samples that it was fitted to, where these are not
/// all.
inline constexpr const char* kTraining = "samples/training";

struct KeptSamples {
  /// Puts the samples of a draw into the file, as arrays whose names begin with "samples/".
  std::function<void(const DrawContext&, models::ModelFile&)> store;
  /// The draw from these arrays alone. It has what `fit` and a table of predictions look at.
  /// throws  DataError where they are not what `store` writes
  std::function<std::shared_ptr<const Task>(const models::ModelFile&)> restore;
  NewInputsForm form = NewInputsForm::samples;  // that `open` reads
  /// The file is that of the model.
  /// throws  DataError
  std::function<std::unique_ptr<NewInputs>(const models::ModelFile&, const NewInputsRequest&)> open;
  /// Columns of predictions: one per number of a vector or per label that has a column, else one.
  std::vector<std::string> output_names = {};
  /// Values that the config needs and that are in no key: "dataset.path".
  std::vector<std::pair<std::string, std::string>> unlogged = {};
};

}  // namespace preimage::suite::study
