#include "preimage/base/tiles.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace preimage::base {

void for_each_tile(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> has_failed{false};
  std::vector<std::exception_ptr> errors(count);
  const auto take = [&] {
    while (!has_failed) {
      const std::size_t tile = next++;
      if (tile >= count) return;
      try {
        work(tile);
      } catch (...) {
        errors[tile] = std::current_exception();
        has_failed = true;
      }
    }
  };
  std::vector<std::thread> others;
  for (std::size_t t = 1; t < std::min(threads, count); ++t) others.emplace_back(take);
  take();
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace preimage::base
