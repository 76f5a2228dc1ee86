#include "preimage/base/tiles.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace preimage::base {

namespace {

/// Threads that are joined at the latest with this object.
class Threads {
 public:
  Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() {
    for (std::thread& thread : threads_) thread.join();
  }
  /// Up to `count` threads that do `work`; fewer where the system gives no more.
  void start(std::size_t count, const std::function<void()>& work) {
    threads_.reserve(count);
    try {
      while (threads_.size() < count) threads_.emplace_back(work);
    } catch (const std::system_error&) {  // a limit on processes or memory: the threads that exist do all
    }
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace

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
  {
    Threads others;
    others.start(count < 2 || threads < 2 ? 0 : std::min(threads, count) - 1, take);
    take();
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace preimage::base
