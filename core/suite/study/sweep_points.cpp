#include "suite/study/sweep_points.hpp"

#include <algorithm>
#include <utility>

#include "suite/config/config_error.hpp"
#include "suite/records/result_record.hpp"
#include "suite/study/grid_points.hpp"

namespace preimage::suite::study {

namespace {

void leave_out_learners(Reading& reading, const SweepOptions& sweep) {
  std::erase_if(reading.learners, [&](const registry::ParsedLearner& learner) {
    const bool is_named = !sweep.learner || *sweep.learner == learner.name;
    return !is_named || std::none_of(sweep.axes.begin(), sweep.axes.end(),
                                     [&](const Axis& axis) { return concerns(axis, learner.name); });
  });
  if (reading.learners.empty())
    throw ConfigError("--learner " + *sweep.learner + ": no path of --grid changes anything for it");
}

}  // namespace

SweepPoints::SweepPoints(PointReader reader, const SweepOptions& sweep, std::vector<Point> points,
                         std::vector<config::Override> modified)
    : reader_(std::move(reader)), sweep_(sweep), points_(std::move(points)), modified_(std::move(modified)) {}

std::string SweepPoints::label() const {
  return records::reading_label(name(), modifications_text(modified_));
}

std::vector<config::Override> SweepPoints::overrides(std::size_t point) const {
  std::vector<config::Override> overrides;
  for (std::size_t a = 0; a < sweep_.axes.size(); ++a)
    overrides.push_back({sweep_.axes[a].path, points_[point][a]});
  return overrides;
}

std::shared_ptr<const Reading> SweepPoints::reading(std::size_t point) const {
  if (last_reading_ && last_ == point) return last_reading_;
  Reading reading = reader_.read(overrides(point));
  reading.modified = modified_;
  leave_out_learners(reading, sweep_);
  last_reading_ = std::make_shared<const Reading>(std::move(reading));
  last_ = point;
  return last_reading_;
}

KeptReading ReadingRef::get() const {
  if (points_ != nullptr) return KeptReading(points_->reading(point_));
  return KeptReading(std::shared_ptr<const Reading>(), reading_);  // which the study owns
}

std::vector<config::Override> ReadingRef::point() const {
  return points_ != nullptr ? points_->overrides(point_) : reading_->point;
}

const std::string& ReadingRef::value(std::size_t axis) const {
  return points_ != nullptr ? points_->values(point_)[axis] : reading_->point[axis].value;
}

}  // namespace preimage::suite::study
