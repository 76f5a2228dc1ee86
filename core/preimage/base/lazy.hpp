#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace preimage::base {

/// A value that is computed when it is first asked for, and never again. Copies share it. Not for two threads at once.
template <class T>
class Lazy {
 public:
  /// `compute` must be a pure function.
  explicit Lazy(std::function<T()> compute) : state_(std::make_shared<State>()) {
    state_->compute = std::move(compute);
  }
  explicit Lazy(T value) : state_(std::make_shared<State>()) { state_->value = std::move(value); }

  const T& operator*() const {
    if (!state_->value) {
      state_->value = state_->compute();
      state_->compute = nullptr;
    }
    return *state_->value;
  }
  const T* operator->() const { return &**this; }

 private:
  struct State {
    std::function<T()> compute;
    std::optional<T> value;
  };
  std::shared_ptr<State> state_;
};

}  // namespace preimage::base
