#include "suite/model/saved_model.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/models/estimator.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/named_file.hpp"
#include "suite/config/number.hpp"
#include "suite/config/override.hpp"
#include "suite/config/reader.hpp"
#include "suite/records/result_record.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/study/options.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::model {

namespace {

using models::ModelFile;

/// The config again, of what was read of it.
config::Value config_of(const ModelFile& file) {
  std::vector<config::Override> values;
  for (const char* prefix : {kParameter, kUnlogged}) {
    for (const auto& [name, value] : file.facts) {
      if (!name.starts_with(prefix)) continue;
      const std::string path = name.substr(std::string_view(prefix).size());
      if (!path.starts_with("version.")) values.push_back({path, value});
    }
  }
  config::Value root;
  root.kind = config::Value::Kind::map;
  root = config::with_overrides(std::move(root), values, config::kModelSource);
  const std::string_view prefix = kFiles;
  for (const auto& [name, content] : file.arrays) {
    if (name.starts_with(prefix))
      config::set_path(root, name.substr(prefix.size()), config::kept_file(file.array<std::string>(name)));
  }
  return root;
}

const study::ExperimentEntry& entry_of(const study::ExperimentTable& experiments, const std::string& name) {
  for (const study::ExperimentEntry& entry : experiments) {
    if (entry.name == name) return entry;
  }
  throw DataError(
      fmt::format("the model is of experiment {}, which this program has not", base::excerpt(name)));
}

/// A name that the file says, where a shell may be given it as a word; else `instead`.
std::string word_of(const std::map<std::string, std::string>& facts, const char* name,
                    const std::string& instead) {
  constexpr std::size_t kMaxBytes = 100;
  const auto found = facts.find(name);
  if (found == facts.end()) return instead;
  const std::string& word = found->second;
  const bool is_word = !word.empty() && word.size() <= kMaxBytes && !word.starts_with("-") &&
                       word.find('\n') == std::string::npos && !base::find_unshowable(word);
  return is_word ? word : instead;
}

/// "; `preimage fit iris --reading as-written --learner kde --out iris.pim` fits it again": behind a reason
/// why a model is not read.
std::string fit_again(const std::map<std::string, std::string>& facts, const std::string& path) {
  const records::ReadingLabel label = records::read_label(word_of(facts, kReading, "READING"));
  std::string line = study::command_text(
      {"preimage", "fit", word_of(facts, kConfig, "CONFIG")},
      {"--reading", label.reading, "--learner", word_of(facts, kLearner, "LEARNER"), "--out", path});
  line = "; `" + line + "` fits it again";
  if (!label.modifications.empty()) line += ", with --set as in (modified: " + label.modifications + ")";
  return line;
}

/// A model of other versions would predict something else under the same name.
void require_versions(const ModelFile& file, const config::Reader& root, const study::Experiment& experiment,
                      const registry::ParsedLearner& learner, const std::string& path) {
  std::map<std::string, int> versions = {{"experiment", experiment.version}, {"method", learner.version}};
  for (const auto& [row, parts] : root.noted().versions) {
    for (const auto& [part, version] : parts) versions[part] = version;
  }
  for (const auto& [part, version] : versions) {
    const std::string& then = file.fact(std::string(kParameter) + "version." + part);
    if (then == std::to_string(version)) continue;
    throw DataError(fmt::format(
        "the model was fitted by version {} of {}, and this program has version {}, whose numbers differ{}",
        base::excerpt(then), part == "method" ? "method " + learner.method : part, version,
        fit_again(file.facts, path)));
  }
}

std::size_t grid_point_of(const ModelFile& file, const validation::Learner& learner) {
  const std::optional<long> g = config::parse_integer(file.fact(kGridPoint));
  if (!g || *g < 0 || static_cast<std::size_t>(*g) >= learner.grid().size())
    throw DataError("the model's grid point is not in its grid");
  const auto point = static_cast<std::size_t>(*g);
  if (text_of(learner.grid()[point]) != file.fact(kChosen))
    throw DataError("the model's grid point is not what it says was chosen");
  return point;
}

/// The positions among n samples that the model was fitted to.
arma::uvec training_of(const ModelFile& file, arma::uword n) {
  if (!file.arrays.contains(kTraining)) return arma::regspace<arma::uvec>(0, n - 1);
  const auto& positions = file.array<std::vector<std::int64_t>>(kTraining);
  const bool fit = !positions.empty() && std::all_of(positions.begin(), positions.end(), [&](std::int64_t i) {
    return i >= 0 && static_cast<arma::uword>(i) < n;
  });
  if (!fit) throw DataError("the model's training samples are not among its samples");
  return arma::conv_to<arma::uvec>::from(positions);
}

/// A message that may quote what the file says.
std::string one_line(const char* message) {
  std::string line = base::shown(message);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

/// What no part of a model reads was put there by others.
void require_known_arrays(const ModelFile& file) {
  for (const auto& array : file.arrays) {
    const std::string& name = array.first;
    const bool is_known = std::any_of(std::begin(kArrayFolders), std::end(kArrayFolders),
                                      [&](const char* folder) { return name.starts_with(folder); });
    if (!is_known)
      throw DataError(fmt::format("the model has an array {} that is no part of it", base::excerpt(name)));
  }
}

SavedModel restored(ModelFile file, const study::ExperimentTable& experiments, const std::string& path) {
  require_known_arrays(file);
  const config::Value root = config_of(file);
  const config::Reader reader(root);
  SavedModel model;
  model.experiment = entry_of(experiments, file.fact(kExperiment)).make(reader);
  if (model.experiment.kept == nullptr)
    throw DataError(fmt::format("experiment {} keeps no models", base::excerpt(file.fact(kExperiment))));
  const registry::ParsedLearner learner = registry::parse_learner("learner", reader.map("learner"));
  require_versions(file, reader, model.experiment, learner, path);
  model.task = model.experiment.kept->restore(file);
  const auto built = learner.build(model.task->data);
  const std::size_t g = grid_point_of(file, *built);
  model.fitted = built->fit(g, training_of(file, model.task->data.size()), models::fit_in(file));
  model.file = std::move(file);
  return model;
}

}  // namespace

std::string text_of(const base::Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, config::number_text(value));
  return text.empty() ? "nothing to choose" : text;
}

SavedModel restore_model(ModelFile file, const study::ExperimentTable& experiments, const std::string& path) {
  const std::map<std::string, std::string> facts = file.facts;
  try {
    return restored(std::move(file), experiments, path);
  } catch (const ConfigError& error) {
    throw DataError(fmt::format("the model's config does not fit this program: {}{}", one_line(error.what()),
                                fit_again(facts, path)));
  } catch (const std::invalid_argument& error) {
    throw DataError(fmt::format("the model's parts do not fit each other: {}", one_line(error.what())));
  } catch (const DataError& error) {  // it may quote what the file says
    throw DataError(one_line(error.what()));
  }
}

SavedModel load_model(const std::filesystem::path& path, const study::ExperimentTable& experiments) {
  ModelFile file;
  try {
    file = models::read_model_file(path);
  } catch (const models::OtherFormatError& error) {
    throw DataError(error.what() + (error.is_earlier() ? fit_again(error.facts(), path.string()) : ""));
  }
  try {
    return restore_model(std::move(file), experiments, path.string());
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace preimage::suite::model
