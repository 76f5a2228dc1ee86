// Line plots as SVG: text that a browser draws, byte for byte the same for the same data.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/figures/ticks.hpp"

namespace preimage::suite::figures {

struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> error;  // half lengths of the error bars: none, or one (>= 0) per point
};

struct LinePlot {
  std::string id_prefix = "line-plot";  // of the ids in the SVG: another one for each plot of a page
  std::string title;
  std::string x_label;
  std::string y_label;
  Scale x_scale = Scale::linear, y_scale = Scale::linear;
  std::vector<Series> series;
  bool has_bands = false;  // errors as a band around each line, not as bars; a single point keeps its bar
  std::optional<std::pair<double, double>> y_bounds;  // what y can be: error bars and bands end there
  std::string caption;                                // below everything; may be empty
  bool has_value_strip = false;  // beside the vertical axis, in the colours that a heat map gives such values
  std::vector<double> x_shown, y_shown;  // what the axes hold whether a point lies there or not: {0, 1}
};

/// An SVG 1.1 document, points joined in the given order, the legend below the plot area. Series differ by
/// colour (safe for colour-blind readers), marker and, from the eighth on, by dashes; of a series of more
/// than 40 points about 25 are marked. The strip of values runs from the smallest y of a point, in the colour
/// of the best, to the largest; it is left out where all are equal. Texts are UTF-8 and are escaped.
/// throws  std::invalid_argument where no series has a point or the lengths in a series differ, and what
///         svg_opening throws;
///         NumericalError naming series and point for a value that is not finite, a negative error or, on a
///         logarithmic axis, an x or an end of an error bar that has no logarithm: leave out what is missing,
///         a plot does not do so silently
std::string line_plot_svg(const LinePlot& plot);

/// The same of several plots, one below the other in one document with this title, which only a screen reader
/// says.
/// id_prefix  of the document; the plots' own are not used
/// throws     std::invalid_argument, too, where there is no plot
std::string line_plots_svg(const std::string& id_prefix, const std::string& title,
                           const std::vector<LinePlot>& plots);

}  // namespace preimage::suite::figures
