// Handwritten letters.
#include <string_view>

#include "experiments/ocr_transduction/ocr_letters.hpp"
#include "testing/fuzz_target.hpp"

namespace experiments = preimage::experiments;
using preimage::testing::require;

namespace {

void read_input(std::string_view input) {
  const experiments::ocr_transduction::OcrLetters letters =
      experiments::ocr_transduction::parse_ocr_letters(input, "x.data");
  std::size_t count = 0;
  for (const experiments::ocr_transduction::OcrWord& word : letters.words) {
    require(word.first == count && !word.text.empty(), "words follow each other");
    count += word.text.size();
  }
  require(letters.pixels.n_rows == count && letters.ids.size() == count, "a row for each letter");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
