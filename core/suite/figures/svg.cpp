#include "suite/figures/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "suite/figures/markup.hpp"

namespace preimage::suite::figures {

namespace {

/// Advance widths of DejaVu Sans from ' ' to '~', in thousandths of an em.
constexpr std::array<int, 95> kAdvances = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};
constexpr int kOtherAdvance = 900;

/// Fonts that systems have; what none of them has is drawn in the last.
constexpr const char* kFonts =
    "Helvetica Neue, Helvetica, Arial, Nimbus Sans, Liberation Sans, DejaVu Sans, sans-serif";

std::string without_last_blank(std::string text) {
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

/// A piece that is too long for a line, in parts that are not, each of at least one character.
std::vector<std::string> parts_of(const std::string& piece, double width, double font_size) {
  if (svg_text_width(without_last_blank(piece), font_size) <= width) return {piece};
  std::vector<std::string> parts(1);
  for (const char c : piece) {
    const bool begins = (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    if (begins && !parts.back().empty() && svg_text_width(parts.back() + c, font_size) > width)
      parts.emplace_back();
    parts.back() += c;
  }
  return parts;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_id_prefix(const std::string& text) {
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

/// The pieces between which a line may end, each with its blank or sign.
std::vector<std::string> pieces_of(const std::string& text) {
  std::vector<std::string> pieces(1);
  for (const char c : text) {
    pieces.back() += c;
    if (std::string_view(" -_/,").find(c) != std::string_view::npos) pieces.emplace_back();
  }
  if (pieces.back().empty() && pieces.size() > 1) pieces.pop_back();
  return pieces;
}

std::string svg_coloured(Colour colour) {
  return fmt::format(" color=\"{}\"", colour_text(colour));
}

/// With a class by which tests find it.
std::string svg_coloured(std::string_view css_class, Colour colour) {
  return fmt::format(" class=\"{}\"", css_class) + svg_coloured(colour);
}

}  // namespace

std::string svg_opening(const SvgHead& head) {
  if (head.title.empty()) throw std::invalid_argument("figure: there is no title");
  if (!is_id_prefix(head.id_prefix)) {
    throw std::invalid_argument(fmt::format(
        "figure: prefix of ids '{}', expected a letter, then letters, digits, '-' and '_'", head.id_prefix));
  }
  const std::string title_id = head.id_prefix + "-title";
  const std::string description_id = head.id_prefix + "-desc";
  const bool described = !head.description.empty();
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" id=\"{6}-figure\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"{7}\" font-size=\"{2:.0f}\" "
      "color=\"{8}\" fill=\"currentColor\" role=\"img\" aria-labelledby=\"{3}\">\n"
      "<title id=\"{4}\">{5}</title>\n",
      std::ceil(head.width), std::ceil(head.height), kFontSize,
      described ? title_id + " " + description_id : title_id, title_id, figures::markup_escaped(head.title),
      head.id_prefix, kFonts, colour_text(kTheme.ink));
  if (described) {
    svg +=
        fmt::format("<desc id=\"{}\">{}</desc>\n", description_id, figures::markup_escaped(head.description));
  }
  return svg + "<rect" + svg_coloured("pf-ground", kTheme.ground) + " width=\"100%\" height=\"100%\"/>\n";
}

std::string svg_faint() {
  return svg_coloured(kTheme.faint);
}

std::string svg_grid() {
  return svg_coloured(kTheme.line);
}

int level_of(double t) {
  return static_cast<int>(std::lround(kLastLevel * std::clamp(t, 0.0, 1.0)));
}

std::string level_area(int level) {
  return svg_coloured(fmt::format("pf-v{}", level), value_colour(static_cast<double>(level) / kLastLevel));
}

std::string level_ink(int level) {
  return svg_coloured(fmt::format("pf-k{}", level),
                      ink_on(value_colour(static_cast<double>(level) / kLastLevel)));
}

std::string svg_series(std::size_t number) {
  return svg_coloured(kTheme.series[number % kTheme.series.size()]);
}

std::string svg_box(double x, double y, double width, double height) {
  return fmt::format(" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"", x, y, width, height);
}

std::string svg_lines(double x, double y, const std::vector<std::string>& lines, double line_height,
                      const std::string& attributes) {
  std::string svg;
  for (const std::string& line : lines) {
    svg += svg_text(x, y, figures::markup_escaped(line), attributes);
    y += line_height;
  }
  return svg;
}

std::string svg_text(double x, double y, const std::string& markup, std::string_view attributes) {
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\"{}>{}</text>\n", x, y, attributes, markup);
}

std::string svg_upright_text(double x, double y, const std::string& markup) {
  return fmt::format("<text transform=\"translate({:.2f} {:.2f}) rotate(-90)\"{}>{}</text>\n", x, y, kMiddle,
                     markup);
}

std::string tick_markup(const std::string& label) {
  const std::size_t hat = label.find('^');
  if (hat == std::string::npos) return figures::markup_escaped(label);
  return fmt::format("{}<tspan dy=\"-5\" font-size=\"11\">{}</tspan>",
                     figures::markup_escaped(label.substr(0, hat)),
                     figures::markup_escaped(label.substr(hat + 1)));
}

std::string svg_title(const std::vector<std::string>& lines, double x) {
  return svg_lines(x, kEdge + kTitleSize - 2.0, lines, kTitleLine,
                   fmt::format(" font-size=\"{}\"", kTitleSize));
}

std::string svg_picture(double x, double y, double width, double height, const std::string& png,
                        std::string_view attributes) {
  return fmt::format("<image{}{} href=\"data:image/png;base64,{}\"/>\n", svg_box(x, y, width, height),
                     attributes, figures::base64(png));
}

std::string svg_mark(Mark mark, double x, double y, double radius) {
  const double r = radius;
  switch (mark) {
    case Mark::circle:
      return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\"/>\n", x, y, r);
    case Mark::square:
      return fmt::format("<rect x=\"{0:.2f}\" y=\"{1:.2f}\" width=\"{2:.2f}\" height=\"{2:.2f}\"/>\n",
                         x - 0.9 * r, y - 0.9 * r, 1.8 * r);
    case Mark::triangle:
      return fmt::format("<path d=\"M{:.2f} {:.2f}l{:.2f} {:.2f}h{:.2f}z\"/>\n", x, y - 1.3 * r, 1.2 * r,
                         2.1 * r, -2.4 * r);
    case Mark::diamond:
      break;
  }
  const double d = 1.25 * r;
  return fmt::format("<path d=\"M{0:.2f} {1:.2f}l{2:.2f} {2:.2f}l-{2:.2f} {2:.2f}l-{2:.2f} -{2:.2f}z\"/>\n",
                     x, y - d, d);
}

double svg_text_width(std::string_view text, double font_size) {
  long advance = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // no first byte of a character
    advance += byte >= ' ' && byte <= '~' ? kAdvances[static_cast<std::size_t>(byte - ' ')] : kOtherAdvance;
  }
  return static_cast<double>(advance) * font_size / 1000.0;
}

double widest(const std::vector<std::string>& texts, double font_size) {
  double width = 0.0;
  for (const std::string& text : texts) width = std::max(width, svg_text_width(text, font_size));
  return width;
}

std::vector<std::string> wrapped(const std::string& text, double width, double font_size) {
  std::vector<std::string> lines(1);
  for (const std::string& piece : pieces_of(text)) {
    for (const std::string& part : parts_of(piece, width, font_size)) {
      const std::string longer = lines.back() + part;
      const bool fits = svg_text_width(without_last_blank(longer), font_size) <= width;
      if (fits || lines.back().empty()) {
        lines.back() = longer;
      } else {
        lines.push_back(part);
      }
    }
  }
  for (std::string& line : lines) line = without_last_blank(line);
  return lines;
}

std::string shortened(const std::string& text, double width, double font_size) {
  if (svg_text_width(text, font_size) <= width) return text;
  std::string kept = text;
  while (!kept.empty() && svg_text_width(kept + "…", font_size) > width) {
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xc0U) == 0x80U) kept.pop_back();
    if (!kept.empty()) kept.pop_back();
  }
  return kept + "…";
}

}  // namespace preimage::suite::figures
