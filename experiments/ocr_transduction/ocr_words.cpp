#include "experiments/ocr_transduction/ocr_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "experiments/ocr_transduction/stroke_words.hpp"
#include "preimage/base/error.hpp"

namespace preimage::experiments::ocr_transduction {

using namespace suite;

namespace {
constexpr const char* kFile = "ocr_letters/letter.data.gz";
constexpr std::uint64_t kStandInSeed = 1;
}  // namespace

OcrOptions parse_ocr(const config::Reader& dataset) {
  OcrOptions options;
  dataset.choice("name", {"ocr_letters"});
  options.stand_in_words_per_fold =
      static_cast<std::size_t>(dataset.integer("stand_in_words_per_fold", 1, 10000, 600));
  return options;
}

std::string ocr_identity(const data::DataSource& source, const OcrOptions& options) {
  if (source.stand_in) return fmt::format("stand-in stroke_words 1, {}", options.stand_in_words_per_fold);
  return source.find(kFile).content_sha256;
}

OcrLetters load_ocr(const data::DataSource& source, const OcrOptions& options) {
  if (source.stand_in) return stroke_words(options.stand_in_words_per_fold, kStandInSeed);
  const data::FoundFile file = source.find(kFile);
  OcrLetters letters = load_ocr_letters(file.path);
  require_all_folds(letters, file.path.string());
  return letters;
}

void require_all_folds(const OcrLetters& letters, const std::string& source) {
  for (int fold = 0; fold < kOcrFolds; ++fold) {
    const bool is_empty = std::none_of(letters.words.begin(), letters.words.end(),
                                       [&](const OcrWord& word) { return word.fold == fold; });
    if (!is_empty) continue;
    throw DataError(fmt::format("{}: fold {} holds no word, expected words in each of the folds 0 to {}",
                                source, fold, kOcrFolds - 1));
  }
}

}  // namespace preimage::experiments::ocr_transduction
