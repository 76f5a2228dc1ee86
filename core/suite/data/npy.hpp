#pragma once

#include <armadillo>
#include <filesystem>

namespace preimage::suite::data {

/// Writes a matrix as NumPy's .npy, version 1.0: little-endian float64, C order, shape (n_rows, n_cols); what
/// numpy.load reads back bit for bit. Throws DataError as base::write_output_file.
void write_npy(const std::filesystem::path& path, const arma::mat& matrix);

}  // namespace preimage::suite::data
