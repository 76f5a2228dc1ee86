#include "preimage/samples/tokens.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <utf8proc.h>

#include "preimage/base/text.hpp"

namespace preimage::samples {

namespace {

/// How many bytes the character at `begin` has; its code point.
std::size_t read_character(std::string_view text, std::size_t begin, std::int32_t& character) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + begin;
  const utf8proc_ssize_t size =
      utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - begin), &character);
  if (size < 1)
    throw std::invalid_argument(fmt::format("{} is no UTF-8: byte {} is 0x{:02x}", base::excerpt(text),
                                            begin + 1, static_cast<unsigned>(*bytes)));
  return static_cast<std::size_t>(size);
}

/// action(symbol) for each, in order.
template <class Action>
void each_symbol(std::string_view text, Tokens tokens, const Action& action) {
  if (tokens == Tokens::bytes) {
    for (std::size_t i = 0; i < text.size(); ++i) action(text.substr(i, 1));
    return;
  }
  if (tokens == Tokens::words) {
    constexpr const char* kBlanks = " \t";
    for (std::size_t begin = text.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
      const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
      action(text.substr(begin, end - begin));
      begin = text.find_first_not_of(kBlanks, end);
    }
    return;
  }
  std::int32_t before = 0, character = 0, state = 0;
  std::size_t first = 0;  // of the symbol that is read
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t size = read_character(text, begin, character);
    if (begin > 0 &&
        (tokens == Tokens::characters || utf8proc_grapheme_break_stateful(before, character, &state))) {
      action(text.substr(first, begin - first));
      first = begin;
    }
    before = character;
    begin += size;
  }
  if (!text.empty()) action(text.substr(first));
}

}  // namespace

const char* name_of(Tokens tokens) {
  constexpr const char* kNames[] = {"bytes", "characters", "graphemes", "words"};
  return kNames[static_cast<std::size_t>(tokens)];
}

std::vector<std::string_view> cut(std::string_view text, Tokens tokens) {
  std::vector<std::string_view> symbols;
  each_symbol(text, tokens, [&](std::string_view symbol) { symbols.push_back(symbol); });
  return symbols;
}

Alphabet::Alphabet(std::initializer_list<const std::vector<std::string>*> texts, Tokens tokens)
    : tokens_(tokens) {
  std::set<std::string, std::less<>> symbols;
  std::array<bool, 256> is_met{};  // of symbols of one byte, which come again and again
  for (const std::vector<std::string>* block : texts) {
    for (const std::string& text : *block) {
      each_symbol(text, tokens, [&](std::string_view symbol) {
        if (symbol.size() == 1 && std::exchange(is_met[static_cast<unsigned char>(symbol.front())], true))
          return;
        if (!symbols.contains(symbol)) symbols.emplace(symbol);
      });
    }
  }
  symbols_.assign(symbols.begin(), symbols.end());
  of_byte_.fill(static_cast<char32_t>(size()));
  for (std::size_t s = 0; s < size(); ++s) {
    if (symbols_[s].size() == 1)
      of_byte_[static_cast<unsigned char>(symbols_[s].front())] = static_cast<char32_t>(s);
  }
}

std::u32string Alphabet::numbers_of(std::string_view text) const {
  std::u32string numbers;
  numbers.reserve(text.size());
  each_symbol(text, tokens_, [&](std::string_view symbol) {
    if (symbol.size() == 1) {
      numbers += of_byte_[static_cast<unsigned char>(symbol.front())];
      return;
    }
    const auto place = std::lower_bound(symbols_.begin(), symbols_.end(), symbol);
    const bool is_there = place != symbols_.end() && *place == symbol;
    numbers += static_cast<char32_t>(is_there ? place - symbols_.begin() : size());
  });
  return numbers;
}

std::string Alphabet::text_of(std::u32string_view numbers) const {
  std::string text;
  for (const char32_t number : numbers) {
    if (tokens_ == Tokens::words && !text.empty()) text += ' ';
    text += symbols_.at(number);
  }
  return text;
}

std::string Alphabet::packed(std::string_view text) const {
  if (size() > kMostPacked)
    throw std::invalid_argument(fmt::format("the strings have {} different {}, and this works on at most {}",
                                            size(), name_of(tokens_), kMostPacked));
  std::string bytes;
  for (const char32_t number : numbers_of(text)) bytes += static_cast<char>(number + 1);
  return bytes;
}

std::vector<std::string> Alphabet::packed(const std::vector<std::string>& texts) const {
  std::vector<std::string> all;
  for (const std::string& text : texts) all.push_back(packed(text));
  return all;
}

std::string Alphabet::unpacked(std::string_view bytes) const {
  std::u32string numbers;
  for (const char byte : bytes) numbers += static_cast<char32_t>(static_cast<unsigned char>(byte) - 1);
  return text_of(numbers);
}

}  // namespace preimage::samples
