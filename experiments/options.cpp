#include "experiments/options.hpp"

#include <cstdlib>
#include <iostream>

#include "base/error.hpp"

namespace preimage::experiments {

Override parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ConfigError("--set " + text + ": expected path=value, like dataset.smoothing=0.75");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::string> study_arguments(const StudyOptions& options) {
  std::vector<std::string> arguments;
  for (const std::filesystem::path& config : options.configs) arguments.push_back(config.string());
  for (const Override& o : options.overrides) {
    arguments.insert(arguments.end(), {"--set", o.path + "=" + o.value});
  }
  arguments.insert(arguments.end(), {"--profile", options.profile, "--out", options.out.string()});
  if (options.repetitions)
    arguments.insert(arguments.end(), {"--repetitions", std::to_string(*options.repetitions)});
  if (options.reading) arguments.insert(arguments.end(), {"--reading", *options.reading});
  if (options.data) arguments.insert(arguments.end(), {"--data", options.data->string()});
  if (options.stand_in) arguments.emplace_back("--stand-in");
  if (options.skip_missing) arguments.emplace_back("--skip-missing");
  if (options.force) arguments.emplace_back("--force");
  return arguments;
}

std::filesystem::path project_root() {
  const char* root = std::getenv("PREIMAGE_ROOT");
  return root != nullptr && *root != '\0' ? root : PREIMAGE_SOURCE_ROOT;
}

DataSource make_data_source(const std::optional<std::filesystem::path>& data, bool stand_in) {
  DataSource source;
  source.manifest = data::load_manifest(project_root() / "datasets" / "manifest.tsv");
  source.search.data_option = data;
  const char* environment = std::getenv("PREIMAGE_DATA");
  if (environment != nullptr && *environment != '\0') source.search.environment = environment;
  source.search.cache = project_root() / "datasets" / "cache";
  source.stand_in = stand_in;
  return source;
}

DataSource make_data_source(const StudyOptions& options) {
  DataSource source = make_data_source(options.data, options.stand_in);
  source.cache =
      base::ContentCache(options.out / "cache", [](const std::string& line) { std::cerr << line << "\n"; });
  return source;
}

}  // namespace preimage::experiments
