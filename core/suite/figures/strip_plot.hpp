// One published number and what every reading made of it, as SVG.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/records/verdict.hpp"

namespace preimage::suite::figures {

struct StripRow {
  std::string label;                        // the reading
  std::optional<double> value;              // our mean; nothing: missing, the row says "-"
  std::optional<double> spread;             // our SD (>= 0); nothing: the mark is hollow and has no whisker
  std::optional<records::Verdict> verdict;  // says itself in words, and in the mark's form and colour
  std::string remark;                       // behind the verdict, or in its place: "stand-in"
};

struct StripPlot {
  std::string id_prefix = "strip";  // of the ids in the SVG: another one for each plot of a page
  std::string title;
  std::string description;  // for who cannot see the plot; may be empty
  std::string x_label;
  std::optional<records::Published> published;
  std::vector<StripRow> rows;  // from the top
};

/// An SVG 1.1 document. Each row has a line of text - label, "0.0814 \u00b1 0.0021, reproduced" - and a strip below it: a mark at
/// the mean, a whisker of one SD to either side. The published number is a vertical line through the strips, the band
/// around it is one published_standard_error to either side. Marks: reproduced a circle,
/// consistent a diamond and no difference found a triangle in the same colour, marginal a diamond, not reproduced a
/// square, inconclusive a triangle, no verdict a circle in the colour of the text. Texts are UTF-8, escaped, and long ones take several lines.
/// throws  std::invalid_argument where there is no row or no number at all, and what svg_opening throws;
///         NumericalError naming the row for a value or spread that is not finite, a negative spread or a
///         spread without value, and for such a published number
std::string strip_plot_svg(const StripPlot& plot);

}  // namespace preimage::suite::figures
