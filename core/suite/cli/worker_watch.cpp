#include "suite/cli/worker_watch.hpp"

#include <utility>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"

namespace preimage::suite::cli {

namespace {

constexpr std::string_view kStart = "start ";

}  // namespace

WorkerWatch::WorkerWatch(std::size_t workers, run::WorkLeft left, std::function<double()> seconds)
    : work_(std::move(left)), seconds_(std::move(seconds)), fruitless_(workers) {}

void WorkerWatch::on_line(std::size_t worker, const std::string& line, run::Progress& progress) {
  const bool is_new_wait =
      line.starts_with("waits for ") && waits_.insert(line.substr(0, line.find(','))).second;
  if (is_new_wait) progress.warn(line);
  if (line.starts_with(kStart)) work_.started(worker, line.substr(kStart.size()), seconds_());
  if (!line.starts_with("done ")) return;
  work_.finished(worker, seconds_());
  progress.finished(line.ends_with(" ok"));
  fruitless_[worker] = 0;
}

bool WorkerWatch::on_exit(std::size_t worker, const run::WorkerExit& ended, run::Progress& progress) {
  work_.gave_up(worker);
  if (ended.ok() || ended.code == kCellsFailed) return false;
  progress.note(fmt::format("worker {}: {}", worker + 1, ended.text()));
  if (ended.signal == 0 && ended.code == kData) has_data_error_ = true;
  return ended.signal != 0 && ++fruitless_[worker] <= kMaxFruitless;
}

}  // namespace preimage::suite::cli
