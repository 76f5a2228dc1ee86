#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace preimage::base {

/// A value that is computed when it is first asked for, and never again. Copies share it. Of several threads
/// that ask at a time one computes it and the others wait. Where the computation throws, the next that asks
/// computes it anew.
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

/// The last few values of a pure function that is expensive, by a key that names its arguments: so learners
/// that share a step compute it once. Nothing depends on what is remembered but the time. Several threads may
/// ask: one computes, the others wait.
template <class Value>
class LruCache {
 public:
  explicit LruCache(std::size_t capacity) : capacity_(capacity) {}

  template <class Compute>
  std::shared_ptr<const Value> get(const std::string& key, const Compute& compute) {
    const std::lock_guard<std::mutex> guard(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->first != key) continue;
      entries_.splice(entries_.begin(), entries_, entry);  // the latest used stays longest
      return entries_.front().second;
    }
    entries_.emplace_front(key, std::make_shared<const Value>(compute()));
    if (entries_.size() > capacity_) entries_.pop_back();
    return entries_.front().second;
  }

 private:
  std::mutex mutex_;
  std::size_t capacity_;
  std::list<std::pair<std::string, std::shared_ptr<const Value>>> entries_;
};

}  // namespace preimage::base
