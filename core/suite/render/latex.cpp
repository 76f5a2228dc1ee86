#include "suite/render/latex.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

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
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  bool begins = true;  // the next letter is a word's first
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool is_letter = std::isalpha(c) != 0;
    if (is_letter) letters += static_cast<char>(begins ? std::toupper(c) : std::tolower(c));
    if (is_digit(i)) letters += kDigits[c - '0'];
    if (c == '.' && i > 0 && is_digit(i - 1) && is_digit(i + 1)) letters += "Point";
    begins = !is_letter;
  }
  return letters;
}

}  // namespace preimage::suite::render
