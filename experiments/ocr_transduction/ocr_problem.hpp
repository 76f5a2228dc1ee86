#pragma once

#include <memory>
#include <vector>

#include "preimage/kernels/kernel.hpp"
#include "preimage/validation/problem.hpp"
#include "suite/data/ocr_letters.hpp"

namespace preimage::experiments::ocr_transduction {

using LetterKernel = std::shared_ptr<const kernels::Kernel<kernels::Vectors>>;
using WordKernel = std::shared_ptr<const kernels::Kernel<samples::VectorSequences>>;

/// Samples are words; the outputs are their texts, every one of which may be a pre-image.
validation::Problem problem_of(const suite::data::OcrLetters& letters);

/// The letters of the words and the kernel on their images, for learners that work letter by letter.
void add_letters(validation::Problem& problem, const suite::data::OcrLetters& letters,
                 const LetterKernel& kernel);

/// The words as wholes: the kernels, and as output features the counts of the n-grams of these orders that
/// occur in some word, with boundary symbols.
void add_words(validation::Problem& problem, const suite::data::OcrLetters& letters,
               const std::vector<WordKernel>& kernels, const std::vector<std::size_t>& orders);

}  // namespace preimage::experiments::ocr_transduction
