#include "suite/run/task_cache.hpp"

#include "suite/run/draw_order.hpp"
#include "suite/study/draws.hpp"

namespace preimage::suite::run {

const study::Task& TaskCache::task_of(const study::Cell& cell) {
  const int repetition = draw_of(*cell.reading, cell.repetition);
  if (task_ == nullptr || study_ != cell.study || repetition_ != repetition ||
      !draw_alike(*reading_, *cell.reading)) {
    task_ = study::draw_task(*cell.study, *cell.reading, repetition, data_);
    study_ = cell.study;
    reading_ = cell.reading;
    repetition_ = repetition;
  }
  return *task_;
}

}  // namespace preimage::suite::run
