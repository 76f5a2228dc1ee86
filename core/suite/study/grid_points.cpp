#include "suite/study/grid_points.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"

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
  const std::vector<std::string> names = reading.learner_names();
  if (std::ranges::find(names, name) == names.end()) {
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

/// Whether the reading has the same parameters with either value; not where it cannot be read with one of
/// them.
bool is_same_value(const PointReader& reader, const std::string& path, const std::string& a,
                   const std::string& b) {
  try {
    return reader.read({{path, a}}).parameters == reader.read({{path, b}}).parameters;
  } catch (const ConfigError&) {
    return false;
  }
}

/// 1 and 1.0 are two texts, but one number: a parameter that is a number would have two points of the same
/// cells.
void require_different_values(const Axis& axis, const PointReader& reader) {
  std::map<double, std::string> seen;
  for (const std::string& value : axis.values) {
    const std::optional<double> number = config::parse_decimal(value);
    if (!number) continue;
    const auto [before, is_new] = seen.emplace(*number, value);
    if (!is_new && is_same_value(reader, axis.path, before->second, value))
      throw ConfigError(fmt::format("--grid {}: {} and {} are the same value there",
                                    base::name_excerpt(axis.text), base::excerpt(before->second),
                                    base::excerpt(value)));
  }
}

void leave_out_learners(Reading& reading, const SweepOptions& sweep) {
  std::erase_if(reading.learners, [&](const registry::ParsedLearner& learner) {
    const bool is_named = !sweep.learner || *sweep.learner == learner.name;
    return !is_named ||
           std::ranges::none_of(sweep.axes, [&](const Axis& axis) { return concerns(axis, learner.name); });
  });
  if (reading.learners.empty())
    throw ConfigError("--learner " + *sweep.learner + ": no path of --grid changes anything for it");
}

std::vector<config::Override> overrides_of(const std::vector<Axis>& axes, const Point& point) {
  std::vector<config::Override> overrides;
  for (std::size_t a = 0; a < axes.size(); ++a) overrides.push_back({axes[a].path, point[a]});
  return overrides;
}

}  // namespace

Study load_sweep(const std::filesystem::path& config, const SelectionOptions& options,
                 const ExperimentTable& experiments) {
  SweepOptions sweep = options.sweep;
  const config::Value file = config::load_yaml(config);
  Study study = parse_study(file, config.stem().string(), options.overrides, experiments);
  study.file = config;
  const Reading& reading = reading_of(study, options);
  if (sweep.learner) require_learner("--learner", *sweep.learner, reading);
  study.learners_before_sweep = reading.learner_names();
  std::vector<config::Override> overrides = options.overrides;
  for (Axis& axis : sweep.axes) {
    require_unset(axis, options.overrides);
    axis.learner = learner_of(axis.path, study.learners_before_sweep);
    if (axis.learner.empty()) continue;
    require_learner("--grid " + axis.path, axis.learner, reading);
    if (!reading.experiment.outside)  // a program of the user's has no inner folds of ours
      overrides.push_back({"learners." + axis.learner + ".inner_loss", "true"});
  }
  std::vector<Point> points =
      sweep.random
          ? random_points(sweep.axes, *sweep.random, sweep.seed ? std::to_string(*sweep.seed) : study.seed)
          : full_grid(sweep.axes);
  PointReader reader(file, reading.name, overrides, experiments);
  for (const Axis& axis : sweep.axes) require_different_values(axis, reader);
  std::vector<Reading> readings;
  for (const Point& point : points) {
    Reading& read = readings.emplace_back(reader.read(overrides_of(sweep.axes, point)));
    read.modified = reading.modified;
    leave_out_learners(read, sweep);
  }
  study.readings = std::move(readings);
  study.point_reader = std::make_shared<const PointReader>(std::move(reader));
  return study;
}

std::vector<std::string> learners_left_out(const Study& sweep) {
  std::vector<std::string> names = sweep.learners_before_sweep;
  for (const std::string& staying : sweep.readings.front().learner_names()) std::erase(names, staying);
  return names;
}

bool concerns(const Axis& axis, const std::string& learner) {
  const std::string owner = axis.learner.empty() ? learner_of(axis.path, {learner}) : axis.learner;
  return owner.empty() || owner == learner;
}

}  // namespace preimage::suite::study
