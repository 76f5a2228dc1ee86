#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace preimage::suite::figures {

enum class Scale { linear, log2, log10 };

/// From the smallest to the largest of the values that were included.
struct ValueRange {
  double lo = std::numeric_limits<double>::infinity();
  double hi = -std::numeric_limits<double>::infinity();
  void include(double value) {
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
};

/// Marks on an axis: values in increasing order, and what to write beside them.
struct Ticks {
  std::vector<double> values;
  std::vector<std::string> labels;
};

/// "Nice" numbers (Heckbert, Graphics Gems 1990): multiples of 1, 2 or 5 times a power of ten, the first at
/// or below `lo` and the last at or above `hi`, about `count` of them. Labels have the decimals that the step
/// needs ("0.15"); scientific form from 1e6 on and for steps below 1e-4. lo == hi is widened.
/// Requires finite lo <= hi, count >= 2 (std::invalid_argument).
Ticks linear_ticks(double lo, double hi, int count);

/// Powers of the base (2 or 10) from the last at or below `lo` to the first at or above `hi`; every second,
/// third ... where there would be more than `most`. Labels are plain where all lie in [0.001, 9999] (base 2:
/// in [1, 9999]), else "2^-3". Requires 0 < lo <= hi, most >= 2 (std::invalid_argument).
Ticks log_ticks(double lo, double hi, Scale scale, int most);

/// Of ticks this far apart: every how manieth label can be written with a gap to the next. 1: all.
std::size_t label_stride(const std::vector<std::string>& labels, double spacing);

}  // namespace preimage::suite::figures
