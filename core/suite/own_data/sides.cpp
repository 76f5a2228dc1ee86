#include "suite/own_data/sides.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/losses/loss.hpp"
#include "preimage/models/prepared_method.hpp"
#include "preimage/models/virtual_examples.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/samples/label_indicators.hpp"
#include "suite/config/scalar_type.hpp"
#include "suite/data/delimited.hpp"
#include "suite/own_data/column_inputs.hpp"
#include "suite/own_data/distance_kernel.hpp"
#include "suite/own_data/string_symbols.hpp"
#include "suite/registry/column_groups.hpp"
#include "suite/registry/image_shifts.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/loss_table.hpp"

namespace preimage::suite::own_data {

namespace {

using config::Reader;
using kernels::Kernel;
using outputs::Candidates;

/// `image: {width, height}` with `virtual_examples`: the input columns are pixels, line by line. Nothing
/// without virtual_examples.
/// throws  ConfigError, also where width x height is not `columns`
std::optional<samples::ImageShifts> read_shifts(const config::Reader& root, std::size_t columns) {
  if (!root.has("virtual_examples")) return std::nullopt;
  const config::Reader image = root.map("image");
  const auto most = static_cast<long>(data::kMaxColumns);
  const long width = image.integer("width", 1, most), height = image.integer("height", 1, most);
  if (static_cast<std::size_t>(width) * static_cast<std::size_t>(height) != columns)
    root.fail(
        "image",
        fmt::format("{} x {} pixels, but there are {} input columns (pixels that never change belong to "
                    "them, too: a config of `init` leaves such out below `except`)",
                    width, height, columns));
  return registry::parse_image_shifts(root, static_cast<arma::uword>(width), static_cast<arma::uword>(height),
                                      0.0);
}

/// As Choice::read_as. Nothing changes where the word is the first: then it is in no key, as if it were left
/// out.
template <class Meaning>
Meaning read_word(const Reader& root, const registry::Choice& key, std::initializer_list<Meaning> meanings) {
  if (!root.has(key.name)) return *meanings.begin();
  const std::vector<std::string> words = key.facts().words;
  const std::string word = config::parse_scalar(config::choice_type(words), root.raw(key.name), key.name);
  if (word != words.front()) root.text(key.name);
  return key.meaning_of(word, meanings);
}

/// `scale: [none, standard]`: scales that the inner folds choose among; empty where it is no list of several.
std::vector<std::string> read_scale_choices(const Reader& root) {
  if (!root.has("scale") || root.raw("scale").kind != config::Value::Kind::sequence) return {};
  const std::vector<std::string> known = registry::kScale.facts().words;
  std::vector<std::string> words = root.texts("scale");
  for (const std::string& word : words) {
    if (std::ranges::count(known, word) == 0)
      root.fail("scale", "expected any of none, standard and minmax, found " + base::excerpt(word) +
                             base::suggestion(word, known));
    if (std::count(words.begin(), words.end(), word) > 1)
      root.fail("scale", base::excerpt(word) + " occurs twice");
  }
  if (words.size() < 2)
    root.fail("scale", "a list is to choose among: name two at least, or one without brackets");
  return words;
}

/// Each kernel under each scale; what tells them apart ends in the scale's name.
void add_scale_choices(const std::vector<std::string>& words, models::RawVectors& raw) {
  std::vector<std::pair<base::Parameters, models::RawVectors::KernelPtr>> kernels;
  for (const std::string& word : words) {
    for (auto [parameters, kernel] : raw.kernels) {
      parameters.emplace_back("scale." + word, 1.0);
      kernels.emplace_back(std::move(parameters), std::move(kernel));
      raw.scales.push_back(registry::kScale.meaning_of(word, registry::kScales));
    }
  }
  if (!words.empty()) raw.kernels = std::move(kernels);
}

/// A kernel on histograms refuses numbers below 0, which a scale makes: `standard` of every column, `minmax`
/// of a test sample below the training minimum.
void refuse_scaled_histograms(const Reader& root, const std::string& key,
                              const Kernel<kernels::Vectors>& kernel, models::Scale scale) {
  if (scale == models::Scale::none) return;
  try {
    kernel.diagonal(arma::mat(1, 1, arma::fill::value(-1.0)));
  } catch (const std::invalid_argument&) {
    root.fail(key,
              "the kernel compares histograms, which have no number below 0; a scale makes such numbers. "
              "Leave it out");
  }
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

/// Inputs of any kind, which methods know by their distances alone.
InputPart inputs_at_distances(const Reader& root) {
  return [kernel = DistanceKernel(root, "input_kernel")](study::Task& task, const OwnData& data) {
    if (data.are_new) {
      const auto& distances = std::get<arma::mat>(data.inputs);
      task.data.inputs = samples::SampleSet(distances.n_rows).with(kernel.new_points(distances));
      return;
    }
    if (const auto* vectors = std::get_if<kernels::Vectors>(&data.inputs))
      task.inputs = input_texts(*vectors, data.levels);
    if (const auto* strings = std::get_if<kernels::Strings>(&data.inputs)) task.inputs = texts_of(*strings);
    task.data.inputs = samples::SampleSet(data.ids.size()).with(kernel.points(data.ids.size()));
  };
}

InputPart string_inputs(const Reader& root) {
  return [kernels = parse_input_kernels<kernels::Strings>(root), with_elements = read_elements(root)](
             study::Task& task, const OwnData& data) {
    const auto* held = std::get_if<kernels::Strings>(&data.inputs);  // of pairs; else of a table's one column
    task.inputs = held != nullptr
                      ? *held
                      : registry::strings_of(std::get<arma::mat>(data.inputs).col(0), data.levels.at(0));
    require_symbols(data, task.inputs.size(), "input", [&](const arma::uvec& rows) {
      const kernels::Strings some = samples::select(task.inputs, rows);
      for (const auto& [parameters, kernel] : kernels) kernel->diagonal(some);
      with_elements(samples::SampleSet(some.size()), some);
    });
    task.data.inputs = with_elements(plain_inputs<kernels::Strings>(kernels, task.inputs), task.inputs);
  };
}

/// throws  DataError as require_symbols, of the columns of strings under the kernels that compare them
void require_row_symbols(const OwnData& data, const models::RawVectors& raw,
                         const InputKernels<samples::Table>& kernels) {
  samples::Table rows = raw.others;  // beside zeros: no number is told here
  const arma::mat zeros(raw.values.n_rows, 1, arma::fill::zeros);
  for (const std::string& name : raw.names) rows.columns.push_back({name, zeros});
  require_symbols(data, raw.values.n_rows, "input", [&](const arma::uvec& some) {
    const samples::Table tried = samples::select(rows, some);
    for (const auto& [parameters, kernel] : kernels) kernel->diagonal(tried);
  });
}

InputPart row_inputs(const Reader& root, const models::ColumnOptions& columns,
                     const std::vector<std::string>& names) {
  if (root.has("virtual_examples"))
    root.fail("virtual_examples", "of inputs that are pixels alone, under a kernel on vectors");
  return [words = registry::column_words(root.map("input_kernel"), names), scales = read_scale_choices(root),
          kernels = parse_input_kernels<samples::Table>(root),
          columns](study::Task& task, const OwnData& data) {
    const auto& inputs = std::get<arma::mat>(data.inputs);
    task.inputs = input_texts(inputs, data.levels);
    models::RawVectors raw = registry::raw_rows(inputs, data.levels, words, with_categories(columns, data));
    require_row_symbols(data, raw, kernels);
    if (raw.values.n_cols == 0 || (raw.options.changes_nothing() && scales.empty())) {
      task.data.inputs = plain_inputs<samples::Table>(
          kernels, models::table_of(raw, raw.values, std::vector<arma::uword>(raw.values.n_cols, 1)));
      return;
    }
    raw.kernels.assign(kernels.begin(), kernels.end());
    add_scale_choices(scales, raw);
    task.data.inputs = samples::SampleSet(inputs.n_rows).with(std::move(raw));
  };
}

InputPart vector_inputs(const Reader& root, const models::ColumnOptions& columns, std::size_t count) {
  const std::optional<samples::ImageShifts> shifts = read_shifts(root, count);
  const std::vector<std::string> scales = read_scale_choices(root);
  const InputKernels<kernels::Vectors> kernels = parse_input_kernels<kernels::Vectors>(root);
  for (const auto& [parameters, kernel] : kernels)
    refuse_scaled_histograms(root, "scale", *kernel, columns.scale);
  return [kernels, columns, shifts, scales](study::Task& task, const OwnData& data) {
    const auto& inputs = std::get<kernels::Vectors>(data.inputs);
    task.inputs = input_texts(inputs, data.levels);
    models::RawVectors raw{inputs, {kernels.begin(), kernels.end()}, with_categories(columns, data)};
    add_scale_choices(scales, raw);
    task.data.inputs = raw.options.changes_nothing() && !shifts && scales.empty()
                           ? plain_inputs<kernels::Vectors>(kernels, inputs)
                           : samples::SampleSet(inputs.n_rows).with(std::move(raw));
    if (shifts) task.data.inputs = task.data.inputs.with(models::ShiftableImages{*shifts, inputs.n_rows});
  };
}

/// Keys that ask for what a Gram matrix holds already.
void refuse_beside(const char* matrix, const Reader& root, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (root.has(key))
      root.fail(key, fmt::format("not beside {} holds the kernel's values already; leave it out", matrix));
}

/// Inputs of which there is no more than the values of their kernel.
InputPart gram_inputs(const Reader& root) {
  refuse_beside("dataset.name: gram, whose matrix", root,
                {"input_kernel", "scale", "missing", "missing_categories", "missing_targets"});
  return [](study::Task& task, const OwnData& data) {
    const auto& points = std::get<kernels::Points>(data.inputs);
    task.data.inputs = samples::SampleSet(points.size()).with(points);
  };
}

/// `candidates: with_norm | all`, by default as the output kernel calls for.
Candidates read_candidates(const Reader& root, Candidates otherwise) {
  const std::string word =
      root.choice("candidates", {"with_norm", "all"}, otherwise == Candidates::all ? "all" : "with_norm");
  return word == "all" ? Candidates::all : Candidates::with_norm;
}

template <class Held>
const Held& held_in(const OwnData& data) {
  return std::get<Held>(std::get<data::Outputs>(data.outputs));
}

/// What outputs of any type have: their kernel, and which of them are candidates.
template <class Samples>
struct OutputSide {
  std::shared_ptr<const Kernel<Samples>> kernel;  // nullptr where there are distances
  std::optional<DistanceKernel> distances;
  Candidates candidates;

  using Parse = std::function<std::shared_ptr<const Kernel<Samples>>(const Reader&, const std::string& key)>;
  explicit OutputSide(const Reader& root, const Parse& parse = parse_kernel<Samples>)
      : candidates(Candidates::all) {
    if (names_distances(root, "output_kernel")) {
      distances.emplace(root, "output_kernel");
      return;
    }
    kernel = parse(root, "output_kernel");
    candidates = read_candidates(root, outputs::candidates_for(*kernel));
  }

  void fill(study::Task& task, const Samples& outputs) const {
    using samples::sample_count;
    const arma::uword n = sample_count(outputs);
    if (distances)
      task.data.outputs = samples::SampleSet(n).with(outputs).with(distances->points(n));
    else
      task.data.outputs = outputs::with_output_kernel<Samples>(kernel, outputs, candidates);
  }
};

OutputPart vector_part(const Reader& root) {
  const models::ColumnOptions columns{read_word(root, kScaleOutputs, registry::kScales)};
  if (!columns.changes_nothing() && names_distances(root, "output_kernel"))
    root.fail("scale_outputs",
              "the distances of output_kernel are those between outputs as they are: leave it out");
  const OutputSide<kernels::Vectors> side(root);
  // Training outputs alone are scaled: minmax leaves none below 0.
  if (side.kernel && columns.scale == models::Scale::standard)
    refuse_scaled_histograms(root, "scale_outputs", *side.kernel, columns.scale);
  return [columns, side](study::Task& task, const OwnData& data) {
    const auto& vectors = held_in<arma::mat>(data);
    side.fill(task, vectors);
    if (!columns.changes_nothing())
      task.data.outputs =
          task.data.outputs.with(models::RawOutputs{vectors, side.kernel, side.candidates, columns});
    task.outputs = texts_of(vectors);
    task.output_names = data.columns.outputs;
  };
}

/// The kernel of classes, or one of numbers on the levels' places.
std::shared_ptr<const Kernel<kernels::Labels>> parse_level_kernel(const Reader& root,
                                                                  const std::string& key) {
  const Reader map = root.map(key);
  if (map.raw("name").scalar == "class") return registry::make_kernel<kernels::Labels>(map);
  map.note_version("kernel.levels", 1);
  return std::make_shared<const kernels::LevelKernel>(registry::make_kernel<kernels::Vectors>(map));
}

OutputPart class_part(const Reader& root, bool are_levels) {
  OutputSide<kernels::Labels> side(root, are_levels ? parse_level_kernel : parse_kernel<kernels::Labels>);
  return [side = std::move(side), are_levels](study::Task& task, const OwnData& data) {
    const auto& classes = held_in<data::ClassOutputs>(data);
    side.fill(task, classes.labels);
    task.data.outputs = task.data.outputs.with(samples::NamedClasses{
        classes.labels, std::make_shared<const std::vector<std::string>>(classes.names), are_levels});
    task.strata = classes.labels;
    task.class_names = classes.names;
    task.outputs = texts_of(classes);
  };
}

OutputPart label_set_part(const Reader& root) {
  return [side = OutputSide<kernels::LabelSets>(root)](study::Task& task, const OwnData& data) {
    const auto& sets = held_in<data::LabelSetOutputs>(data);
    side.fill(task, sets.sets);
    task.data.outputs = task.data.outputs.with(samples::LabelIndicators{sets.sets, sets.names.size()});
    task.class_names = sets.names;
    task.outputs = texts_of(sets, data.columns.separator);
    task.label_separator = data.columns.separator;
  };
}

/// Throws std::invalid_argument for strings that the config's loss does not take.
std::function<void(const kernels::Strings&)> read_check_of_loss(const Reader& root) {
  if (root.has_map("loss"))
    for (const auto& row : registry::loss_table().rows<kernels::Strings>())
      if (const Reader map = root.map("loss"); row.name == map.raw("name").scalar)
        return [loss = row.make(map)](const kernels::Strings& all) { losses::loss_for(loss, all); };
  return [](const kernels::Strings& /*all*/) {};
}

OutputPart string_part(const Reader& root) {
  return [side = OutputSide<kernels::Strings>(root), tokens = read_symbols(root),
          check_of_loss = read_check_of_loss(root)](study::Task& task, const OwnData& data) {
    const auto& strings = held_in<kernels::Strings>(data);
    require_symbols(data, strings.size(), "output", [&](const arma::uvec& rows) {
      const kernels::Strings some = samples::select(strings, rows);
      for (const std::string& string : some) samples::cut(string, tokens);
      if (side.kernel) side.kernel->diagonal(some);
      check_of_loss(some);
    });
    side.fill(task, strings);
    if (side.kernel) task.data.outputs = with_ngram_counts(task.data.outputs, *side.kernel, strings);
    task.outputs = strings;
  };
}

/// Outputs of which there is no more than the values of their kernel: predictions are training samples, by
/// their numbers.
OutputPart gram_part(const Reader& root) {
  refuse_beside("outputs that are a Gram matrix, which", root, {"output_kernel", "scale_outputs"});
  const Candidates candidates = read_candidates(root, Candidates::all);
  return [candidates](study::Task& task, const OwnData& data) {
    const auto& points = std::get<kernels::Points>(data.outputs);
    task.data.outputs =
        samples::SampleSet(points.size())
            .with(points)
            .with(outputs::CandidateMask{outputs::are_candidates(candidates, points.squared_norms())});
    for (std::size_t i = 1; i <= data.ids.size(); ++i) task.outputs.push_back(std::to_string(i));
  };
}

}  // namespace

models::ColumnOptions read_columns(const Reader& root) {
  const models::Scale scale = read_scale_choices(root).empty()
                                  ? read_word(root, registry::kScale, registry::kScales)
                                  : models::Scale::standard;
  using enum models::Missing;
  models::ColumnOptions columns{scale, read_word(root, kMissing, {refuse, mean, median})};
  columns.categories.missing_is_level = read_word(root, kMissingCategories, {false, true});
  // 2: a pair (no, yes) beside missing values has three indicators; one of yes and one of missing put no
  // nearer to missing.
  if (columns.categories.missing_is_level) root.note_version("missing_categories", 2);
  return columns;
}

bool drops_missing_targets(const Reader& root) {
  return read_word(root, kMissingTargets, {false, true});
}

models::ColumnOptions with_categories(models::ColumnOptions columns, const OwnData& data) {
  if (data.levels.empty()) return columns;
  std::vector<std::string> names(data.columns.inputs.size());
  for (const auto& [place, levels] : data.levels)
    if (!data.columns.is_string(data.columns.inputs[place])) names[place] = data.columns.inputs[place];
  if (data.levels.size() > data.columns.strings.size()) columns.categories.names = std::move(names);
  return columns;
}

InputPart input_part(const Reader& root, const DataFile& file, const models::ColumnOptions& columns) {
  if (file.gram) return gram_inputs(root);
  if (names_distances(root, "input_kernel")) {
    if (!columns.changes_nothing() || columns.categories.missing_is_level || !file.columns.categories.empty())
      root.fail(
          "input_kernel",
          "from_distances looks at no input column: leave out scale and missing, and dataset.categories");
    return inputs_at_distances(root);
  }
  if (root.has("virtual_examples") && !file.columns.categories.empty())
    root.fail("virtual_examples",
              "the inputs are pixels, and none of them a category: leave out dataset.categories");
  if (columns.categories.missing_is_level && file.columns.categories.empty())
    root.fail("missing_categories", "there are none: name the columns in dataset.categories");
  registry::require_known(root.map("input_kernel"));
  const bool are_strings =
      file.string_pairs || registry::compares(root.map("input_kernel")) == registry::Compares::strings;
  if (are_strings && !columns.changes_nothing())
    root.fail("input_kernel", "compares strings: there is no number that `scale` or `missing` could change");
  if (are_strings) return string_inputs(root);
  if (registry::compares(root.map("input_kernel")) == registry::Compares::rows)
    return row_inputs(root, columns, file.columns.inputs);
  return vector_inputs(root, columns, file.columns.inputs.size());
}

OutputPart output_part(const Reader& root, const DataFile& file) {
  if (file.gram && file.gram->outputs_are_gram) return gram_part(root);
  switch (file.columns.output_kind) {
    case data::OutputKind::class_label:
      return class_part(root, !file.columns.levels.empty());
    case data::OutputKind::label_set:
      return label_set_part(root);
    case data::OutputKind::string:
      return string_part(root);
    case data::OutputKind::vector:
      break;
  }
  return vector_part(root);
}

}  // namespace preimage::suite::own_data
