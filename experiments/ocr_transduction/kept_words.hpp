// Handwritten words in a model file, and new words from a file in the data set's own format.
#pragma once

#include <functional>
#include <memory>

#include "experiments/ocr_transduction/ocr_letters.hpp"
#include "preimage/models/model_file.hpp"
#include "suite/study/kept_samples.hpp"

namespace preimage::experiments::ocr_transduction {

/// Puts the words below "samples/": `pixels` as bytes, a letter after the other, 1 = ink, and their `texts`.
void store_words(const OcrLetters& letters, models::ModelFile& file);

/// The other way round; ids count from 0, all words are of fold 0.
/// throws  DataError where there are not as many letters as pixels, or a pixel is neither 0 nor 1
OcrLetters restored_words(const models::ModelFile& file);

/// The words of a letter.data(.gz), by their ids. What they are is not looked at.
/// inputs_of  makes samples of words
std::unique_ptr<suite::study::NewInputs> open_new_words(
    const suite::study::NewInputsRequest& request,
    const std::function<samples::SampleSet(const OcrLetters&)>& inputs_of);

}  // namespace preimage::experiments::ocr_transduction
