// A value over two axes of settings, such as the inner loss over bandwidth and ridge, as SVG.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace preimage::suite::figures {

/// A point that was chosen, and how often: by how many outer folds.
struct HeatMapChoice {
  std::size_t row = 0, column = 0;
  std::size_t times = 0;
};

struct HeatMap {
  std::string id_prefix = "heat-map";  // of the ids in the SVG: another one for each plot of a page
  std::string title;
  std::string description;  // for who cannot see the plot; may be empty
  std::string x_label, y_label;
  std::string value_label;                                 // "inner loss, mean over folds"
  std::string chosen_label = "chosen by n outer folds";    // what a ring with a number n in it says
  std::string missing_label = "no value";                  // what a hatched cell says
  std::vector<std::string> columns;                        // labels from the left
  std::vector<std::string> rows;                           // labels from the bottom, as an axis runs
  std::vector<std::vector<std::optional<double>>> values;  // [row][column]; nothing: hatched
  std::vector<HeatMapChoice> chosen;
};

/// An SVG 1.1 document. Colours run from the smallest value, the best, which is farthest from the ground,
/// dark - to the largest, in 33 steps; a cell with room for it says its value, with the digits that
/// tell the values apart, and every cell has its full value as a tooltip. Long numbers are rounded on the
/// axes, and where labels would overlap some are left out. A chosen point carries a ring with its count.
/// Texts are UTF-8 and are escaped.
/// throws  std::invalid_argument where there is no value at all, where `values` is not rows x columns, for a
///         chosen point that does not exist, comes twice or was chosen 0 times, and what svg_opening throws;
///         NumericalError naming the cell for a value that is not finite
std::string heat_map_svg(const HeatMap& map);

}  // namespace preimage::suite::figures
