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
#include "experiments/own_data/reported.hpp"
#include "preimage/models/scaled_method.hpp"
#include "preimage/samples/named_classes.hpp"
#include "suite/config/scalar_type.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::own_data {

using namespace suite;

namespace {

using config::Reader;
using kernels::Kernel;
using outputs::Candidates;

/// Puts one side of the data into a draw.
using InputPart = std::function<void(study::Task&, const OwnData&)>;
using OutputPart = std::function<void(study::Task&, const data::Outputs&)>;

/// A word, by its place. Nothing changes where it is the first: then it is in no key, as if it were left out.
std::size_t read_word(const Reader& root, const std::string& key, const std::vector<std::string>& words) {
  if (!root.has(key)) return 0;
  const std::string word = config::parse_scalar(config::choice_type(words), root.raw(key), key);
  if (word != words.front()) root.text(key);
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

models::Scale read_scale(const Reader& root, const std::string& key) {
  constexpr models::Scale kScales[] = {models::Scale::none, models::Scale::standard, models::Scale::minmax};
  return kScales[read_word(root, key, {"none", "standard", "minmax"})];
}

/// `scale` and `missing`, of inputs that are vectors.
models::ColumnOptions read_columns(const Reader& root) {
  constexpr models::Missing kMissing[] = {models::Missing::refuse, models::Missing::mean,
                                          models::Missing::median};
  return {read_scale(root, "scale"), kMissing[read_word(root, "missing", {"refuse", "mean", "median"})]};
}

template <class Samples>
std::shared_ptr<const Kernel<Samples>> parse_kernel(const Reader& root, const std::string& key) {
  return registry::make_kernel<Samples>(root.map(key));
}

/// The input kernel, or one for each choice from the lists in its map, by what tells it from the others.
template <class Samples>
using InputKernels = std::vector<std::pair<base::Parameters, std::shared_ptr<const Kernel<Samples>>>>;

template <class Samples>
InputKernels<Samples> parse_input_kernels(const Reader& root) {
  using KernelPtr = std::shared_ptr<const Kernel<Samples>>;
  const Reader map = root.map("input_kernel");
  InputKernels<Samples> kernels =
      map.each_choice<KernelPtr>([&] { return KernelPtr(registry::make_kernel<Samples>(map)); });
  for (auto& [parameters, kernel] : kernels) {
    for (auto& [name, value] : parameters) name = "input_kernel." + name;
  }
  return kernels;
}

/// Inputs that methods see as they are.
template <class Samples>
samples::SampleSet plain_inputs(const InputKernels<Samples>& kernels, const Samples& inputs) {
  if (kernels.size() == 1) return outputs::with_input_kernel<Samples>(kernels.front().second, inputs);
  const auto x = std::make_shared<const Samples>(inputs);
  kernels::KernelChoices choices;
  for (const auto& [parameters, kernel] : kernels)
    choices.kernels.push_back({parameters, kernels::Points::of<Samples>(kernel, x)});
  return samples::SampleSet(samples::sample_count(inputs)).with(x).with(std::move(choices));
}

InputPart string_inputs(const Reader& root) {
  return [kernels = parse_input_kernels<kernels::Strings>(root)](study::Task& task, const OwnData& data) {
    const auto& inputs = std::get<kernels::Strings>(data.inputs);
    task.inputs = texts_of(inputs);
    task.data.inputs = plain_inputs<kernels::Strings>(kernels, inputs);
  };
}

InputPart vector_inputs(const Reader& root, const models::ColumnOptions& columns) {
  return [kernels = parse_input_kernels<kernels::Vectors>(root), columns](study::Task& task,
                                                                          const OwnData& data) {
    const auto& inputs = std::get<kernels::Vectors>(data.inputs);
    task.inputs = texts_of(inputs);
    task.data.inputs =
        columns.changes_nothing()
            ? plain_inputs<kernels::Vectors>(kernels, inputs)
            : samples::SampleSet(inputs.n_rows).with(models::RawVectors{inputs, kernels, columns});
  };
}

/// `candidates: with_norm | all`, by default as the output kernel calls for.
template <class Samples>
Candidates read_candidates(const Reader& root, const Kernel<Samples>& output_kernel) {
  const auto word = [](Candidates c) { return c == Candidates::all ? "all" : "with_norm"; };
  const std::vector<std::string> words = {word(Candidates::with_norm), word(Candidates::all)};
  const std::string chosen = root.choice("candidates", words, word(outputs::candidates_for(output_kernel)));
  return chosen == words.back() ? Candidates::all : Candidates::with_norm;
}

/// What outputs of any type have: their kernel, and which of them are candidates.
template <class Samples>
struct OutputSide {
  std::shared_ptr<const Kernel<Samples>> kernel;
  Candidates candidates;

  explicit OutputSide(const Reader& root)
      : kernel(parse_kernel<Samples>(root, "output_kernel")), candidates(read_candidates(root, *kernel)) {}

  void fill(study::Task& task, const Samples& outputs) const {
    task.data.outputs = outputs::with_output_kernel<Samples>(kernel, outputs, candidates);
  }
};

OutputPart vector_part(const Reader& root) {
  const models::ColumnOptions columns{read_scale(root, "scale_outputs")};
  return
      [columns, side = OutputSide<kernels::Vectors>(root)](study::Task& task, const data::Outputs& outputs) {
        const auto& vectors = std::get<arma::mat>(outputs);
        side.fill(task, vectors);
        if (!columns.changes_nothing())
          task.data.outputs =
              task.data.outputs.with(models::RawOutputs{vectors, side.kernel, side.candidates, columns});
        task.outputs = texts_of(vectors);
      };
}

OutputPart class_part(const Reader& root) {
  return [side = OutputSide<kernels::Labels>(root)](study::Task& task, const data::Outputs& outputs) {
    const auto& classes = std::get<data::ClassOutputs>(outputs);
    side.fill(task, classes.labels);
    task.data.outputs = task.data.outputs.with(samples::NamedClasses{
        classes.labels, std::make_shared<const std::vector<std::string>>(classes.names)});
    task.strata = classes.labels;
    task.class_names = classes.names;
    task.outputs = texts_of(classes);
  };
}

OutputPart label_set_part(const Reader& root) {
  return [side = OutputSide<kernels::LabelSets>(root)](study::Task& task, const data::Outputs& outputs) {
    const auto& sets = std::get<data::LabelSetOutputs>(outputs);
    side.fill(task, sets.sets);
    task.outputs = texts_of(sets);
  };
}

OutputPart string_part(const Reader& root) {
  return [side = OutputSide<kernels::Strings>(root)](study::Task& task, const data::Outputs& outputs) {
    const auto& strings = std::get<kernels::Strings>(outputs);
    side.fill(task, strings);
    task.outputs = strings;
  };
}

OutputPart output_part(const Reader& root, data::OutputKind kind) {
  switch (kind) {
    case data::OutputKind::class_label:
      return class_part(root);
    case data::OutputKind::label_set:
      return label_set_part(root);
    case data::OutputKind::string:
      return string_part(root);
    case data::OutputKind::vector:
      break;
  }
  return vector_part(root);
}

/// "15 of 60 outputs are never predicted: ..."; nothing where all are candidates.
std::vector<std::string> remarks_on_candidates(const OutputPart& fill, const OwnData& data) {
  study::Task task;
  fill(task, data.outputs);
  const arma::uword n = task.data.outputs.size();
  const arma::uword left_out = n - arma::accu(outputs::candidate_marks(task.data.outputs));
  if (left_out == 0) return {};
  return {
      fmt::format("{} of {} outputs are never predicted: their norm under the output kernel is 0 "
                  "(candidates: with_norm)",
                  left_out, n)};
}

/// A loss may know nothing of some outputs (a cost matrix that lacks a class): found before a cell runs.
void check_criterion(const study::PlannedMeasure& criterion, const OutputPart& fill, const OwnData& data) {
  study::Task task;
  fill(task, data.outputs);
  criterion.of(task.data.outputs);
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
  const InputPart inputs = file.string_pairs ? string_inputs(root) : vector_inputs(root, columns);
  const OutputPart outputs = output_part(root, file.columns.output_kind);
  const auto held = std::make_shared<std::shared_ptr<const OwnData>>();
  const auto load = [file, held]() -> const OwnData& {
    if (*held == nullptr) *held = shared_data(file);
    return **held;
  };

  study::Experiment experiment;
  experiment.measures = reported.names();
  experiment.gains = reported.gains;
  experiment.has_confusion_matrix = file.columns.output_kind == data::OutputKind::class_label;
  experiment.descriptive_measures = {"aligned_bandwidth"};
  // 2: outputs of zero norm are candidates; classes are numbered by their text. 3: the squared loss has a name of its own.
  // 4: further measures, which no result of before holds.
  experiment.version = 4;
  experiment.remarks = [reported, outputs, load] { return remarks_on(reported, outputs, load()); };
  experiment.data_identity = [reported, outputs, load](const data::DataSource&) {
    const OwnData& data = load();
    if (reported.loss.criterion) check_criterion(*reported.loss.criterion, outputs, data);
    return data.identity;
  };
  experiment.size = [load](const data::DataSource&) {
    return study::DrawSize{load().ids.size(), load().folds};
  };
  experiment.draw = [=](const study::DrawContext&) -> std::shared_ptr<const study::Task> {
    const OwnData& data = load();
    auto task = std::make_shared<study::Task>();
    inputs(*task, data);
    outputs(*task, data.outputs);
    reported.add_to(*task);
    task->given_folds = data.folds;
    task->ids = data.ids;
    return task;
  };
  return experiment;
}

}  // namespace preimage::experiments::own_data
