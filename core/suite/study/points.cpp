#include "suite/study/points.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/sweep_points.hpp"

namespace preimage::suite::study {

namespace {

/// The one reading that is swept.
const Reading& reading_of(const Study& study, const SelectionOptions& options) {
  const std::vector<std::string>& readings = study.profile(options.profile).readings;
  if (options.reading) return study.reading(*options.reading);
  if (readings.size() == 1) return study.reading(readings.front());
  throw ConfigError(fmt::format("{}: a sweep is over one reading and profile '{}' has {}: add --reading {}",
                                study.config, options.profile, readings.size(), fmt::join(readings, " or ")));
}

void require_learner(const std::string& option, const std::string& name, const Reading& reading) {
  std::vector<std::string> names;
  for (const registry::ParsedLearner& learner : reading.learners) names.push_back(learner.name);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw ConfigError(fmt::format("{}: reading '{}' has no learner '{}'{}", option, reading.name, name,
                                  base::suggestion(name, names)));
  }
}

/// A path would silently win over what --set says of it.
void require_unset(const Axis& axis, const std::vector<config::Override>& overrides) {
  for (const config::Override& o : overrides) {
    if (o.path == axis.path || o.path.starts_with(axis.path + "."))
      throw ConfigError(fmt::format("--set {}: --grid sets it, too", o.path));
  }
}

}  // namespace

Study load_sweep(const std::filesystem::path& config, const SelectionOptions& options) {
  const SweepOptions& sweep = options.sweep;
  const config::Value file = config::load_yaml(config);
  Study study = parse_study(file, config.stem().string(), options.overrides, options.experiments);
  const Reading& reading = reading_of(study, options);
  if (sweep.learner) require_learner("--learner", *sweep.learner, reading);
  std::vector<config::Override> overrides = options.overrides;
  for (const Axis& axis : sweep.axes) {
    require_unset(axis, options.overrides);
    const std::string learner = learner_of(axis.path);
    if (learner.empty()) continue;
    require_learner("--grid " + axis.path, learner, reading);
    if (!reading.experiment.outside)  // a program of the user's has no inner folds of ours
      overrides.push_back({"learners." + learner + ".inner_loss", "true"});
  }
  std::vector<Point> points =
      sweep.random
          ? random_points(sweep.axes, *sweep.random, sweep.seed ? std::to_string(*sweep.seed) : study.seed)
          : full_grid(sweep.axes);
  PointReader reader(file, reading.name, overrides, options.experiments);
  study.points = std::make_shared<const SweepPoints>(std::move(reader), sweep, std::move(points),
                                                     std::vector<config::Override>(reading.modified));
  study.readings = {*study.points->reading(0)};
  return study;
}

std::vector<std::string> learners_left_out(const Study& sweep) {
  const Reading& reading = sweep.readings.front();
  std::vector<std::string> names;
  for (const auto& [path, value] : reading.parameters) {
    const std::string name = learner_of(path);
    const bool stays = std::any_of(reading.learners.begin(), reading.learners.end(),
                                   [&](const registry::ParsedLearner& l) { return l.name == name; });
    if (!name.empty() && !stays && (names.empty() || names.back() != name)) names.push_back(name);
  }
  return names;
}

bool concerns(const Axis& axis, const std::string& learner) {
  const std::string owner = learner_of(axis.path);
  return owner.empty() || owner == learner;
}

}  // namespace preimage::suite::study
