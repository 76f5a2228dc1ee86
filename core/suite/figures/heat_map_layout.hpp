// Where the parts of a heat map stand, in pixels.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "suite/figures/heat_map.hpp"
#include "suite/figures/ticks.hpp"

namespace preimage::suite::figures {

struct ValueRange {
  double lo = std::numeric_limits<double>::infinity();
  double hi = -std::numeric_limits<double>::infinity();
};

/// Values with three digits of their range, so that those which differ look different; with three of the
/// value where all are equal.
class ValueText {
 public:
  explicit ValueText(const ValueRange& range);
  std::string operator()(double value) const;

 private:
  int decimals_ = 0;
  int digits_ = 1;
  bool plain_ = true;
};

/// Of a map that heat_map_svg has checked.
struct HeatMapLayout {
  static constexpr double kMargin = 8.0;
  static constexpr double kLine = 18.0;
  static constexpr double kBarWidth = 14.0;
  static constexpr double kBarTop = 22.0;
  static constexpr double kSignWidth = 24.0;  // of the legend's ring and hatching, with the gap behind

  explicit HeatMapLayout(const HeatMap& map);
  double x(std::size_t column) const { return left + cell_width * static_cast<double>(column); }
  double y(std::size_t row) const { return bottom - cell_height * static_cast<double>(row + 1); }
  double right() const { return left + cell_width * columns; }
  /// From 0 for the largest value to 1 for the smallest.
  double brightness(double value) const;

  ValueRange range;
  ValueText text;
  Ticks ticks;  // of the legend, inside the range
  std::vector<std::string> title;
  bool slanted = false;  // labels of columns that do not fit beside each other
  bool any_missing = false;
  double columns = 0.0;
  double cell_width = 0.0, cell_height = 0.0, left = 0.0, top = 0.0, bottom = 0.0, bar_height = 0.0;
  double legend_left = 0.0, x_label_y = 0.0, width = 0.0, height = 0.0;

 private:
  void place_sideways(const HeatMap& map);
};

}  // namespace preimage::suite::figures
