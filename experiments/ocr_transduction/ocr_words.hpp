#pragma once

#include <string>

#include "config/reader.hpp"
#include "data/ocr_letters.hpp"
#include "experiments/data_source.hpp"

namespace preimage::experiments::ocr_transduction {

/// `dataset: {name: ocr_letters, stand_in_words_per_fold: N}`; the latter is for runs without the real data.
struct OcrOptions {
  std::size_t stand_in_words_per_fold = 600;
};
OcrOptions parse_ocr(const config::Reader& dataset);

/// Content hash of letter.data, or the name, version and size of the stand-in.
std::string ocr_identity(const DataSource& source, const OcrOptions& options);

data::OcrLetters load_ocr(const DataSource& source, const OcrOptions& options);

}  // namespace preimage::experiments::ocr_transduction
