#include "suite/data/npy.hpp"

#include <bit>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "preimage/base/output_file.hpp"

namespace preimage::suite::data {

// Format: numpy/lib/format.py (NEP 1): magic, version, header length (16 bit), a Python dictionary padded
// with blanks to a multiple of 64 bytes and ended by a newline, then the numbers.
void write_npy(const std::filesystem::path& path, const arma::mat& matrix) {
  static_assert(std::endian::native == std::endian::little, "the header below says little-endian");
  constexpr std::size_t kAlignment = 64;
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}",
                                   matrix.n_rows, matrix.n_cols);
  std::string bytes("\x93NUMPY\x01\x00", 8);
  const std::size_t unpadded = bytes.size() + 2 + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  header += '\n';
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  bytes += header;
  const arma::mat rows = matrix.t();  // column-major memory of the transpose = C order of the matrix
  bytes.append(reinterpret_cast<const char*>(rows.memptr()), rows.n_elem * sizeof(double));
  base::write_output_file(path, bytes);
}

}  // namespace preimage::suite::data
