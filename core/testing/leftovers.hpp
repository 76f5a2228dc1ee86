// Processes that outlive the one that started them, known by a number of seconds that no other process
// sleeps.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace preimage::testing {

class Leftovers {
 public:
  Leftovers() : seconds_(std::to_string(1'000'000'000L + next() * 10'000'000L + ::getpid())) {}

  /// Shell: one process.
  std::string sleep() const { return "sleep " + seconds_; }

  /// Shell: a child, a grandchild whose parent goes on, one whose parent has ended, one of a session of its
  /// own, and a daemon that has forked twice and closed its streams.
  std::string every_kind() const {
    const std::string sleeps = sleep();
    return sleeps + " & (" + sleeps + " & wait) & (" + sleeps + " &) ; setsid " + sleeps +
           " & (setsid sh -c '" + sleeps + " >/dev/null 2>&1 </dev/null & exit' &) ; ";
  }
  static constexpr int kKinds = 5;

  /// Shell: until so many are there.
  std::string wait_for(int count) const {
    return "n=0; while [ $n -lt " + std::to_string(count) +
           " ]; do n=0; for f in /proc/[0-9]*/cmdline; do x=; { read -r x <$f; } 2>/dev/null; "  // NULs are passed over
           "[ \"$x\" = sleep" +
           seconds_ + " ] && n=$((n+1)); done; done; ";
  }

  /// How many sleep now, zombies aside.
  int count() const {
    int found = 0;
    std::error_code code;
    for (std::filesystem::directory_iterator at("/proc", code), end; !code && at != end; at.increment(code)) {
      std::ifstream stream(at->path() / "cmdline", std::ios::binary);
      std::string words;
      // Of a process that ends meanwhile it stays empty; an iterator over the buffer would throw.
      std::getline(stream, words);
      found += words == std::string("sleep\0", 6) + seconds_ + '\0' ? 1 : 0;
    }
    return found;
  }

 private:
  static long next() {
    static long number = 0;
    return ++number;
  }
  std::string seconds_;
};

}  // namespace preimage::testing
