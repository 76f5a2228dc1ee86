#include "suite/cli/plain.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace preimage::suite::cli {

namespace {

constexpr std::size_t kColumns = 80, kIndent = 7, kItemIndent = 14;

std::string without_backticks(std::string text) {
  std::erase(text, '`');
  return text;
}

std::string block_text(const Block& block) {
  if (block.is_code) return std::string(kIndent, ' ') + block.text + "\n";
  if (block.term.empty()) return wrapped(block.text, kIndent);
  return std::string(kIndent, ' ') + without_backticks(block.term) + "\n" + wrapped(block.text, kItemIndent);
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string lines, line;
  const auto end_line = [&] {
    lines += std::string(indent, ' ') + line + "\n";
    line.clear();
  };
  for (std::string word; words >> word;) {
    if (!line.empty() && indent + line.size() + 1 + word.size() > kColumns) end_line();
    line += (line.empty() ? "" : " ") + word;
  }
  end_line();
  return lines;
}

std::string plain_text(const Page& page) {
  std::string text = "NAME\n" + wrapped(page.name + " - " + page.brief, kIndent);
  for (const Section& section : page.sections) {
    text += "\n" + section.heading + "\n";
    bool is_first = true, was_code = false;
    for (const Block& block : section.blocks) {
      if (!is_first && !(was_code && block.is_code)) text += "\n";
      text += block_text(block);
      is_first = false;
      was_code = block.is_code;
    }
  }
  return text;
}

}  // namespace preimage::suite::cli
