// The points of a sweep, of which only the values are kept, and what refers to a reading or to a point.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "suite/study/axis.hpp"
#include "suite/study/options.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::study {

/// All points of a sweep. A point is a reading, but 100,000 readings are a gigabyte: kept are its values, and
/// the reading is read again whenever it is asked for. For one thread.
class SweepPoints {
 public:
  /// sweep     whose axes and --learner say which learners stay
  /// modified  Reading::modified of every point
  SweepPoints(PointReader reader, const SweepOptions& sweep, std::vector<Point> points,
              std::vector<config::Override> modified);

  std::size_t size() const { return points_.size(); }
  const std::string& name() const { return reader_.name(); }
  const PointReader& reader() const { return reader_; }
  std::string label() const;
  /// The point's values, one per axis.
  const Point& values(std::size_t point) const { return points_[point]; }
  /// The same with their paths.
  std::vector<config::Override> overrides(std::size_t point) const;

  /// The point's reading, without the learners that the sweep leaves out.
  /// throws  as PointReader::read; ConfigError where no learner is left
  /// cost    about 50 us, unless it is the one that was asked for last
  std::shared_ptr<const Reading> reading(std::size_t point) const;

  /// The same text for as long as this lives, once for all points that say it.
  const std::string& kept(const std::string& text) const { return *texts_.insert(text).first; }

 private:
  PointReader reader_;
  SweepOptions sweep_;
  std::vector<Point> points_;
  std::vector<config::Override> modified_;
  mutable std::size_t last_ = 0;
  mutable std::shared_ptr<const Reading> last_reading_;
  mutable std::set<std::string> texts_;
};

/// A reading that lives at least as long as this. A reference into one that is not kept does not compile.
class KeptReading : public std::shared_ptr<const Reading> {
 public:
  using std::shared_ptr<const Reading>::shared_ptr;
  explicit KeptReading(std::shared_ptr<const Reading> reading)
      : std::shared_ptr<const Reading>(std::move(reading)) {}
  const Reading& operator*() const& { return *get(); }
  const Reading& operator*() const&& = delete;
};

/// A reading of a study, or a point of its sweep. Name, label and values cost nothing.
class ReadingRef {
 public:
  ReadingRef() = default;
  /// The reading must outlive it.
  ReadingRef(const Reading* reading) : reading_(reading) {}   // NOLINT(google-explicit-constructor): is one
  ReadingRef(const Reading& reading) : reading_(&reading) {}  // NOLINT(google-explicit-constructor)
  ReadingRef(Reading&&) = delete;
  ReadingRef(const SweepPoints& points, std::size_t point)
      : points_(&points), point_(static_cast<std::uint32_t>(point)) {}

  /// Keep what it gives for as long as you refer to anything in it: a point's reading goes with its last owner.
  /// throws, cost  of a point as SweepPoints::reading
  KeptReading get() const;
  /// For the expression that it stands in: what it names may be gone behind that.
  std::shared_ptr<const Reading> operator->() const { return get(); }

  const std::string& name() const { return points_ != nullptr ? points_->name() : reading_->name; }
  std::string label() const { return points_ != nullptr ? points_->label() : reading_->label(); }
  /// Reading::point
  std::vector<config::Override> point() const;
  /// The value of the point on an axis.
  const std::string& value(std::size_t axis) const;
  /// A text of the reading for as long as reading and study live.
  const std::string& kept(const std::string& text) const {
    return points_ != nullptr ? points_->kept(text) : text;
  }

  auto operator<=>(const ReadingRef&) const = default;

 private:
  const Reading* reading_ = nullptr;
  const SweepPoints* points_ = nullptr;
  std::uint32_t point_ = 0;
};

}  // namespace preimage::suite::study
