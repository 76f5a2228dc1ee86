#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace preimage::base {

/// A value that is computed when it is first asked for, and never again. Copies share it. Of several threads that ask at a time one
/// computes it and the others wait. Where the computation throws, the next that asks computes it anew.
template <class T>
class Lazy {
 public:
  /// `compute` must be a pure function.
  explicit Lazy(std::function<T()> compute) : state_(std::make_shared<State>()) {
    state_->compute = std::move(compute);
  }
  explicit Lazy(T value) : state_(std::make_shared<State>()) { state_->value = std::move(value); }

  const T& operator*() const {
    std::call_once(state_->once, [this] {
      if (state_->value) return;
      state_->value = state_->compute();
      state_->compute = nullptr;
    });
    return *state_->value;
  }
  const T* operator->() const { return &**this; }

 private:
  struct State {
    std::function<T()> compute;
    std::optional<T> value;
    std::once_flag once;
  };
  std::shared_ptr<State> state_;
};

}  // namespace preimage::base
