// The USPS digits in the text form of "The Elements of Statistical Learning": a line holds the label and 256
// pixels, separated by blanks ("6.0000 -1.0000 -0.6310 ...").
#pragma once

#include <armadillo>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::experiments::shared {

inline constexpr std::size_t kDigitSide = 16;
inline constexpr std::size_t kDigitPixels = kDigitSide * kDigitSide;

/// Grey images of handwritten digits.
struct Digits {
  arma::mat pixels;              // n x 256, row-major 16 x 16, in [-1, 1]: -1 = paper, +1 = ink
  std::vector<int> labels;       // 0..9
  std::vector<std::size_t> ids;  // row in the file, 0-based: tells samples apart after a selection
};

/// The first `per_class` samples of every class 0..9, in the order of the file.
/// throws  DataError "source: expected 100 samples of class 8, found 42"
Digits first_per_class(const Digits& digits, std::size_t per_class, const std::string& source);

/// cost    one pass; about 0.1 s for 7,291 rows
/// throws  DataError "source:line: ..." for a field that is no number, a label other than 0..9, a pixel
/// outside
///         [-1, 1], or a number of fields other than 257; "source: ..." for an empty text
Digits parse_usps(std::string_view text, const std::string& source);

/// The same from zip.train(.gz) or zip.test(.gz).
Digits load_usps(const std::filesystem::path& path);

}  // namespace preimage::experiments::shared
