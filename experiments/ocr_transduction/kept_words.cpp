#include "experiments/ocr_transduction/kept_words.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "preimage/base/error.hpp"

namespace preimage::experiments::ocr_transduction {

using namespace suite;

namespace {

const std::string kPixels = "samples/pixels", kTexts = "samples/texts";

/// The inputs of a whole file, handed out in blocks.
class NewWords final : public study::NewInputs {
 public:
  NewWords(samples::SampleSet inputs, std::vector<std::string> names, const study::NewInputsRequest& request)
      : inputs_(std::move(inputs)), names_(std::move(names)), block_(request.block), number_(request.first) {}
  std::string name_of_names() const override { return "word"; }
  std::optional<study::InputBlock> next() override {
    if (given_ == names_.size()) return std::nullopt;
    const std::size_t end = std::min(given_ + block_, names_.size());
    const auto positions = arma::regspace<arma::uvec>(given_, end - 1);
    study::InputBlock block{inputs_.subset(positions).renumbered(positions + number_),
                            {names_.begin() + static_cast<std::ptrdiff_t>(given_),
                             names_.begin() + static_cast<std::ptrdiff_t>(end)}};
    given_ = end;
    return block;
  }

 private:
  samples::SampleSet inputs_;
  std::vector<std::string> names_;
  std::size_t block_, number_, given_ = 0;
};

}  // namespace

void store_words(const OcrLetters& letters, models::ModelFile& file) {
  std::string pixels;
  for (arma::uword i = 0; i < letters.pixels.n_rows; ++i) {
    for (arma::uword j = 0; j < letters.pixels.n_cols; ++j) pixels += letters.pixels(i, j) > 0.5 ? 1 : 0;
  }
  file.arrays[kPixels] = std::move(pixels);
  std::vector<std::string> texts;
  for (const OcrWord& word : letters.words) texts.push_back(word.text);
  file.store_texts(kTexts, texts);
}

OcrLetters restored_words(const models::ModelFile& file) {
  OcrLetters letters;
  std::size_t n = 0;
  for (const std::string& text : file.texts(kTexts)) {
    if (text.empty()) throw DataError("the model has a word without letters");
    letters.words.push_back({static_cast<long>(letters.words.size()), 0, n, text});
    n += text.size();
  }
  const auto& pixels = file.array<std::string>(kPixels);
  const bool is_binary = std::all_of(pixels.begin(), pixels.end(), [](char p) { return p == 0 || p == 1; });
  if (n == 0 || pixels.size() != n * kLetterPixels || !is_binary)
    throw DataError("the model's words and pixels do not fit each other");
  letters.pixels.set_size(n, kLetterPixels);
  for (arma::uword i = 0; i < n; ++i) {
    for (arma::uword j = 0; j < kLetterPixels; ++j) letters.pixels(i, j) = pixels[i * kLetterPixels + j];
  }
  return letters;
}

std::unique_ptr<study::NewInputs> open_new_words(
    const study::NewInputsRequest& request,
    const std::function<samples::SampleSet(const OcrLetters&)>& inputs_of) {
  const OcrLetters letters =
      load_ocr_letters(request.file == "-" ? std::filesystem::path("/dev/stdin") : request.file);
  std::vector<std::string> names;
  for (const OcrWord& word : letters.words) names.push_back(std::to_string(word.id));
  return std::make_unique<NewWords>(inputs_of(letters), std::move(names), request);
}

}  // namespace preimage::experiments::ocr_transduction
