#include "suite/run/work_left.hpp"

#include <algorithm>

namespace preimage::suite::run {

WorkLeft::WorkLeft(std::vector<CellKind> kinds, std::size_t workers)
    : workers_(std::max<std::size_t>(1, workers)) {
  for (const CellKind& kind : kinds) kinds_.push_back({kind, 0, 0.0});
}

void WorkLeft::started(std::size_t worker, std::size_t kind, double now) {
  running_[worker] = {kind, now};
}

void WorkLeft::finished(std::size_t worker, double now) {
  const auto found = running_.find(worker);
  if (found == running_.end()) return;
  Kind& kind = kinds_.at(found->second.kind);
  ++kind.done;
  kind.seconds += now - found->second.since;
  running_.erase(found);
}

/// Seconds that this run took per second expected, over the finished cells of kinds that were timed before.
double WorkLeft::slowness() const {
  double taken = 0.0, foreseen = 0.0;
  for (const Kind& kind : kinds_) {
    if (!kind.given.seconds) continue;
    taken += kind.seconds;
    foreseen += static_cast<double>(kind.done) * *kind.given.seconds;
  }
  return foreseen > 0.0 ? taken / foreseen : 1.0;
}

std::optional<double> WorkLeft::expected(const Kind& kind, double slowness) const {
  if (kind.done == 0)
    return kind.given.seconds ? std::optional(*kind.given.seconds * slowness) : std::nullopt;
  const double before = kind.given.seconds.value_or(0.0);
  const double count = static_cast<double>(kind.done) + (kind.given.seconds ? 1.0 : 0.0);
  return (kind.seconds + before) / count;
}

std::optional<TimeLeft> WorkLeft::at(double now) const {
  const double slow = slowness();
  double sum = 0.0, longest = 0.0;
  std::size_t cells = 0;
  bool any_known = false, any_unknown = false;
  for (const Kind& kind : kinds_) {
    const std::size_t left = kind.given.open - std::min(kind.given.open, kind.done);
    if (left == 0) continue;
    cells += left;
    const std::optional<double> seconds = expected(kind, slow);
    (seconds ? any_known : any_unknown) = true;
    sum += static_cast<double>(left) * seconds.value_or(0.0);
    longest = std::max(longest, seconds.value_or(0.0));
  }
  if (!any_known) return std::nullopt;
  double remaining = 0.0;  // of the cell in work that is farthest from its end
  for (const auto& [worker, running] : running_) {
    const double seconds = expected(kinds_.at(running.kind), slow).value_or(0.0);
    const double spent = std::min(seconds, now - running.since);
    sum -= spent;
    remaining = std::max(remaining, seconds - spent);
  }
  sum = std::max(sum, 0.0);
  const double at_a_time = static_cast<double>(std::min(workers_, cells));
  const bool all_in_work = cells <= running_.size();
  return TimeLeft{std::max(sum / at_a_time, all_in_work ? remaining : std::min(longest, sum)), any_unknown};
}

}  // namespace preimage::suite::run
