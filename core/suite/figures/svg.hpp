// What the SVG figures share: how a document opens, its colours and marks, and how wide a text will be.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "suite/figures/canvas.hpp"

namespace preimage::suite::figures {

/// Okabe and Ito's colours without the yellow, which is hard to see on white: blue, vermilion, green, purple,
/// orange, sky blue, black.
inline constexpr std::array<Colour, 7> kColours = {{{0x00, 0x72, 0xb2},
                                                    {0xd5, 0x5e, 0x00},
                                                    {0x00, 0x9e, 0x73},
                                                    {0xcc, 0x79, 0xa7},
                                                    {0xe6, 0x9f, 0x00},
                                                    {0x56, 0xb4, 0xe9},
                                                    {0x00, 0x00, 0x00}}};

/// "#0072b2"
std::string colour_text(Colour colour);

/// (L1 + .05) / (L2 + .05) of the relative luminances, the lighter first: 1 to 21     [WCAG 2.1, "contrast
/// ratio"]
double contrast_ratio(Colour a, Colour b);

struct SvgHead {
  std::string id_prefix;             // of every id in the document: another one for each figure of a page
  std::string title, description;    // what a screen reader says; the description may be empty
  double width = 0.0, height = 0.0;  // pixels, rounded up
};

/// Opens an SVG 1.1 document that is one image to a screen reader, with <title> and <desc>; text is 12 pixels
/// high and has the colour of the text around it: black in a file.
/// throws  std::invalid_argument where there is no title, or where the prefix is not letters, digits, '-' and
///         '_' after a letter
std::string svg_opening(const SvgHead& head);

inline constexpr double kFontSize = 12.0;
inline constexpr double kTitleSize = 15.0;

/// A line of text at its baseline. `markup` is escaped already, `attributes` begin with a blank.
std::string svg_text(double x, double y, const std::string& markup, std::string_view attributes = "");

inline constexpr const char* kMiddle = " text-anchor=\"middle\"";
inline constexpr const char* kEnd = " text-anchor=\"end\"";

/// The same read from below, with its middle at y: the label of a vertical axis.
std::string svg_upright_text(double x, double y, const std::string& markup);

/// The label of a tick, escaped, the exponent of "2^-3" raised.
std::string tick_markup(const std::string& label);

inline constexpr double kTitleLine = 20.0;  // height of a line of the title

/// The lines of a title, not escaped, from (x, 8) down.
std::string svg_title(const std::vector<std::string>& lines, double x);

enum class Mark { circle, square, triangle, diamond };

/// The mark centred at (x, y), in the stroke and fill of its group; a circle has this radius, the others
/// about its area.
std::string svg_mark(Mark mark, double x, double y, double radius);

/// Pixels of a line of UTF-8 text in DejaVu Sans, which is wider than most: no viewer's font is known here.
/// Of what is not ASCII each character counts .9 em.
double svg_text_width(std::string_view text, double font_size = kFontSize);

/// The widest of the texts, 0 where there is none.
double widest(const std::vector<std::string>& texts, double font_size = kFontSize);

/// The text in lines of at most `width` pixels, broken at blanks and behind '-', '_', '/' and ','; a longer
/// word has a line of its own. At least one line.
std::vector<std::string> wrapped(const std::string& text, double width, double font_size = kFontSize);

}  // namespace preimage::suite::figures
