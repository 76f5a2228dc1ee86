// What the tests of `sweep` share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "suite/data/testing_rows.hpp"
#include "testing/workplace.hpp"

namespace preimage::testing {

using Words = std::vector<std::string>;

/// The name of a sweep over `ridge` and `sigma`, as the program makes it.
inline constexpr const char* kSweepName = "toy-exclusive-ridge-sigma";

/// 3 x 2 points for kde.
inline Words sweep_grid() {
  return {"--reading", "exclusive",
          "--grid",    "learners.kde.ridge=1e-2:1:log10",
          "--grid",    "learners.kde.bandwidth.sigma=0.5,1"};
}

inline Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline Finished sweep(const Workplace& place, const std::string& out, const Words& more = sweep_grid()) {
  return place.call("sweep", out, more);
}

inline std::filesystem::path sweep_folder(const Workplace& place, const std::string& out,
                                          const std::string& name = kSweepName) {
  return place.out(out) / "sweeps" / name;
}

}  // namespace preimage::testing
