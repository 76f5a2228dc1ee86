#include "suite/render/screen_text.hpp"

#include <algorithm>

#include "preimage/base/collect.hpp"

namespace preimage::suite::render {

Tint tint_of(records::Agreement agreement) {
  if (records::agrees(agreement)) return Tint::good;
  return agreement == records::Agreement::not_reproduced ? Tint::bad : Tint::doubtful;
}

Tint tint_of(results::ClaimVerdict verdict) {
  if (verdict == results::ClaimVerdict::holds) return Tint::good;
  return verdict == results::ClaimVerdict::fails ? Tint::bad : Tint::doubtful;
}

Tinted& Tinted::add(std::string_view plain) {
  text += plain;
  return *this;
}

Tinted& Tinted::add(std::string_view word, Tint tint) {
  spans.push_back({text.size(), word.size(), tint});
  return add(word);
}

Tinted& Tinted::add(const Tinted& more) {
  for (Span span : more.spans) {
    span.begin += text.size();
    spans.push_back(span);
  }
  return add(more.text);
}

Tinted tinted(const records::Verdict& verdict) {
  Tinted text;
  const std::string word = records::word(verdict.agreement);
  return text.add(word, tint_of(verdict.agreement)).add(verdict.text().substr(word.size()));
}

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Tinted padded_line(const std::vector<Tinted>& cells, const std::vector<std::size_t>& widths,
                   const std::vector<Align>& columns) {
  Tinted line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::size_t own = width_of(cells[c].text);
    const std::string room(widths[c] > own ? widths[c] - own : 0, ' ');
    const bool is_right = !columns.empty() && columns[c] == Align::right;
    line.add(c > 0 ? "  " : "").add(is_right ? room : "").add(cells[c]).add(is_right ? "" : room);
  }
  line.text.erase(line.text.find_last_not_of(' ') + 1);
  return line;
}

std::string aligned_columns(const std::vector<Align>& columns,
                            const std::vector<std::vector<std::string>>& rows, const std::string& indent) {
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths.at(c) = std::max(widths.at(c), width_of(row[c]));
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    const auto cells = base::collect(row, [](const std::string& cell) { return Tinted{cell}; });
    text += indent + padded_line(cells, widths, columns).text + "\n";
  }
  return text;
}

std::string markdown_text(const std::string& text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    const bool begins_tag = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '/' ||
                            next == '!' || next == '?';
    if (c == '<' && begins_tag)
      escaped += "&lt;";
    else if (c == ']' && (next == '(' || next == ':'))
      escaped += "]\\";
    else
      escaped += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return escaped;
}

std::string in_field(const std::string& text) {
  std::string bare;
  for (const char c : text) {
    if (c == '|' || c == '\\') bare += '\\';
    bare += c;
  }
  return markdown_text(bare);
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + in_field(cell) + " |";
  return row + "\n";
}

std::string markdown_header(const std::vector<std::string>& names) {
  std::string rule = "|";
  for (std::size_t i = 0; i < names.size(); ++i) rule += "---|";
  return markdown_row(names) + rule + "\n";
}

}  // namespace preimage::suite::render
