#include "suite/render/latex.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char with_case(char letter, bool capital) {
  return static_cast<char>(capital ? letter & ~0x20 : letter | 0x20);
}

std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

std::string latex_escaped(const std::string& text) {
  static const std::map<char, std::string_view> kSpelled = {
      {'\\', "\\textbackslash{}"}, {'~', "\\~{}"},           {'^', "\\^{}"},
      {'<', "\\textless{}"},       {'>', "\\textgreater{}"}, {'|', "\\textbar{}"}};
  std::string escaped;
  for (const char c : one_line(text)) {
    if (const auto spelled = kSpelled.find(c); spelled != kSpelled.end()) {
      escaped += spelled->second;
    } else {
      if (std::string_view("#$%&_{}").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  const std::pair<std::string, std::string> signs[] = {{"+-", "$\\pm$"}, {results::kDagger, "$^\\dagger$"}};
  for (const auto& [from, to] : signs) {
    for (std::size_t at = escaped.find(from); at != std::string::npos; at = escaped.find(from, at)) {
      escaped.replace(at, from.size(), to);
    }
  }
  return escaped;
}

std::string latex_comment(const std::string& text) {
  return "% " + one_line(text) + "\n";
}

std::string latex_number(const std::string& number) {
  const std::size_t e = number.find('e');
  if (e == std::string::npos) {
    const bool has_sign = !number.empty() && (number[0] == '-' || number[0] == '+');
    return has_sign ? "\\ensuremath{" + number + "}" : number;
  }
  return fmt::format("\\ensuremath{{{}\\times10^{{{}}}}}", number.substr(0, e),
                     std::stoi(number.substr(e + 1)));
}

std::string latex_command_letters(std::string_view text) {
  static constexpr const char* kDigits[] = {"Zero", "One", "Two",   "Three", "Four",
                                            "Five", "Six", "Seven", "Eight", "Nine"};
  std::string letters;
  bool begins = true;  // the next letter is a word's first
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_letter(c)) {
      letters += with_case(c, begins);
    } else if (is_digit(c)) {
      letters += kDigits[c - '0'];
    } else if (c == '.' && i > 0 && is_digit(text[i - 1]) && i + 1 < text.size() && is_digit(text[i + 1])) {
      letters += "Point";
    }
    begins = !is_letter(c);
  }
  return letters;
}

}  // namespace preimage::suite::render
