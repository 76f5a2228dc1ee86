#include "suite/study/options.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/number.hpp"

namespace preimage::suite::study {

Override parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ConfigError("--set " + text + ": expected path=value, like dataset.smoothing=0.75");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void parse_shard(const std::string& text, StudyOptions& options) {
  const std::size_t slash = text.find('/');
  const std::optional<long> shard = base::parse_integer(text.substr(0, slash));
  const std::optional<long> shards =
      slash == std::string::npos ? std::nullopt : base::parse_integer(text.substr(slash + 1));
  constexpr long kMost = 1'000'000;
  if (!shard || !shards || *shard < 1 || *shard > *shards || *shards > kMost)
    throw ConfigError("--shard " + text + ": expected i/n with 1 <= i <= n");
  options.shard = static_cast<int>(*shard - 1);
  options.shards = static_cast<int>(*shards);
}

StudyOptions independent_of_place(StudyOptions options) {
  for (std::filesystem::path& config : options.configs) config = std::filesystem::absolute(config);
  options.out = std::filesystem::absolute(options.out).lexically_normal();
  if (options.data) options.data = std::filesystem::absolute(*options.data);
  return options;
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
  if (options.max_cells)
    arguments.insert(arguments.end(), {"--max-cells", std::to_string(*options.max_cells)});
  for (const Axis& axis : options.sweep.axes) arguments.insert(arguments.end(), {"--grid", axis.text});
  if (options.sweep.random)
    arguments.insert(arguments.end(), {"--random", std::to_string(*options.sweep.random)});
  if (options.sweep.seed) arguments.insert(arguments.end(), {"--seed", *options.sweep.seed});
  if (options.sweep.learner) arguments.insert(arguments.end(), {"--learner", *options.sweep.learner});
  if (options.force) arguments.emplace_back("--force");
  if (options.only) arguments.insert(arguments.end(), {"--only", *options.only});
  const workers::ProcessLimits& limits = options.cell_limits;
  if (limits.seconds) arguments.insert(arguments.end(), {"--cell-time", fmt::format("{}", *limits.seconds)});
  if (limits.memory_mib)
    arguments.insert(arguments.end(), {"--cell-memory", std::to_string(*limits.memory_mib)});
  return arguments;
}

std::string shell_quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace preimage::suite::study
