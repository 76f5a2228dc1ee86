// A folder of a cell's own, for files that its programs read and write.
#pragma once

#include <algorithm>
#include <armadillo>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>

namespace preimage::suite::run {

/// A form of inputs (samples/sample_set.hpp).
struct CellFolder {
  std::size_t samples = 0;  // how many
  std::filesystem::path path;
  int repetition = 0, outer_fold = 0;  // of the cell

  /// The folder, which is there from now on: another worker may have removed the one above while it was
  /// empty.
  std::filesystem::path made() const {
    std::error_code code;
    for (int tries = 0; tries < 1000 && !std::filesystem::is_directory(path); ++tries)
      std::filesystem::create_directories(path, code);
    return path;
  }
};
inline std::size_t sample_count(const CellFolder& folder) {
  return folder.samples;
}
inline CellFolder select(const CellFolder& folder, const arma::uvec& positions) {
  return {positions.n_elem, folder.path, folder.repetition, folder.outer_fold};
}

/// The files: samples that train, and that test, and what is predicted of these; with .csv behind.
inline const std::string kProgramFiles[] = {"train", "test", "predictions"};
/// The command line of a call, then what it has printed.
inline const std::string kCallFile = "call.txt";
inline bool is_program_file(const std::filesystem::path& file) {
  return file.filename() == kCallFile ||
         (file.extension() == ".csv" &&
          std::ranges::find(kProgramFiles, file.stem().string()) != std::end(kProgramFiles));
}

}  // namespace preimage::suite::run
