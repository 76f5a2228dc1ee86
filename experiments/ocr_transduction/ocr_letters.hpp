// The handwritten words of Kassel in Taskar's form ("letter.data"): a line per letter, fields separated by
// tabs: id, letter, id of the word's next letter (-1 ends the word), word, position in the word, fold,
// 128 pixels.
#pragma once

#include <armadillo>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::experiments::ocr_transduction {

inline constexpr std::size_t kLetterWidth = 8;
inline constexpr std::size_t kLetterHeight = 16;
inline constexpr std::size_t kLetterPixels = kLetterWidth * kLetterHeight;
inline constexpr int kOcrFolds = 10;

struct OcrWord {
  long id = 0;
  int fold = 0;           // 0..9
  std::size_t first = 0;  // row of its first letter; letter i of the text is row first + i
  std::string text;       // a..z, at least one letter
};

/// Words in the order of the file, their letters in consecutive rows.
struct OcrLetters {
  arma::mat pixels;       // n_letters x 128, row-major 16 rows x 8, 1 = ink, 0 = paper
  std::vector<long> ids;  // n_letters, all different
  std::vector<OcrWord> words;
};

/// cost    one pass; about 0.1 s for 52,152 letters
/// throws  DataError "source:line: ..." for a line with more or fewer fields (one empty field at the end is
///         the format's own), a letter outside a..z, a pixel other than 0 and 1, a fold outside 0..9, an id
///         that does not rise, a next_id that is neither -1 nor the id of the next line, a position that does
///         not count 1, 2, ..., a word or fold that changes inside a word, a word id that comes back;
///         "source: ..." for an empty text
OcrLetters parse_ocr_letters(std::string_view text, const std::string& source);

/// The same from letter.data(.gz).
OcrLetters load_ocr_letters(const std::filesystem::path& path);

}  // namespace preimage::experiments::ocr_transduction
