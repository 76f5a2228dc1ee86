#pragma once

#include <string>

#include "experiments/ocr_transduction/ocr_letters.hpp"
#include "suite/config/reader.hpp"
#include "suite/data/data_source.hpp"

namespace preimage::experiments::ocr_transduction {

/// `dataset: {name: ocr_letters, stand_in_words_per_fold: N}`; the latter is for runs without the real data.
struct OcrOptions {
  std::size_t stand_in_words_per_fold = 600;
};
OcrOptions parse_ocr(const suite::config::Reader& dataset);

/// Content hash of letter.data, or the name, version and size of the stand-in.
std::string ocr_identity(const suite::data::DataSource& source, const OcrOptions& options);

/// throws  DataError as load_ocr_letters and require_all_folds do
OcrLetters load_ocr(const suite::data::DataSource& source, const OcrOptions& options);

/// throws  DataError naming the first fold that holds no word
void require_all_folds(const OcrLetters& letters, const std::string& source);

}  // namespace preimage::experiments::ocr_transduction
