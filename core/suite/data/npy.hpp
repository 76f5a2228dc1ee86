#pragma once

#include <armadillo>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace preimage::suite::data {

/// Writes a matrix as NumPy's .npy, version 1.0: little-endian float64, C order, shape (n_rows, n_cols); what
/// numpy.load reads back bit for bit. Throws DataError as base::write_output_file.
void write_npy(const std::filesystem::path& path, const arma::mat& matrix);

inline constexpr std::size_t kMaxNpyBytes = std::size_t{4} << 30;  // 23,000 x 23,000 numbers

/// The matrix in the bytes of a .npy file: two dimensions, little-endian float64 or float32, C or Fortran order, format
/// version 1, 2 or 3.                                                                            [NEP 1]
/// throws  DataError "source: ..." naming what was found and what is read; also where bytes are missing or left over
arma::mat parse_npy(std::string_view bytes, const std::string& source);

}  // namespace preimage::suite::data
