// The program on the user's own data: a table of vectors with classes, numbers, label sets or strings as
// outputs, pairs of strings, or a Gram matrix of the inputs with any of these outputs.
#include "suite/study/experiment.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/outputs/forms.hpp"
#include "suite/config/number.hpp"
#include "suite/data/text_file.hpp"
#include "suite/own_data/column_inputs.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/own_data/dataset_keys.hpp"
#include "suite/own_data/distance_kernel.hpp"
#include "suite/own_data/file_rows.hpp"
#include "suite/own_data/gram_file.hpp"
#include "suite/own_data/group_columns.hpp"
#include "suite/own_data/kept_samples.hpp"
#include "suite/own_data/name_warnings.hpp"
#include "suite/own_data/order_warnings.hpp"
#include "suite/own_data/reported.hpp"
#include "suite/own_data/scale_warnings.hpp"
#include "suite/own_data/sides.hpp"
#include "suite/own_data/string_symbols.hpp"
#include "suite/own_data/target_warnings.hpp"
#include "suite/own_data/training_range.hpp"
#include "suite/own_data/unseen_outputs.hpp"
#include "suite/registry/column_groups.hpp"
#include "suite/registry/tokens.hpp"
#include "suite/study/study.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::own_data {

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

using study::Protocol;

/// "levels that no sample has, and that are never predicted: 'mid'"
std::vector<std::string> remarks_on_levels(const OwnData& data) {
  std::vector<std::string> unused = data.columns.levels;
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  if (unused.empty() || outputs == nullptr) return {};
  for (const std::string& text : texts_of(std::get<data::ClassOutputs>(*outputs))) std::erase(unused, text);
  if (unused.empty()) return {};
  for (std::string& level : unused) level = base::excerpt(level);
  return {fmt::format("levels that no sample has, and that are never predicted: {}",
                      data::few_of(std::move(unused)))};
}

std::vector<std::string> remarks_on_unseen(const Protocol& protocol, const OwnData& data) {
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  if (outputs == nullptr || protocol.ordered) return {};
  if (protocol.given_folds) return unseen_outputs(*outputs, data.folds, protocol.train_on);
  // A class of one group is tested where none of it trains, whatever the folds.
  const bool are_whole = data.groups != nullptr && protocol.train_on == samples::TrainOn::the_rest;
  return unseen_outputs(*outputs, are_whole ? data.groups->of : std::vector<int>{}, protocol.train_on);
}

/// "30 groups of column 'patient' (6 samples each) are whole in ..."
std::string remark_on_groups(const study::Groups& groups) {
  std::vector<std::size_t> sizes(groups.names.size());
  for (const int group : groups.of) ++sizes[static_cast<std::size_t>(group)];
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return fmt::format(
      "{} groups of {} ({}{} sample{} each) are whole in outer and inner folds: spreads and tests over folds "
      "count folds of whole groups",
      sizes.size(), groups.column, *least, *most == *least ? "" : fmt::format(" to {}", *most),
      *most == 1 ? "" : "s");
}

/// "9 of 249 rows have gaps in the inputs that are filled: 'crp' in 4, 'hb' in 5"; "" without gaps
std::string remark_on_gaps(const OwnData& data) {
  const auto* inputs = std::get_if<arma::mat>(&data.inputs);
  CountedFields gaps;
  if (inputs != nullptr) gaps.see_gaps(*inputs, data.lines, data.columns);
  std::vector<std::string> columns;
  for (const auto& [column, rows] : gaps.columns)
    columns.push_back(fmt::format("{} in {}", base::excerpt(data.columns.inputs[column]), rows.count));
  if (columns.empty()) return "";
  return fmt::format("{} gaps in the inputs that are filled: {}", gaps.rows.of(inputs->n_rows),
                     data::few_of(std::move(columns), ", ", " columns"));
}

/// "folds, outer and inner, are blocks in the order of column 'date': ..."
std::string remark_on_order(double gap, const study::Times* times) {
  const char* unit = times == nullptr ? " rows" : times->are_dates ? " days" : "";
  return fmt::format(
      "folds, outer and inner, are blocks in the order of {}: a block tests, and all rows before it train{}; "
      "the first only trains",
      times == nullptr ? "the rows" : times->column,
      gap == 0.0 ? "" : fmt::format(" but for a gap of {}{}", config::number_text(gap), unit));
}

/// Tables list measures by name, so they say which one chose where the config names a loss.
std::vector<std::string> remarks_on(const Reported& reported, const OutputPart& fill,
                                    const Protocol& protocol, const OwnData& data) {
  std::vector<std::string> remarks = remarks_on_candidates(fill, data);
  if (!data.dropped.empty()) remarks.push_back("left out (missing_targets: drop): " + data.dropped);
  if (reported.tokens != samples::Tokens::bytes)
    remarks.push_back(fmt::format("symbol_error, edit_error and edit_distance count {}",
                                  samples::name_of(reported.tokens)));
  if (reported.loss.criterion) remarks.push_back("chosen on inner folds by " + reported.loss.criterion->name);
  data::append(remarks, remarks_on_levels(data));
  data::append(remarks, remarks_on_definiteness(data));
  if (std::string remark = remark_on_gaps(data); !remark.empty()) remarks.push_back(std::move(remark));
  if (data.groups != nullptr) remarks.push_back(remark_on_groups(*data.groups));
  if (protocol.ordered) remarks.push_back(remark_on_order(protocol.gap, data.times.get()));
  data::append(remarks, remarks_on_unseen(protocol, data));
  return remarks;
}

/// The class of each sample; none of other outputs.
std::vector<int> class_numbers(const OwnData& data) {
  const auto* outputs = std::get_if<data::Outputs>(&data.outputs);
  return outputs == nullptr ? std::vector<int>{} : data::class_numbers(*outputs);
}

/// throws  DataError where a group has two classes
void require_one_class_each(const OwnData& data) {
  const std::vector<int> classes = class_numbers(data);
  std::map<int, int> class_of;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const int group = data.groups->of[i];
    if (class_of.emplace(group, classes[i]).first->second != classes[i])
      throw DataError(fmt::format(
          "group {} of {} has two classes, and `group_prediction` is one of each group",
          base::excerpt(data.groups->names[static_cast<std::size_t>(group)]), data.groups->column));
  }
}

/// The content of the file. It is read once per process as long as an experiment holds it: so a cell's key
/// and its numbers come from the same bytes even where the file is edited during a run, and the points
/// of a sweep hold one copy.
std::shared_ptr<const OwnData> shared_data(const DataFile& file) {
  static std::map<DataFile, std::weak_ptr<const OwnData>> all_held;
  std::weak_ptr<const OwnData>& held = all_held[file];
  std::shared_ptr<const OwnData> data = held.lock();
  if (data == nullptr) held = data = std::make_shared<const OwnData>(load_own_data(file));
  return data;
}

/// Whether each label has a column of 0 and 1.
bool are_indicators(const DataFile& file) {
  return file.columns.output_kind == data::OutputKind::label_set && file.columns.outputs.size() > 1;
}

/// How its models are kept in files.
std::shared_ptr<const study::KeptSamples> kept_samples(const DataFile& file,
                                                       const models::ColumnOptions& columns,
                                                       const InputPart& inputs, const OutputPart& outputs,
                                                       study::NewInputsForm form,
                                                       const std::function<const OwnData&()>& load) {
  auto kept = std::make_shared<study::KeptSamples>();
  kept->store = [load](const study::DrawContext&, models::ModelFile& model) { store_samples(load(), model); };
  kept->restore = [=](const models::ModelFile& model) -> std::shared_ptr<const study::Task> {
    const OwnData data = restored_samples(file, model);
    auto task = std::make_shared<study::Task>();
    inputs(*task, data);
    outputs(*task, data);
    task->ids = data.ids;
    return task;
  };
  kept->open = [=](const models::ModelFile& model, const study::NewInputsRequest& request) {
    return open_new_inputs(file, model, columns, form, request, [inputs](const OwnData& data) {
      study::Task task;
      inputs(task, data);
      return task.data.inputs;
    });
  };
  kept->form = form;
  kept->output_names = file.string_pairs ? std::vector<std::string>{"output"} : file.columns.outputs;
  if (!file.gram) {
    kept->unlogged = {{file.is_graphs ? "dataset.folder" : "dataset.path", "''"}};
    return kept;
  }
  kept->unlogged = {{"dataset.input", "''"}, {"dataset.outputs", "''"}};
  if (file.gram->groups) kept->unlogged.emplace_back("dataset.groups", "''");
  if (file.gram->outputs_are_gram) kept->output_names = {"sample"};
  return kept;
}

}  // namespace

study::Experiment make_experiment(const Reader& root) {
  DataFile file = parse_data_file(root.map("dataset"));
  const bool are_vectors = !file.string_pairs && !file.gram;
  const bool has_groups = file.columns.group.has_value() || (file.gram && file.gram->groups);
  const bool outputs_are_gram = file.gram && file.gram->outputs_are_gram;
  const models::ColumnOptions columns = are_vectors ? read_columns(root) : models::ColumnOptions{};
  file.columns.allow_missing_inputs = columns.missing != models::Missing::refuse;
  file.columns.allow_missing_categories = columns.categories.missing_is_level;
  if (are_vectors) file.columns.drop_missing_outputs = drops_missing_targets(root);
  file.looks_for_unused =
      are_vectors && !file.is_of_manifest && !file.test_path && !file.columns.fold && !file.columns.group;
  const bool distances_of_inputs = !file.gram && names_distances(root, "input_kernel");
  std::vector<registry::ColumnWord> words;
  if (are_vectors && !distances_of_inputs) words = compared_columns(root, file.columns);
  file.columns.strings = registry::strings_among(words, file.columns.inputs);
  if (file.is_of_manifest && !file.columns.strings.empty())
    root.fail("input_kernel", "compares strings: name a file, not one of the manifest");
  Reported reported = outputs_are_gram ? parse_reported_of_gram(root) : parse_reported(root, file.columns);
  if (!outputs_are_gram) read_group_prediction(root, file.columns.output_kind, has_groups, reported);
  const bool at_distances =
      distances_of_inputs || (!outputs_are_gram && names_distances(root, "output_kernel"));
  const InputPart inputs = input_part(root, file, columns);
  const OutputPart outputs = output_part(root, file);
  const auto held = std::make_shared<std::shared_ptr<const OwnData>>();
  const auto load_from = [file, held](const data::DataSource& source) -> const OwnData& {
    if (*held == nullptr) *held = shared_data(located(file, source));
    return **held;
  };
  // A call without a data source comes after one for the identity, where a file is of the manifest.
  const auto load = [load_from]() -> const OwnData& { return load_from({}); };

  study::Experiment experiment;
  experiment.measures = reported.names();
  experiment.gains = reported.gains;
  experiment.undefined_where = reported.undefined_where;
  experiment.has_classes = !outputs_are_gram && file.columns.output_kind == data::OutputKind::class_label;
  experiment.has_strata = experiment.has_classes;
  experiment.has_output_errors = !outputs_are_gram && file.columns.output_kind == data::OutputKind::vector;
  experiment.descriptive_measures = {"aligned_bandwidth"};
  // 2: outputs of zero norm are candidates; classes are numbered by their text. 3: the squared loss has a
  // name of its own.
  // 4: further measures, which earlier results lack. 5, of label sets in columns: hamming_loss counts the
  // labels that no sample has. 6, of groups: numbers are one digit by digit, and where one is no number all
  // are texts.
  experiment.version = has_groups ? 6 : are_indicators(file) ? 5 : 4;
  experiment.remarks = [reported, outputs, load](const Protocol& protocol) {
    return remarks_on(reported, outputs, protocol, load());
  };
  const bool sees_scales =
      !distances_of_inputs && columns.scale == models::Scale::none &&
      std::ranges::none_of(words, [](const auto& word) { return word.scale.has_value(); });
  experiment.warnings = [=, tokens = reported.tokens](const study::Study& study,
                                                      const study::Reading& reading) {
    const OwnData& data = load();
    const MixedOrder mixed = mixed_order(study, reading);
    std::vector<std::string> lines = group_warnings(data, reading.protocol.ordered, mixed.option);
    data::append(lines, name_warnings(data));
    data::append(lines, byte_warnings(data, tokens));
    if (!are_vectors) return lines;
    data::append(lines, data.remarks);
    data::append(lines, word_warnings(data.columns.inputs));
    data::append(lines, column_warnings(data, words));
    if (!distances_of_inputs) data::append(lines, target_warnings(data));
    data::append(lines, row_number_warnings(data, reading));
    if (!reading.protocol.has_fixed_folds())
      data::append(lines, order_warnings(data, reading.protocol, mixed.ordered));
    if (sees_scales)
      data::append(lines, scale_warnings(std::get<arma::mat>(data.inputs), data.columns.inputs, data.levels));
    return lines;
  };
  experiment.data_identity = [=](const data::DataSource& source) {
    const OwnData& data = load_from(source);
    study::Task task;  // what a file beside the data does not fit is found before a cell runs
    if (at_distances) inputs(task, data);
    const bool looks_at_outputs = reported.loss.criterion || !reported.undefined_where.empty();
    task.groups = data.groups;
    if (at_distances || looks_at_outputs) outputs(task, data);
    if (looks_at_outputs) reported.add_to(task);
    if (reported.has_groups) require_one_class_each(data);
    if (are_vectors && sees_scales)
      require_distances(std::get<arma::mat>(data.inputs), data.columns.inputs, data.levels);
    return data.identity;
  };
  experiment.size = [load_from](const data::DataSource& source) {
    const OwnData& data = load_from(source);
    study::DrawSize size{data.ids.size(), data.folds, data.groups, data.times};
    if (data.groups == nullptr) return size;
    size.strata = class_numbers(data);
    size.fold_texts = data.fold_texts;
    return size;
  };
  experiment.draw = [=](const study::DrawContext& context) -> std::shared_ptr<const study::Task> {
    const OwnData& data = load_from(context.data);
    auto task = std::make_shared<study::Task>();
    inputs(*task, data);
    outputs(*task, data);
    task->groups = data.groups;
    task->rows = data.rows;
    task->dropped = data.dropped;
    add_file_rows(*task, *held);
    reported.add_to(*task);
    task->given_folds = data.folds;
    task->fold_texts = data.fold_texts;
    task->times = data.times;
    task->ids = data.ids;
    task->id_texts = data.id_texts;
    task->lines = data.lines;
    return task;
  };
  experiment.has_groups = has_groups;
  if (file.test_path) experiment.test_samples_at = std::string("dataset.") + keys::kTestPath.name;
  experiment.order = file.columns.time ? study::Order::times : study::Order::rows;
  const bool are_clipped = distances_of_inputs && clips_distances(root, "input_kernel");
  const study::NewInputsForm form = file.gram             ? study::NewInputsForm::gram
                                    : distances_of_inputs ? study::NewInputsForm::distances
                                                          : study::NewInputsForm::samples;
  if (!are_clipped && !file.is_of_manifest)
    experiment.kept = kept_samples(file, columns, inputs, outputs, form, load);
  experiment.why_not_kept =
      are_clipped
          ? "`input_kernel: {name: from_distances, not_euclidean: clip}` changes the distances between "
            "its samples, and nothing says what it makes of those of a new one"
          : "`dataset.path: {manifest: ...}` names a data set of papers; a model is fitted to a file: "
            "`--set dataset.path=FILE`, and test_path likewise";
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  using Is = registry::PartForm::Is;
  constexpr registry::PartForms kKernelOrDistances{
      {Is::kernel, "a kernel"}, {Is::named_map, "{name: from_distances, file: D.csv}", "from_distances"}};
  return registry::facts_of(
      keys::facts(),
      registry::Part{"input_kernel", kKernelOrDistances, "of the inputs; not of a Gram matrix", true},
      registry::Part{"output_kernel", kKernelOrDistances, "of the outputs; not of a Gram matrix", true},
      registry::Choice{registry::kTokens.name, registry::kTokens.words,
                       "of outputs that are strings: what their losses count; of inputs: what element_kernel "
                       "sees one by one",
                       registry::kTokens.fallback},
      kElementKernel, registry::optional(kElementWindow), kMeasures, registry::optional(kPositive),
      registry::optional(registry::Choice{
          "candidates", "with_norm | all",
          "which training outputs a decoder may choose; by default as the output kernel calls for"}),
      registry::kScale, kScaleOutputs, kMissing, kMissingCategories,
      registry::optional(registry::Choice{"group_prediction", "majority | mean",
                                          "one prediction for each group of rows, with an error of its own: "
                                          "the commonest class, or the mean"}),
      kMissingTargets, registry::Part{"image", "a map", "width and height of inputs that are images", true},
      registry::Part{"virtual_examples", "a map", "shifted copies of training images", true});
}

}  // namespace preimage::suite::own_data
