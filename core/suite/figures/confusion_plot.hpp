// Confusion matrices as SVG.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace preimage::suite::figures {

/// Beyond it the cells hold no text: it would not be legible.
inline constexpr std::size_t kMaxClassesWithText = 20;
inline constexpr std::size_t kMaxClassesDrawn = 60;

/// Of one method.
struct ConfusionPanel {
  std::string title;
  std::vector<std::string> classes;
  std::vector<std::vector<std::size_t>> counts;  // [true][predicted]
};

struct ConfusionPlot {
  std::string id_prefix = "confusion";  // of the ids in the SVG: another one for each plot of a page
  std::string title;
  std::string description;  // for who cannot see the plot; may be empty
  std::vector<ConfusionPanel> panels;
};

/// An SVG 1.1 document, the panels side by side as far as the width of a figure goes, then below: a row per true class, a
/// column per predicted one, the share of the row's samples as its colour (that of the ground: none, kTheme.share: all); its
/// count and, where there is room, the share as text, or, where counts have no room in a figure of usual width, the share
/// alone, or no text; the diagonal is framed. A cell has its count and share as a tooltip. Of more than kMaxClassesWithText
/// classes cells have no text. A longer class name is cut, and where labels would overlap some are left out.
/// throws  std::invalid_argument where there is no panel, where counts are not classes x classes, for no class or more than
///         kMaxClassesDrawn, and what svg_opening throws
std::string confusion_plot_svg(const ConfusionPlot& plot);

/// The same as a document per panel, each as wide as it needs, for a page that places them as its own width allows. Their ids
/// begin with id_prefix and the panel's number from 1.
std::vector<std::string> confusion_panel_svgs(const ConfusionPlot& plot);

}  // namespace preimage::suite::figures
