#pragma once

#include <memory>
#include <vector>

#include "experiments/ocr_transduction/ocr_letters.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/samples/sample_set.hpp"
#include "preimage/sequences/elements.hpp"

namespace preimage::experiments::ocr_transduction {

using LetterKernel = std::shared_ptr<const kernels::Kernel<kernels::Vectors>>;
using WordKernel = std::shared_ptr<const kernels::Kernel<samples::VectorSequences>>;

/// Samples are words; the outputs are their texts, every one of which may be a pre-image.
samples::DataSet words_of(const OcrLetters& letters);

/// The letters of the words and the kernel on their images, for methods that work letter by letter: a form of
/// inputs.
sequences::Elements letters_of(const OcrLetters& letters, const LetterKernel& kernel);

/// The words as wholes, under one kernel or another: a form of inputs.
kernels::KernelChoices word_choices(const OcrLetters& letters, const std::vector<WordKernel>& kernels);

}  // namespace preimage::experiments::ocr_transduction
