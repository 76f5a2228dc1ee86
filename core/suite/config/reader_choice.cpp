// Reader::each_choice: which number of each list is taken next.
#include <stdexcept>
#include <utility>

#include "suite/config/reader_state.hpp"

namespace preimage::suite::config {

void Reader::begin_choices() const {
  if (state_->axes) throw std::logic_error("each_choice within each_choice");
  state_->axes.emplace();
}

Reader::Choices Reader::choices() const {
  Choices result;
  const std::size_t prefix = path_.empty() ? 0 : path_.size() + 1;
  for (const State::Axis& axis : *state_->axes) {
    if (axis.was_met) result.emplace_back(axis.path.substr(prefix), axis.value);
  }
  return result;
}

bool Reader::next_choice() const {
  std::vector<State::Axis>& axes = *state_->axes;
  std::erase_if(axes, [](State::Axis& axis) { return !std::exchange(axis.was_met, false); });
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    if (++axis->index < axis->size) return true;
    axis->index = 0;
  }
  return false;
}

void Reader::end_choices() const {
  state_->axes.reset();
}

}  // namespace preimage::suite::config
