#include "suite/run/task_cache.hpp"

#include "preimage/sequences/element_regression.hpp"
#include "suite/study/draws.hpp"

namespace preimage::suite::run {

namespace {

/// Whether two readings draw the same data: they differ in their learners at most, as the points of a sweep
/// often do.
bool draw_alike(const study::Reading& a, const study::Reading& b) {
  const auto without_learners = [](const study::Reading& reading) {
    config::ReadLog log = reading.parameters;
    std::erase_if(log, [](const auto& entry) { return entry.first.starts_with("learners."); });
    return log;
  };
  return &a == &b || without_learners(a) == without_learners(b);
}

}  // namespace

const study::Task& TaskCache::task_of(const study::Cell& cell) {
  const std::shared_ptr<const study::Reading> reading = cell.reading.get();
  const int repetition = reading->experiment.redraws_data ? cell.repetition : 0;
  if (task_ == nullptr || study_ != cell.study || repetition_ != repetition ||
      !draw_alike(*reading_, *reading)) {
    task_ = study::draw_task(*cell.study, *reading, repetition, data_);
    work_ = std::make_shared<sequences::SharedWork>();
    study_ = cell.study;
    reading_ = reading;
    repetition_ = repetition;
  }
  return *task_;
}

}  // namespace preimage::suite::run
