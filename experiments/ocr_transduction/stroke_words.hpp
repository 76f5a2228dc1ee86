// The stand-in for the OCR letters: words written by formula, so that everything runs without a download. Its
// results are never compared with a paper's.
#pragma once

#include <cstdint>

#include "experiments/ocr_transduction/ocr_letters.hpp"

namespace preimage::experiments::ocr_transduction {

/// 10 words_per_fold words in ten folds, fold by fold. Every fold runs through random orders of the same 55
/// words of 3 to 14 letters (with 55 words per fold or more it holds each of them, as the real data do), and
/// every letter is a glyph of strokes written anew (strokes.hpp), a pixel black where it is more than half
/// ink. Requires words_per_fold >= 1.
/// 1-nearest-neighbour errs on about 31 % of the letters after one fold of 55 words.
OcrLetters stroke_words(std::size_t words_per_fold, std::uint64_t seed);

}  // namespace preimage::experiments::ocr_transduction
