#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace preimage::suite::figures {

inline constexpr std::size_t kGlyphWidth = 5;   // pixels; one more column of space follows
inline constexpr std::size_t kGlyphHeight = 8;  // seven above the base line, one for descenders

/// The five columns of a character, left to right; bit r of a column is row r from the top. Printable ASCII
/// (32 to 126); any other byte is a filled box, so that it is seen to be missing.
const std::array<std::uint8_t, kGlyphWidth>& glyph(char character);

}  // namespace preimage::suite::figures
