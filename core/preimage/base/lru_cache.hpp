#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace preimage::base {

/// The last few values of a pure function that is expensive, by a key that names its arguments: so learners
/// that share a step compute it once. Nothing depends on what is remembered but the time. Several threads may ask: one
/// computes, the others wait.
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
