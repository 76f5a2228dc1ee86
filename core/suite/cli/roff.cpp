#include "suite/cli/roff.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "preimage/version.hpp"

namespace preimage::suite::cli {

namespace {

/// A text that stands in a page as it is: `-` and quotes would become typographic ones, and a backslash a command.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// A line of text: a dot at its beginning would make a command of it.
std::string as_line(const std::string& text) {
  return (text.starts_with(".") ? "\\&" : "") + text + "\n";
}

/// What stands between backticks bold, the rest in the font of that name: "R", or "I" for names of values.
std::string with_fonts(const std::string& text, char rest) {
  std::string out;
  bool is_literal = false;
  for (std::size_t begin = 0; begin <= text.size(); is_literal = !is_literal) {
    const std::size_t end = std::min(text.find('`', begin), text.size());
    const std::string piece = text.substr(begin, end - begin);
    if (is_literal && end == text.size()) return out + escaped("`" + piece);  // a backtick without another
    const bool is_plain = rest == 'R' || piece.find_first_not_of(" ,") == std::string::npos;
    if (is_literal)
      out += "\\fB" + escaped(piece) + "\\fR";
    else if (is_plain)
      out += escaped(piece);
    else
      out += fmt::format("\\f{}{}\\fR", rest, escaped(piece));
    begin = end + 1;
  }
  return out;
}

/// Each sentence on a line of its own, as authors of pages are asked to.
std::string paragraph(const std::string& text) {
  std::string out, rest = with_fonts(text, 'R');
  for (std::size_t end = rest.find(". "); end != std::string::npos; end = rest.find(". ")) {
    out += as_line(rest.substr(0, end + 1));
    rest.erase(0, end + 2);
  }
  return out + as_line(rest);
}

std::string section_text(const Section& section) {
  std::string text = fmt::format(".SH \"{}\"\n", escaped(section.heading));
  bool is_first = true, was_code = false;
  for (const Block& block : section.blocks) {
    if (block.is_code) {
      if (was_code) text += ".br\n";
      text += as_line(escaped(block.text));
    } else if (!block.term.empty()) {
      text += ".TP\n" + as_line(with_fonts(block.term, 'I')) + paragraph(block.text);
    } else {
      text += (is_first ? "" : ".PP\n") + paragraph(block.text);
    }
    is_first = false;
    was_code = block.is_code;
  }
  return text;
}

std::string upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

}  // namespace

std::string roff_text(const Page& page) {
  // Lines ragged, words whole: options are searched for and copied.
  std::string text =
      fmt::format(".TH \"{}\" 1 \"{}\" \"preimage {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n{}",
                  escaped(upper(page.name)), PREIMAGE_RELEASED, PREIMAGE_VERSION,
                  as_line(escaped(page.name) + " \\- " + escaped(page.brief)));
  for (const Section& section : page.sections) text += section_text(section);
  return text;
}

}  // namespace preimage::suite::cli
