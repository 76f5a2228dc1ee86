// The program on the user's own data: a CSV table of vectors with classes, numbers, label sets or strings as
// outputs, or pairs of strings.
#include "suite/study/experiment.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>

#include <fmt/format.h>

#include "experiments/own_data/data_file.hpp"
#include "experiments/own_data/distance_kernel.hpp"
#include "experiments/own_data/reported.hpp"
#include "experiments/own_data/scale_warnings.hpp"
#include "experiments/own_data/sides.hpp"
#include "preimage/outputs/forms.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::own_data {

using namespace suite;

namespace {

using config::Reader;

/// "15 of 60 outputs are never predicted: ..."; nothing where all are candidates.
std::vector<std::string> remarks_on_candidates(const OutputPart& fill, const OwnData& data) {
  study::Task task;
  fill(task, data);
  const arma::uword n = task.data.outputs.size();
  const arma::uword left_out = n - arma::accu(outputs::candidate_marks(task.data.outputs));
  if (left_out == 0) return {};
  return {
      fmt::format("{} of {} outputs are never predicted: their norm under the output kernel is 0 "
                  "(candidates: with_norm)",
                  left_out, n)};
}

/// Tables list measures by name, so they say which one chose where the config names a loss.
std::vector<std::string> remarks_on(const Reported& reported, const OutputPart& fill, const OwnData& data) {
  std::vector<std::string> remarks = remarks_on_candidates(fill, data);
  if (reported.loss.criterion) remarks.push_back("chosen on inner folds by " + reported.loss.criterion->name);
  return remarks;
}

/// What is read from the file, by all that tells it apart.
using DataKey =
    std::tuple<std::filesystem::path, bool, bool, bool, std::vector<std::string>, std::vector<std::string>,
               data::OutputKind, std::optional<std::string>, std::optional<std::string>>;

/// The content of the file. It is read once per process as long as an experiment holds it: so a cell's key
/// and its numbers come from the same bytes even where somebody edits the file during a run, and the points
/// of a sweep hold one copy.
std::shared_ptr<const OwnData> shared_data(const DataFile& file) {
  static std::map<DataKey, std::weak_ptr<const OwnData>> all_held;
  const data::VectorColumns& columns = file.columns;
  std::weak_ptr<const OwnData>& held =
      all_held[{file.path, file.string_pairs, file.allow_constant, columns.allow_missing_inputs,
                columns.inputs, columns.outputs, columns.output_kind, columns.fold, columns.id}];
  std::shared_ptr<const OwnData> data = held.lock();
  if (data == nullptr) held = data = std::make_shared<const OwnData>(load_own_data(file));
  return data;
}

}  // namespace

study::Experiment make_experiment(const Reader& root) {
  DataFile file = parse_data_file(root.map("dataset"));
  const models::ColumnOptions columns = file.string_pairs ? models::ColumnOptions{} : read_columns(root);
  file.columns.allow_missing_inputs = columns.missing != models::Missing::refuse;
  const Reported reported = parse_reported(root, file.columns.output_kind);
  const bool distances_of_inputs = names_distances(root, "input_kernel");
  const bool at_distances = distances_of_inputs || names_distances(root, "output_kernel");
  const InputPart inputs = input_part(root, file, columns);
  const OutputPart outputs = output_part(root, file);
  const auto held = std::make_shared<std::shared_ptr<const OwnData>>();
  const auto load = [file, held]() -> const OwnData& {
    if (*held == nullptr) *held = shared_data(file);
    return **held;
  };

  study::Experiment experiment;
  experiment.measures = reported.names();
  experiment.gains = reported.gains;
  experiment.has_confusion_matrix = file.columns.output_kind == data::OutputKind::class_label;
  experiment.has_output_errors = file.columns.output_kind == data::OutputKind::vector;
  experiment.descriptive_measures = {"aligned_bandwidth"};
  // 2: outputs of zero norm are candidates; classes are numbered by their text. 3: the squared loss has a name of its own.
  // 4: further measures, which no result of before holds.
  experiment.version = 4;
  experiment.remarks = [reported, outputs, load] { return remarks_on(reported, outputs, load()); };
  if (!file.string_pairs && !distances_of_inputs && columns.scale == models::Scale::none)
    experiment.warnings = [load, names = file.columns.inputs] {
      return scale_warnings(std::get<arma::mat>(load().inputs), names);
    };
  experiment.data_identity = [=](const data::DataSource&) {
    const OwnData& data = load();
    study::Task task;  // what a file beside the data does not fit is found before a cell runs
    if (at_distances) inputs(task, data);
    if (at_distances || reported.loss.criterion) outputs(task, data);
    if (reported.loss.criterion) reported.loss.criterion->of(task.data.outputs);
    return data.identity;
  };
  experiment.size = [load](const data::DataSource&) {
    return study::DrawSize{load().ids.size(), load().folds};
  };
  experiment.draw = [=](const study::DrawContext&) -> std::shared_ptr<const study::Task> {
    const OwnData& data = load();
    auto task = std::make_shared<study::Task>();
    inputs(*task, data);
    outputs(*task, data);
    reported.add_to(*task);
    task->given_folds = data.folds;
    task->ids = data.ids;
    return task;
  };
  return experiment;
}

}  // namespace preimage::experiments::own_data
