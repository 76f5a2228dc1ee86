#pragma once

#include <armadillo>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace preimage::suite::data {

/// Writes a matrix as NumPy's .npy, version 1.0: little-endian float64, C order, shape (n_rows, n_cols); what
/// numpy.load reads back bit for bit. Throws DataError as base::write_output_file.
void write_npy(const std::filesystem::path& path, const arma::mat& matrix);

inline constexpr std::size_t kMaxNpyBytes = std::size_t{4} << 30;  // 23,000 x 23,000 numbers

/// The matrix in the bytes of a .npy file: two dimensions, little-endian float64 or float32, C or Fortran
/// order, format version 1, 2 or 3.
///                                                                      [NEP 1]
/// throws  DataError "source: ..." naming what was found and what is read; also where bytes are missing or
///         left over
arma::mat parse_npy(std::string_view bytes, const std::string& source);

/// Whether bytes begin as a .npy file.
bool is_npy(std::string_view bytes);

/// An array of any dimensions as it lies in the bytes of a file, which must outlive it.
struct NpyArray {
  char kind = 'f';        // f: float, i and u: whole numbers, b: truth values, U and S: texts
  std::size_t width = 8;  // bytes of an entry
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::string_view entries;
};

/// float64, float32, whole numbers of 8 to 64 bits, truth values and texts ('<U', '|S'), little-endian, of
/// one dimension at least.
/// throws  DataError as parse_npy; of arrays of objects and other types with the line of NumPy that converts
///         them
NpyArray parse_npy_array(std::string_view bytes, const std::string& source);

}  // namespace preimage::suite::data
