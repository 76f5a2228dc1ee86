// Where the parts of a heat map are.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "suite/figures/heat_map.hpp"
#include "suite/figures/ticks.hpp"

namespace preimage::suite::figures {

/// A value with three digits of the range of all, so that those which differ look different; with three of the
/// value where all are equal.
using ValueText = std::function<std::string(double value)>;

/// Labels of an axis: numbers of many digits with as few, three or more, as tell them apart; the rest as it
/// is.
std::vector<std::string> axis_labels(const std::vector<std::string>& values);

/// Of a map that heat_map_svg has checked.
struct HeatMapLayout {
  static constexpr double kBarHeight = 14.0;
  static constexpr double kSignWidth = 26.0;  // of the legend's ring and hatching, with the gap behind

  explicit HeatMapLayout(const HeatMap& map);
  double x(std::size_t column) const { return left + cell_width * static_cast<double>(column); }
  double y(std::size_t row) const { return bottom - cell_height * static_cast<double>(row + 1); }
  double right() const { return left + cell_width * static_cast<double>(columns.size()); }
  /// From 0 for the smallest value to 1 for the largest.
  double share(double value) const;

  ValueRange range;
  ValueText text;
  Ticks ticks;                             // of the legend, inside the range
  std::vector<std::string> columns, rows;  // labels
  std::vector<std::string> title;
  std::size_t column_stride = 1, row_stride = 1;  // every how manieth label is written
  bool slanted = false;                           // labels of columns that do not fit beside each other
  bool any_missing = false;
  double cell_width = 0.0, cell_height = 0.0, left = 0.0, top = 0.0, bottom = 0.0;
  double x_label_y = 0.0, legend_top = 0.0, bar_width = 0.0, width = 0.0, height = 0.0;

 private:
  void place_sideways(const HeatMap& map);
};

}  // namespace preimage::suite::figures
