#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <utility>

namespace preimage::base {

/// The last few values of a pure function that is expensive, by a key that names its arguments: so learners
/// that share a step compute it once. Nothing depends on what is remembered but the time.
template <class Value>
class LruCache {
 public:
  explicit LruCache(std::size_t capacity) : capacity_(capacity) {}

  template <class Compute>
  std::shared_ptr<const Value> get(const std::string& key, const Compute& compute) {
    return get(key, compute, [](const Value& /*held*/) { return true; });
  }

  /// The same where a value may serve several arguments: one that is not enough for these is computed anew.
  template <class Compute, class Enough>
  std::shared_ptr<const Value> get(const std::string& key, const Compute& compute, const Enough& is_enough) {
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->first != key) continue;
      if (!is_enough(*entry->second)) entry->second = std::make_shared<const Value>(compute());
      entries_.splice(entries_.begin(), entries_, entry);  // the latest used stays longest
      return entries_.front().second;
    }
    entries_.emplace_front(key, std::make_shared<const Value>(compute()));
    if (entries_.size() > capacity_) entries_.pop_back();
    return entries_.front().second;
  }

 private:
  std::size_t capacity_;
  std::list<std::pair<std::string, std::shared_ptr<const Value>>> entries_;
};

}  // namespace preimage::base
