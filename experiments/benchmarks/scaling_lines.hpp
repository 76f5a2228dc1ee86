// What `bench scaling` has measured, as a table and as a picture.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "suite/figures/line_plot.hpp"

namespace preimage::experiments::benchmarks {

struct ScalingCost {
  double seconds = 0.0;   // of CPU
  double peak_mib = 0.0;  // of a process of its own, resident
};

/// One program over the sizes.
struct ScalingLine {
  std::string name;
  std::vector<std::optional<ScalingCost>> costs;  // one per size; nothing where it was not run
};

/// One piece of work at several sizes: ours, then the peers.
struct ScalingLines {
  std::string work;     // "kernel ridge regression, ..."
  std::string size;     // what n is: "training samples"
  std::vector<long> n;  // ascending
  std::vector<ScalingLine> lines;
  /// The largest difference between ours and any other's answers, one per size; nothing where there was none
  /// to compare.
  std::vector<std::optional<double>> differences;
};

/// One row per size with seconds and memory of each, how many times ours the seconds of a peer are, and the
/// difference; then a line per program on how its seconds and its memory grow.
std::string scaling_text(const ScalingLines& lines);

/// Seconds over sizes, both axes logarithmic; a line per program of each piece of work, its exponent beside
/// its name.
/// throws  as line_plot_svg
suite::figures::LinePlot scaling_plot(const std::string& title, const std::vector<ScalingLines>& pieces,
                                      const std::string& caption);

}  // namespace preimage::experiments::benchmarks
