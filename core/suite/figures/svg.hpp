// What the SVG figures share: how a document opens, its colours and marks, and how wide a text will be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/figures/colour.hpp"

namespace preimage::suite::figures {

// Units of a figure are CSS pixels. Figures are made for a width of 480, so that they can be read at 400,
// too.
inline constexpr double kFigureWidth = 480.0;
inline constexpr double kEdge = 8.0;  // kept free all around
inline constexpr double kFontSize = 14.0;
inline constexpr double kSmallSize = 12.0;
inline constexpr double kTitleSize = 16.0;
inline constexpr double kLineHeight = 18.0;  // of text of kFontSize
inline constexpr double kSmallLine = 15.0;   // of text of kSmallSize
inline constexpr double kTitleLine = 21.0;   // of the title

struct SvgHead {
  std::string id_prefix;             // of every id in the document: another one for each figure of a page
  std::string title, description;    // what a screen reader says; the description may be empty
  double width = 0.0, height = 0.0;  // rounded up
};

/// Opens an SVG 1.1 document that is one image to a screen reader, with <title> and <desc>. It has a white
/// ground and colours of its own, all of them attributes, so that programs without CSS (rsvg-convert, LaTeX)
/// draw the same figure. What has a colour is drawn in `currentColor`.
/// throws  std::invalid_argument where there is no title, or where the prefix is not letters, digits, '-' and
///         '_' after a letter
std::string svg_opening(const SvgHead& head);

// Attributes, with a blank in front, that give an element a colour of the theme.
std::string svg_faint();
std::string svg_grid();
/// Of the series with this number; they repeat after seven.
std::string svg_series(std::size_t number);

// Areas whose colour says a value, from the best (t = 0) to the worst (t = 1), in 33 steps.
inline constexpr int kLastLevel = 32;
/// The step nearest to t in [0, 1].
int level_of(double t);
/// Attributes of an area, with a blank in front: its colour is `currentColor` inside.
std::string level_area(int level);
/// The same of texts and lines on it: black or white, whichever is easier to read.
std::string level_ink(int level);

/// Attributes of a rectangle or picture, with a blank in front.
std::string svg_box(double x, double y, double width, double height);

/// A line of text at its baseline. `markup` is escaped already, `attributes` begin with a blank.
std::string svg_text(double x, double y, const std::string& markup, std::string_view attributes = "");

inline constexpr const char* kMiddle = " text-anchor=\"middle\"";
inline constexpr const char* kEnd = " text-anchor=\"end\"";
inline constexpr const char* kSmall = " font-size=\"12\"";  // kSmallSize

/// Lines of text below each other, not escaped; the first baseline is at y.
std::string svg_lines(double x, double y, const std::vector<std::string>& lines, double line_height,
                      const std::string& attributes);

/// The same read from below, with its middle at y: the label of a vertical axis.
std::string svg_upright_text(double x, double y, const std::string& markup);

/// The label of a tick, escaped, the exponent of "2^-3" raised.
std::string tick_markup(const std::string& label);

/// The lines of a title, not escaped, from kEdge down.
std::string svg_title(const std::vector<std::string>& lines, double x);

/// Of a picture that is drawn larger than it is: its pixels are sharp rectangles.
inline constexpr const char* kSharp = " style=\"image-rendering:pixelated\"";

/// A PNG at this place. `attributes` begin with a blank.
std::string svg_picture(double x, double y, double width, double height, const std::string& png,
                        std::string_view attributes = "");

enum class Mark { circle, square, triangle, diamond };

/// The mark centred at (x, y), in the stroke and fill of its group; a circle has this radius, the others
/// about its area.
std::string svg_mark(Mark mark, double x, double y, double radius);

/// Width of a line of UTF-8 text in DejaVu Sans, which is wider than most: no viewer's font is known here.
/// Of what is not ASCII each character counts .9 em.
double svg_text_width(std::string_view text, double font_size = kFontSize);

/// The widest of the texts, 0 where there is none.
double widest(const std::vector<std::string>& texts, double font_size = kFontSize);

/// The text in lines of at most `width`, broken at blanks and behind '-', '_', '/' and ','; a longer
/// word where it must be. At least one line.
std::vector<std::string> wrapped(const std::string& text, double width, double font_size = kFontSize);

/// The text, or as many of its characters as `width` holds and an ellipsis.
std::string shortened(const std::string& text, double width, double font_size = kFontSize);

}  // namespace preimage::suite::figures
