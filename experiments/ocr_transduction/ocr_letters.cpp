#include "experiments/ocr_transduction/ocr_letters.hpp"

#include <cstdint>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"

namespace preimage::experiments::ocr_transduction {

using namespace suite::data;

namespace {

constexpr std::size_t kHeadFields = 6;
constexpr long kEndOfWord = -1;

/// The fields in front of the pixels.
struct Head {
  long id = 0, next_id = 0, word = 0, position = 0;
  int fold = 0;
  char letter = 'a';
};

long take_integer(const std::vector<std::string_view>& fields, std::size_t index, const char* name,
                  long least) {
  const auto value = preimage::suite::config::parse_integer(fields[index]);
  if (!value || *value < least) {
    throw DataError(
        fmt::format("{}: expected an integer >= {}, found {}", name, least, base::excerpt(fields[index])));
  }
  return *value;
}

Head parse_head(const std::vector<std::string_view>& fields) {
  Head head;
  head.id = take_integer(fields, 0, "id", 0);
  if (fields[1].size() != 1 || fields[1][0] < 'a' || fields[1][0] > 'z')
    throw DataError(fmt::format("letter: expected one of a..z, found {}", base::excerpt(fields[1])));
  head.letter = fields[1][0];
  head.next_id = take_integer(fields, 2, "next_id", kEndOfWord);
  head.word = take_integer(fields, 3, "word id", 0);
  head.position = take_integer(fields, 4, "position", 1);
  const long fold = take_integer(fields, 5, "fold", 0);
  if (fold >= kOcrFolds) throw DataError(fmt::format("fold: expected 0..{}, found {}", kOcrFolds - 1, fold));
  head.fold = static_cast<int>(fold);
  return head;
}

/// One byte a pixel, 0 or 1.
void parse_pixels(const std::vector<std::string_view>& fields, std::vector<std::uint8_t>& pixels) {
  for (std::size_t i = 0; i < kLetterPixels; ++i) {
    const std::string_view field = fields[kHeadFields + i];
    if (field != "0" && field != "1")
      throw DataError(fmt::format("pixel {}: expected 0 or 1, found {}", i + 1, base::excerpt(field)));
    pixels.push_back(field == "1" ? 1 : 0);
  }
}

/// A row of the matrix for each letter.
arma::mat rows_of(const std::vector<std::uint8_t>& pixels) {
  arma::mat rows(pixels.size() / kLetterPixels, kLetterPixels, arma::fill::none);
  for (arma::uword p = 0; p < kLetterPixels; ++p) {
    double* column = rows.colptr(p);
    for (arma::uword i = 0; i < rows.n_rows; ++i)
      column[i] = static_cast<double>(pixels[i * kLetterPixels + p]);
  }
  return rows;
}

std::vector<std::string_view> letter_fields(std::string_view line) {
  auto fields = split_fields(line, '\t');
  const std::size_t expected = kHeadFields + kLetterPixels;
  if (fields.size() == expected + 1 && fields.back().empty()) fields.pop_back();
  if (fields.size() != expected)
    throw DataError(fmt::format("expected {} fields separated by tabs, found {}", expected, fields.size()));
  return fields;
}

/// Puts letters together to words, in the order of the lines.
class WordChain {
 public:
  explicit WordChain(OcrLetters& letters) : letters_(letters) {}

  void add(const Head& head) {
    if (inside_word()) {
      require_continues(head);
    } else {
      require_begins(head);
    }
    letters_.words.back().text += head.letter;
    letters_.ids.push_back(head.id);
    last_ = head;
  }
  void require_complete() const {
    if (inside_word()) throw DataError(fmt::format("next_id is {}, but no letter follows", last_->next_id));
  }

 private:
  bool inside_word() const { return last_ && last_->next_id != kEndOfWord; }

  void require_continues(const Head& head) const {
    if (head.id != last_->next_id)
      throw DataError(
          fmt::format("broken chain: id {} follows a letter whose next_id is {}", head.id, last_->next_id));
    require_rising(head);
    if (head.word != last_->word)
      throw DataError(
          fmt::format("word id: expected {} as in the letter before, found {}", last_->word, head.word));
    require_position(head, last_->position + 1);
    if (head.fold != last_->fold)
      throw DataError(
          fmt::format("fold: expected {} as in the letter before, found {}", last_->fold, head.fold));
  }
  void require_begins(const Head& head) {
    require_rising(head);
    require_position(head, 1);
    if (!word_ids_.insert(head.word).second)
      throw DataError(fmt::format("word id {} occurs twice", head.word));
    letters_.words.push_back({head.word, head.fold, letters_.ids.size(), ""});
  }
  void require_rising(const Head& head) const {
    if (last_ && head.id <= last_->id)
      throw DataError(fmt::format("id: expected more than {}, found {}", last_->id, head.id));
  }
  static void require_position(const Head& head, long expected) {
    if (head.position != expected)
      throw DataError(fmt::format("position: expected {}, found {}", expected, head.position));
  }

  OcrLetters& letters_;
  std::optional<Head> last_;
  std::set<long> word_ids_;  // no hash, which a file could make collide
};

}  // namespace

OcrLetters parse_ocr_letters(std::string_view text, const std::string& source) {
  const auto lines = split_lines(text, source);
  if (lines.empty()) throw DataError(source + ": empty, expected one letter per line");
  OcrLetters letters;
  WordChain chain(letters);
  std::vector<std::uint8_t> pixels;  // grows with what is there: empty lines must not ask for 1 KB each
  for (std::size_t i = 0; i < lines.size(); ++i) {
    try {
      const auto fields = letter_fields(lines[i]);
      chain.add(parse_head(fields));
      parse_pixels(fields, pixels);
      if (i + 1 == lines.size()) chain.require_complete();
    } catch (const DataError& error) {
      throw DataError(fmt::format("{}:{}: {}", source, i + 1, error.what()));
    }
  }
  letters.pixels = rows_of(pixels);
  return letters;
}

OcrLetters load_ocr_letters(const std::filesystem::path& path) {
  return parse_ocr_letters(read_maybe_compressed(path), path.string());
}

}  // namespace preimage::experiments::ocr_transduction
