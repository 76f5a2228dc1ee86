// Reading back the SVG that figures write, for tests.
#pragma once

#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "suite/figures/svg.hpp"

namespace preimage::testing {

/// Whether tags are balanced and text holds neither '<' nor a bare '&'. Enough for what figures write: no
/// comments, no CDATA, no '>' in attributes.
inline bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t i = 0; i < xml.size(); ++i) {
    if (xml[i] == '&') {
      const std::string entity = xml.substr(i, xml.find(';', i) - i);
      if (entity != "&amp" && entity != "&lt" && entity != "&gt" && entity != "&quot" && entity != "&#39")
        return false;
    }
    if (xml[i] == '>') return false;
    if (xml[i] != '<') continue;
    const std::size_t end = xml.find('>', i);
    const std::string tag = xml.substr(i + 1, end - i - 1);
    if (end == std::string::npos || tag.find('<') != std::string::npos) return false;
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else if (tag.back() != '/') {
      if (open.empty() && i > 0) return false;
      open.push_back(tag.substr(0, tag.find(' ')));
    }
    i = end;
  }
  return open.empty();
}

inline long count(const std::string& text, const std::string& part) {
  long found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// The tags "<element ...>" in their order.
inline std::vector<std::string> tags_of(const std::string& svg, const std::string& element) {
  std::vector<std::string> tags;
  for (std::size_t at = svg.find("<" + element); at != std::string::npos;
       at = svg.find("<" + element, at + 1)) {
    const char behind = svg[at + 1 + element.size()];
    if (behind == ' ' || behind == '>') tags.push_back(svg.substr(at, svg.find('>', at) + 1 - at));
  }
  return tags;
}

/// The text of an attribute of a tag, "" where it has none.
inline std::string attribute(const std::string& tag, const std::string& name) {
  const std::size_t at = tag.find(" " + name + "=\"");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 3;
  return tag.substr(begin, tag.find('"', begin) - begin);
}

/// The same as a number, NaN where there is none.
inline double number_attribute(const std::string& tag, const std::string& name) {
  const std::string text = attribute(tag, name);
  return text.empty() ? std::numeric_limits<double>::quiet_NaN() : std::strtod(text.c_str(), nullptr);
}

/// The tag of the first <text> that says this, markup and all; "" where none does.
inline std::string text_tag(const std::string& svg, const std::string& says) {
  const std::size_t end = svg.find(">" + says + "</text>");
  if (end == std::string::npos) return "";
  const std::size_t begin = svg.rfind("<text", end);
  return svg.substr(begin, end + 1 - begin);
}

/// The text that markup is of.
inline std::string unescaped(std::string markup) {
  for (const auto& [entity, character] :
       {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}}) {
    for (std::size_t at = 0; (at = markup.find(entity, at)) != std::string::npos; ++at)
      markup.replace(at, std::string(entity).size(), character);
  }
  return markup;
}

/// A horizontal <text> and the room that it takes: from above its capitals to below its descenders.
struct TextBox {
  std::string says;
  double left = 0.0, right = 0.0, top = 0.0, bottom = 0.0;
};

/// Those in no group with a transformation. What is raised inside counts with its characters.
inline std::vector<TextBox> text_boxes(const std::string& svg) {
  std::vector<TextBox> boxes;
  for (std::size_t at = svg.find("<text x="); at != std::string::npos; at = svg.find("<text x=", at + 1)) {
    const std::size_t begin = svg.find('>', at) + 1;
    const std::string tag = svg.substr(at, begin - at);
    const std::string says = unescaped(svg.substr(begin, svg.find('<', begin) - begin));
    const double size =
        attribute(tag, "font-size").empty() ? suite::figures::kFontSize : number_attribute(tag, "font-size");
    const double width = suite::figures::svg_text_width(says, size);
    const std::string anchor = attribute(tag, "text-anchor");
    const double left = number_attribute(tag, "x") - (anchor == "end"      ? width
                                                      : anchor == "middle" ? width / 2
                                                                           : 0.0);
    const double y = number_attribute(tag, "y");
    boxes.push_back({says, left, left + width, y - 0.75 * size, y + 0.2 * size});
  }
  return boxes;
}

/// What the first horizontal <text> says of those that reach out of the picture; "" where none does.
inline std::string texts_outside(const std::string& svg) {
  const std::string picture = tags_of(svg, "svg").at(0);
  for (const TextBox& box : text_boxes(svg)) {
    if (box.left < 0.0 || box.right > number_attribute(picture, "width") || box.top < 0.0 ||
        box.bottom > number_attribute(picture, "height"))
      return box.says;
  }
  return "";
}

/// What two horizontal texts say that overlap; "" where none do.
inline std::string overlapping_texts(const std::string& svg) {
  const std::vector<TextBox> boxes = text_boxes(svg);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const TextBox &a = boxes[i], &b = boxes[k];
      const bool apart = a.says.empty() || b.says.empty() || a.left >= b.right || b.left >= a.right ||
                         a.top >= b.bottom || b.top >= a.bottom;
      if (!apart) return a.says + " / " + b.says;
    }
  }
  return "";
}

}  // namespace preimage::testing
