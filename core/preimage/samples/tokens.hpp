// Strings as sequences of symbols: bytes, characters, graphemes or words.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::samples {

/// What one symbol of a string is:
///   bytes       any byte
///   characters  a code point of UTF-8
///   graphemes   what a reader takes for one sign: an extended grapheme cluster of UTF-8
///               [Unicode, UAX #29, as utf8proc has it]
///   words       what is between spaces and tabs; how many of these does not matter
/// Nothing is normalised: an accented letter as one code point and as two are different texts.
enum class Tokens { bytes, characters, graphemes, words };

/// "bytes", "characters", ...
const char* name_of(Tokens tokens);

/// The symbols of a text, in order, as views of it.
/// throws  std::invalid_argument naming the first byte that is no UTF-8, of characters and graphemes
/// cost    O(bytes)
std::vector<std::string_view> cut(std::string_view text, Tokens tokens);

/// The symbols that occur in some texts, numbered from 0 in the order of their bytes.
class Alphabet {
 public:
  /// throws  std::invalid_argument as cut()
  Alphabet(std::initializer_list<const std::vector<std::string>*> texts, Tokens tokens);

  std::size_t size() const { return symbols_.size(); }
  /// The numbers of a text's symbols; size() for one that is not in the alphabet.
  /// throws  std::invalid_argument as cut()
  /// cost    O(bytes log size())
  std::u32string numbers_of(std::string_view text) const;
  /// A text of these numbers, each below size(); between words is one space.
  std::string text_of(std::u32string_view numbers) const;

  // A byte for each symbol, its number + 1, for what works on bytes; byte 0 is no symbol.

  static constexpr std::size_t kMostPacked = 255;
  /// Requires symbols of the alphabet.
  /// throws  std::invalid_argument where there are more than kMostPacked symbols, and as cut()
  std::string packed(std::string_view text) const;
  std::vector<std::string> packed(const std::vector<std::string>& texts) const;
  /// The text of such bytes, none of which is 0.
  std::string unpacked(std::string_view bytes) const;

 private:
  Tokens tokens_;
  std::vector<std::string> symbols_;     // in the order of their bytes
  std::array<char32_t, 256> of_byte_{};  // the number of a symbol of one byte
};

}  // namespace preimage::samples
