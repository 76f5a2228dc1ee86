#include "preimage/samples/tokens.hpp"

#include <doctest/doctest.h>

#include "testing/thrown_message.hpp"

using preimage::samples::Alphabet;
using preimage::samples::cut;
using preimage::samples::Tokens;
using preimage::testing::thrown_message;

namespace {

using Symbols = std::vector<std::string>;

Symbols symbols(const std::string& text, Tokens tokens) {
  const auto views = cut(text, tokens);
  return {views.begin(), views.end()};
}

// e with an acute accent as one code point and as two; the flags of Germany and France, two code points each;
// a family of three, joined.
const std::string kOne = "\u00e9", kTwo = "e\u0301", kFlags = "\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7";
const std::string kFamily = "\U0001F468\u200D\U0001F469\u200D\U0001F466";

}  // namespace

TEST_CASE("a text is cut into bytes, characters, graphemes or words, which together are the text") {
  CHECK(symbols("a b", Tokens::bytes) == Symbols{"a", " ", "b"});
  CHECK(symbols(kOne, Tokens::bytes) == Symbols{"\xc3", "\xa9"});
  CHECK(symbols(kOne + kTwo + "x", Tokens::characters) == Symbols{kOne, "e", "\u0301", "x"});
  CHECK(symbols(kOne + kTwo + "x", Tokens::graphemes) == Symbols{kOne, kTwo, "x"});
  CHECK(symbols(kFlags, Tokens::characters).size() == 4);
  CHECK(symbols(kFlags + "a" + kFamily, Tokens::graphemes) ==
        Symbols{kFlags.substr(0, 8), kFlags.substr(8), "a", kFamily});
  CHECK(symbols(" \tla  vie\t" + kOne, Tokens::words) == Symbols{"la", "vie", kOne});
  for (const Tokens tokens : {Tokens::bytes, Tokens::characters, Tokens::graphemes, Tokens::words})
    CHECK(symbols("", tokens).empty());
}

TEST_CASE("what is no UTF-8 has bytes and words, and neither characters nor graphemes") {
  // A lone byte of a continuation, a cut character, a surrogate, an overlong form, beyond U+10FFFF.
  for (const std::string bad : {"a\xff", "\xc3", "\xed\xa0\x80", "\xc0\xaf", "\xf4\x90\x80\x80"}) {
    CHECK_THROWS_AS(cut(bad, Tokens::characters), std::invalid_argument);
    CHECK_THROWS_AS(cut(bad, Tokens::graphemes), std::invalid_argument);
    CHECK(cut(bad, Tokens::bytes).size() == bad.size());
    CHECK(cut(bad, Tokens::words).size() == 1);
  }
  CHECK(thrown_message<std::invalid_argument>([] { cut("ab\xff", Tokens::characters); }) ==
        "'ab\\xff' is no UTF-8: byte 3 is 0xff");
}

TEST_CASE("an alphabet numbers symbols in the order of their bytes, and gives texts back") {
  const Symbols texts = {"b" + kTwo, "a" + kOne + "b"};
  const Alphabet alphabet({&texts}, Tokens::graphemes);
  CHECK(alphabet.size() == 4);
  const std::u32string expected = {1, 2, 0, 3, 4};
  CHECK(alphabet.numbers_of("b" + kTwo + "a" + kOne + "z") == expected);  // z: none of them
  CHECK(alphabet.text_of({expected.data(), 4}) == "b" + kTwo + "a" + kOne);
  CHECK(alphabet.packed(texts[0]) == "\2\3");
  CHECK(alphabet.unpacked(alphabet.packed(texts[1])) == texts[1]);
  const Symbols sentences = {"la  vie", "\tvie en"};
  const Alphabet words({&sentences}, Tokens::words);
  CHECK(words.text_of(words.numbers_of(sentences[0])) == "la vie");
}

TEST_CASE("255 symbols are packed into bytes, of all values but 0; more are refused, and numbered") {
  Symbols texts(1);
  for (char32_t character = 0x100; character < 0x100 + 255; ++character)
    texts[0] += {static_cast<char>(0xc0 | (character >> 6)), static_cast<char>(0x80 | (character & 0x3f))};
  const Alphabet alphabet({&texts}, Tokens::characters);
  CHECK(alphabet.packed(texts[0]).find('\0') == std::string::npos);
  CHECK(alphabet.unpacked(alphabet.packed(texts[0])) == texts[0]);
  texts[0] += "a";
  const Alphabet larger({&texts}, Tokens::characters);
  CHECK(thrown_message<std::invalid_argument>([&] { larger.packed("a"); }) ==
        "the strings have 256 different characters, and this works on at most 255");
  CHECK(larger.text_of(larger.numbers_of(texts[0])) == texts[0]);
}
